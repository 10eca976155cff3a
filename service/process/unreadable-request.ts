import type { Duplex } from 'node:stream';

/** How both ports (the API's, and the page's in browser mode) refuse bytes that are not a valid HTTP request. */

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
export const BAD_REQUEST = '400 Bad Request';

export type PlainAnswer = { status: number; headers: Record<string, string>; body: string };

/** @returns the status code and reason for an error of Node's event 'clientError': too large, too slow, or unreadable. */
export function statusOf(error: Error): string {
  return ('code' in error && STATUS[String(error.code)]) || BAD_REQUEST;
}

/** @param status code and reason, '400 Bad Request'. @returns an answer that closes the connection, with the reason as `detail` in its JSON body. */
export function plainRefusal(status: string, headers: Readonly<Record<string, string>> = {}): PlainAnswer {
  const body = JSON.stringify({ detail: status.slice(4) });
  return {
    status: Number(status.slice(0, 3)),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      ...headers,
      Connection: 'close',
    },
    body,
  };
}

/** Writes the refusal to a socket and closes it. @returns the status code. */
export function refuseBytes(
  socket: Duplex,
  status: string,
  headers: Readonly<Record<string, string>> = {},
): number {
  const answer = plainRefusal(status, headers);
  if (!socket.writable) {
    socket.destroy();
    return answer.status;
  }
  const head = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...head, '', answer.body].join('\r\n'));
  return answer.status;
}
