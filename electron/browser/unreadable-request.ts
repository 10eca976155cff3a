import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Refusals of what never becomes a request: the body is the documented one, and the connection ends. */

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const BAD_REQUEST = '400 Bad Request';

const bodyOf = (status: string): string => JSON.stringify({ detail: status.slice(4) });
const headersOf = (body: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(body.length),
  'Cache-Control': 'no-store',
  Connection: 'close',
});

export function refuseRequest(response: ServerResponse): void {
  const body = bodyOf(BAD_REQUEST);
  response.writeHead(400, headersOf(body)).end(body);
}

/** For bytes that Node could not read as a request, or not in time (Node's 'clientError'). */
export function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = ('code' in error && STATUS[String(error.code)]) || BAD_REQUEST;
  const body = bodyOf(status);
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n'));
}
