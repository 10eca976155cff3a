import type { ApiCall } from '../contract/access.ts';
import { maskTarget } from '../process/mask.ts';

/** The last requests of each key, in memory only. A person looks at them when a tool cannot reach the API. */
export type RecentCalls = ReturnType<typeof rememberCalls>;

/** How many are kept for each key. */
export const CALLS_KEPT = 50;
const CLIENT_LENGTH = 120;

type CallSlot = {
  atMs: number;
  path: string;
  status: number;
  rows: number | null;
  tookMs: number;
  client: string | undefined;
};
type Ring = { places: CallSlot[]; count: number };

/** @returns the recent calls of one service. A key gets its ring buffer at its first request. */
export function rememberCalls(now: () => Date) {
  const rings = new Map<string, Ring>();
  return {
    /** Cheap: overwrites an existing object. @param rows that were sent; null where the answer has none. */
    note(
      keyId: string,
      path: string,
      status: number,
      rows: number | null,
      tookMs: number,
      client?: string,
    ): void {
      let ring = rings.get(keyId);
      if (!ring) {
        ring = { places: Array.from({ length: CALLS_KEPT }, emptyPlace), count: 0 };
        rings.set(keyId, ring);
      }
      const place = ring.places[ring.count % CALLS_KEPT] as CallSlot;
      ring.count++;
      place.atMs = now().getTime();
      place.path = path;
      place.status = status;
      place.rows = rows;
      place.tookMs = tookMs;
      place.client = client;
    },
    /** Newest first; none for a key that has made no request since the service started. */
    of(keyId: string): ApiCall[] {
      const ring = rings.get(keyId);
      if (!ring) return [];
      const kept = Math.min(ring.count, CALLS_KEPT);
      return Array.from({ length: kept }, (_, back) => {
        const place = ring.places[(ring.count - 1 - back) % CALLS_KEPT] as CallSlot;
        return {
          at: new Date(place.atMs).toISOString(),
          path: maskTarget(place.path),
          status: place.status,
          rows: place.rows,
          took_ms: Math.round(place.tookMs * 1000) / 1000,
          client: place.client?.slice(0, CLIENT_LENGTH) ?? null,
        };
      });
    },
  };
}

function emptyPlace(): CallSlot {
  return { atMs: 0, path: '', status: 0, rows: null, tookMs: 0, client: undefined };
}
