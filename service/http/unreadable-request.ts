import type { Socket } from 'node:net';
import { SAFE_HEADERS } from './safe-headers.ts';

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers bytes that Node could not read as a request, or not in time, and ends the connection. */
export function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = ('code' in error && STATUS[String(error.code)]) || '400 Bad Request';
  const body = JSON.stringify({ detail: status.slice(4) });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
