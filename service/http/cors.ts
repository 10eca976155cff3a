import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { KEY_HEADER, ORIGIN_HEADER, REQUEST_ID_HEADER, TOTAL_COUNT_HEADER } from '../contract/names.ts';

/**
 * Cross-Origin Resource Sharing (https://fetch.spec.whatwg.org/#http-cors-protocol) for the origins of a list, which is empty unless
 * somebody wrote one. Each is answered by its own name: never `*`, and never with credentials of the browser. Keys are asked for as ever.
 */

const METHODS = 'GET, HEAD';
const ASKED_HEADERS = `${KEY_HEADER}, If-None-Match`;
/** Headers of answers that a page may read; these and a few that it may anyway. */
const TOLD_HEADERS = [
  'Content-Disposition',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  ORIGIN_HEADER,
  REQUEST_ID_HEADER,
  TOTAL_COUNT_HEADER,
].join(', ');
const SECONDS = '600';

/** @returns whether a page of an origin of the list makes the request and says so, character by character. */
export function isOfAllowedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): boolean {
  return headers.origin !== undefined && allowed.has(headers.origin);
}

/** Lets the page of an allowed origin read the answer. */
export function letOriginRead({ headers }: IncomingMessage, reply: FastifyReply): void {
  reply.header('Access-Control-Allow-Origin', headers.origin);
  reply.header('Access-Control-Expose-Headers', TOLD_HEADERS);
  // Answers to data and documents set their own, which names Origin too.
  reply.header('Vary', 'Origin');
}

/** @returns whether a browser asks what a page may ask. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Answers a browser that asks for an allowed origin. `Access-Control-Allow-Private-Network` is never sent: browsers have given up
 * that question and ask the person (Local Network Access).
 */
export function sendPreflight(reply: FastifyReply): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Methods', METHODS)
    .header('Access-Control-Allow-Headers', ASKED_HEADERS)
    .header('Access-Control-Max-Age', SECONDS)
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}
