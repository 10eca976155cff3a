import type { Server } from 'node:net';
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
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}
