import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiCall } from '../../contract/access.ts';
import { maskTarget } from '../../process/mask.ts';

/** The last requests of each key, in memory only. A person looks at them when a tool cannot reach the API. */
export type RecentCalls = ReturnType<typeof rememberCalls>;

/** How many are kept for each key. */
export const CALLS_KEPT = 50;
const CLIENT_LENGTH = 120;

/** A call as it was noted. A page of 100 rows that was asked before should not wait for its texts. */
type NotedCall = Omit<ApiCall, 'at' | 'client' | 'took_ms'> & {
  at: Date;
  tookMs: number;
  client: string | undefined;
};

/** @returns the recent calls of one service. */
export function rememberCalls(now: () => Date) {
  const known = new Map<string, NotedCall[]>();
  return {
    note(keyId: string, call: Omit<NotedCall, 'at'>): void {
      const calls = known.get(keyId) ?? [];
      known.set(keyId, calls);
      calls.push({ ...call, at: now() });
      if (calls.length > CALLS_KEPT) calls.shift();
    },
    /** Newest first; none for a key that has made no request since the service started. */
    of: (keyId: string): ApiCall[] =>
      (known.get(keyId) ?? []).toReversed().map(({ at, path, status, rows, tookMs, client }) => ({
        at: at.toISOString(),
        path: maskTarget(path),
        status,
        rows,
        took_ms: Math.round(tookMs * 1000) / 1000,
        client: client?.slice(0, CLIENT_LENGTH) ?? null,
      })),
  };
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface can only be extended by one.
  interface FastifyRequest {
    /** When the request began, by `performance.now()`. */
    begunMs: number;
    /** Id of the key that came with the request, active or revoked; '' without one. */
    keyId: string;
    /** Undoes the counting of the request against the limits of its key. */
    takeBack: (() => void) | null;
  }
}

/** Gives every request of the app the fields above. */
export function addNotes(app: FastifyInstance): void {
  app.decorateRequest('begunMs', 0);
  app.decorateRequest('keyId', '');
  app.decorateRequest('takeBack', null);
}

/**
 * Adds a request to the recent calls of its key, if it has one.
 * @param path under which the list shows it. @param rows of the answer; null where it has none.
 */
export function noteCall(
  { calls }: { calls: RecentCalls },
  request: FastifyRequest,
  path: string,
  status: number,
  rows: number | null,
): void {
  const { keyId, begunMs, headers } = request;
  if (keyId === '') return;
  calls.note(keyId, {
    path,
    status,
    rows,
    tookMs: performance.now() - begunMs,
    client: headers['user-agent'],
  });
}

/** Adds a request that was answered with rows, or with 304. */
export function noteRows(
  site: { calls: RecentCalls },
  request: FastifyRequest,
  { statusCode }: { statusCode: number },
  path: string,
  rows: number,
): void {
  noteCall(site, request, path, statusCode, statusCode === 200 ? rows : null);
}

/**
 * @returns the path of a request without its query, as a copy: V8 would keep the whole URL in memory for a part of it, and the URL
 *   may contain a key.
 */
export function ownPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const end = url.indexOf('?');
  return Buffer.from(end < 0 ? url : url.slice(0, end), 'latin1').toString('latin1');
}
