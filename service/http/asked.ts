import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';

/** What is noted of a request on its way: fields of Fastify's request object, so that nothing is made for it. */
type Noted = FastifyRequest & { begunMs: number; keyId: string };

/** Gives every request of the app the fields. */
export function addNotes(app: FastifyInstance): void {
  app.decorateRequest('begunMs', 0);
  app.decorateRequest('keyId', '');
}

/** Notes that a request has begun. */
export function noteBegin(request: FastifyRequest): void {
  (request as Noted).begunMs = performance.now();
}

/** Notes whose key a request carries: an active one, or one that is revoked. */
export function noteKey(request: FastifyRequest, keyId: string): void {
  (request as Noted).keyId = keyId;
}

/** @returns whether the request carries a key that is known, revoked or not. */
export function isOfKnownKey(request: FastifyRequest): boolean {
  return (request as Noted).keyId !== '';
}

/** @returns milliseconds since the request began. */
export function elapsedMs(request: FastifyRequest): number {
  return performance.now() - (request as Noted).begunMs;
}

/** Remembers the request among those of its key, where it carries one. @param rows that the answer has, null for none. */
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
 * @returns the path of a request without its query, as a text of its own: a part of the whole would keep all of it in memory,
 *   and a key may stand in it.
 */
export function ownPath({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  return Buffer.from(end < 0 ? url : url.slice(0, end), 'latin1').toString('latin1');
}
