import { Transform } from 'node:stream';
import {
  ProtocolErrorCode,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server';

/** The answer to what is no message of the protocol. `id`: that of the request where it has one that can be read. */
export type RefusedMessage = {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: ProtocolErrorCode; message: string };
};

/**
 * Reads one message. The library alone would pass over a request that is wrong, and its client would wait; and it would run each call
 * of an array, which counts as one request.
 * @param text as it was sent.
 */
export function readMessage(text: string): { message: unknown } | { refused: RefusedMessage } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return refused(ProtocolErrorCode.ParseError, null, 'This is not JSON.');
  }
  if (Array.isArray(message))
    return refused(
      ProtocolErrorCode.InvalidRequest,
      null,
      'The protocol has no batches: send each message by itself.',
    );
  try {
    return { message: parseJSONRPCMessage(message) };
  } catch {
    return refused(ProtocolErrorCode.InvalidRequest, idOf(message), NO_MESSAGE);
  }
}

const NO_MESSAGE =
  'This is not a request of JSON-RPC 2.0. It needs "jsonrpc": "2.0", a "method", and an "id" that is a text or a whole number; "params" is an object.';

/** @returns the answer to a message that is larger than an assistant's may be. */
export function tooLong(mostBytes: number): RefusedMessage {
  const { InvalidRequest } = ProtocolErrorCode;
  return refused(InvalidRequest, null, `A message has at most ${mostBytes} bytes.`).refused;
}

function refused(
  code: ProtocolErrorCode,
  id: RefusedMessage['id'],
  message: string,
): { refused: RefusedMessage } {
  return { refused: { jsonrpc: '2.0', id, error: { code, message } } };
}

function idOf(message: unknown): RefusedMessage['id'] {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * @param refuse is called for each line that is no message.
 * @returns what lets the other lines through. Blank ones are none.
 */
export function messagesOnly(refuse: (refused: RefusedMessage) => void): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const text = line.toString('utf8').trim();
        if (text === '') continue;
        const read = readMessage(text);
        if ('refused' in read) refuse(read.refused);
        else this.push(line);
      }
      if (rest.length <= STDIO_DEFAULT_MAX_BUFFER_SIZE) return done();
      refuse(tooLong(STDIO_DEFAULT_MAX_BUFFER_SIZE));
      done(new Error('The line has no end.'));
    },
  });
}
