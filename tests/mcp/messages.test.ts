import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { messagesOnly, type RefusedMessage, readMessage } from '../../service/mcp/server.ts';

/** What is sent on standard input: a message a line, in whatever pieces it comes. */

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const refusal = (code: number, id: RefusedMessage['id'], message: string) => ({
  refused: { jsonrpc: '2.0', id, error: { code, message } },
});
const NO_JSON = refusal(-32700, null, 'This is not JSON.');
const NO_REQUEST =
  'This is not a request of JSON-RPC 2.0. It needs "jsonrpc": "2.0", a "method", and an "id" that is a text or a whole number; "params" is an object.';
const BATCH = refusal(-32600, null, 'The protocol has no batches: send each message by itself.');

test('a line that is no request keeps its id where it has one that may be', () => {
  expect(readMessage(JSON.stringify(LIST))).toEqual({ message: LIST });
  expect(readMessage(JSON.stringify([LIST]))).toEqual(BATCH);
  for (const id of ['a', 7])
    expect(readMessage(JSON.stringify({ id }))).toEqual(refusal(-32600, id, NO_REQUEST));
  for (const id of [true, { a: 1 }])
    expect(readMessage(JSON.stringify({ id }))).toEqual(refusal(-32600, null, NO_REQUEST));
});

/** @returns what comes through, and what is refused; `ended`: the error that it ends with. */
async function through(chunks: readonly Buffer[]) {
  const refused: RefusedMessage[] = [];
  const messages = messagesOnly((one) => refused.push(one));
  let [out, ended] = ['', undefined as string | undefined];
  messages.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
  });
  messages.once('error', (error) => {
    ended = error.message;
  });
  const closed = once(messages, 'close').catch(() => undefined);
  for (const chunk of chunks) messages.write(chunk);
  messages.end();
  await closed;
  return { out, refused, ended };
}

test('lines that are messages come through unchanged, blank ones not, and each other one is refused', async () => {
  const said = { jsonrpc: '2.0', id: 'é', method: 'tools/call', params: { name: 'Zürich\u2028' } };
  const lines = [JSON.stringify(LIST), '', '  ', 'hello', `${JSON.stringify(said)}\r`, '[]'];
  const bytes = Buffer.from(`${lines.join('\n')}\n{"without":"end"`);
  const expected = {
    out: `${JSON.stringify(LIST)}\n${JSON.stringify(said)}\r\n`,
    refused: [NO_JSON.refused, BATCH.refused],
    ended: undefined,
  };
  expect(await through([bytes])).toEqual(expected);
  // Also where a piece ends within a letter.
  expect(await through(Array.from(bytes, (_, i) => bytes.subarray(i, i + 1)))).toEqual(expected);
});

test('a line may be as long as the library’s own bound, without its end; a longer one ends all', async () => {
  const most = STDIO_DEFAULT_MAX_BUFFER_SIZE;
  expect(await through([Buffer.alloc(most, ' ')])).toEqual({ out: '', refused: [], ended: undefined });
  expect(await through([Buffer.from('no\n'), Buffer.alloc(most + 1, ' ')])).toEqual({
    out: '',
    refused: [NO_JSON.refused, refusal(-32600, null, 'A message has at most 10485760 bytes.').refused],
    ended: 'The line has no end.',
  });
});
