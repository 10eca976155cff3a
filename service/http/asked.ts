import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { matchesEtag } from './etag.ts';

/** What we note about a request, as fields of Fastify's own request object: no object of our own is needed. */
type Noted = FastifyRequest & { begunMs: number; keyId: string; takeBack: (() => void) | null };

/** Gives every request of the app the fields. */
export function addNotes(app: FastifyInstance): void {
  app.decorateRequest('begunMs', 0);
  app.decorateRequest('keyId', '');
  app.decorateRequest('takeBack', null);
}

/** Notes that a request has begun. */
export function noteBegin(request: FastifyRequest): void {
  (request as Noted).begunMs = performance.now();
}

/** Notes which key a request has, active or revoked. */
export function noteKey(request: FastifyRequest, keyId: string): void {
  (request as Noted).keyId = keyId;
}

/** Notes what undoes the counting of a request against the limits. */
export function noteCount(request: FastifyRequest, takeBack: () => void): void {
  (request as Noted).takeBack = takeBack;
}

/** @returns whether the client has the answer already. It gets 304 then, which does not count against the limits of its key. */
export function isHeld(request: FastifyRequest, etag: string): boolean {
  const isSame = matchesEtag(request.headers['if-none-match'], etag);
  if (isSame) (request as Noted).takeBack?.();
  return isSame;
}

/** @returns milliseconds since the request began. */
export function elapsedMs(request: FastifyRequest): number {
  return performance.now() - (request as Noted).begunMs;
}

/** Adds the request to the recent calls of its key, if it has one. @param rows of the answer; null where it has none. */
export function noteCall(
  { calls }: Pick<Context, 'calls'>,
  request: FastifyRequest,
  path: string,
  status: number,
  rows: number | null,
): void {
  const { keyId } = request as Noted;
  if (keyId !== '') calls.note(keyId, path, status, rows, elapsedMs(request), request.headers['user-agent']);
}

/**
 * @returns the path of a request without its query, as a copy: V8 would keep the whole URL in memory for a part of it, and the URL
 *   may contain a key.
 */
export function ownPath({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return Buffer.from(end < 0 ? url : url.slice(0, end), 'latin1').toString('latin1');
}
