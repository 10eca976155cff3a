import type { ApiCall } from '../contract/access.ts';
import { maskTarget } from '../process/mask.ts';

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
    /** @param rows that were sent; null where the answer has none. */
    note(
      keyId: string,
      path: string,
      status: number,
      rows: number | null,
      tookMs: number,
      client?: string,
    ): void {
      const calls = known.get(keyId) ?? [];
      known.set(keyId, calls);
      calls.push({ at: now(), path, status, rows, tookMs, client });
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
