import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Refuses what never becomes a request: answers with the documented error body and closes the connection. */

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const BAD_REQUEST = '400 Bad Request';
const METHOD_NOT_ALLOWED = '405 Method Not Allowed';
/** A correct first line whose method Node does not know. */
const STRANGE_METHOD = /^[\w!#$%&'*+.^`|~-]{1,40} \S+ HTTP\/1\.[01]\r?\n/;

export type Refused = { status: number; headers: Record<string, string>; body: string };

/** @param status code and words */
function refused(status: string): Refused {
  const body = JSON.stringify({ detail: status.slice(4) });
  return {
    status: Number(status.slice(0, 3)),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...(status === METHOD_NOT_ALLOWED ? { Allow: 'GET, HEAD' } : {}),
    },
    body,
  };
}

/** @returns the status. */
export function refuseRequest(response: ServerResponse, isWrongMethod: boolean): number {
  const { status, headers, body } = refused(isWrongMethod ? METHOD_NOT_ALLOWED : BAD_REQUEST);
  response.writeHead(status, headers).end(body);
  return status;
}

/** For bytes that Node could not read as a request, or not in time (Node's 'clientError'). @returns the status. */
export function refuseUnreadable(error: Error, socket: Duplex): number {
  const first =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const code = 'code' in error ? String(error.code) : '';
  const isWrongMethod = code === 'HPE_INVALID_METHOD' && STRANGE_METHOD.test(first);
  return refuseBytes(socket, isWrongMethod ? METHOD_NOT_ALLOWED : (STATUS[code] ?? BAD_REQUEST));
}

/** For `CONNECT`, which asks for a tunnel and which Node hands over as a bare connection. @returns the status. */
export const refuseConnect = (socket: Duplex): number => refuseBytes(socket, METHOD_NOT_ALLOWED);

function refuseBytes(socket: Duplex, words: string): number {
  const { status, headers, body } = refused(words);
  if (!socket.writable) {
    socket.destroy();
    return status;
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${words}`, ...head, '', body].join('\r\n'));
  return status;
}
