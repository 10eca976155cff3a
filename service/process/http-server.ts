import type { IncomingMessage, Server } from 'node:http';
import type { Server as PortServer, Socket } from 'node:net';
import { HEAD_BYTES } from '../contract/names.ts';

/** How the service's HTTP server reads requests, and the headers of every answer. */

export const REQUEST_TIMEOUT_MS = 30_000;

/** We refuse a request without Host ourselves: Node's own 400 has no body. */
export const HTTP_OPTIONS = { requireHostHeader: false, maxHeaderSize: HEAD_BYTES };

/** Headers of every answer. `/docs` has its own Content-Security-Policy. */
export const SAFE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** Headers at the page's port: a page that opens ours in a window gets no handle to it. */
export const HEADERS_OF_PAGE = { ...SAFE_HEADERS, 'Cross-Origin-Opener-Policy': 'same-origin' };

/** @returns the port of a listening server. */
export function portOf(server: PortServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}

/** Connections without a request so far. Browsers open some in advance; to Node these are not idle. */
const unusedOf = new WeakMap<Server, Set<Socket>>();

/** Records unused connections from now on, for `closeIdle`: call it before any port listens. */
export function noteUnused(server: Server): void {
  if (unusedOf.has(server)) return;
  const unused = new Set<Socket>();
  unusedOf.set(server, unused);
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
}

/** Closes the connections that wait for a first or further request. */
export function closeIdle(server: Server): void {
  server.closeIdleConnections();
  for (const socket of unusedOf.get(server) ?? []) socket.destroy();
}
