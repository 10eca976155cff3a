import { DAY_MS, exceededBy, type Quota, quotaOf } from '../../keys/index.ts';

/** What the database has counted of a key, and its clock then: the windows as numbers since 1970-01-01 UTC. */
export type KeyCounts = { ms: number; minute: number; minute_count: number; day: number; day_count: number };

/** How long 'exceeded' is remembered without asking, so that a revocation in the meantime is seen soon. */
const ASK_AGAIN_MS = 5000;

/** @param ms the database's clock. @param minuteMs length of the shorter window. @returns what is left of both limits. */
export function quotaAt(counts: KeyCounts, ms: number, minuteMs: number): Quota {
  const minute = counts.minute >= Math.floor(ms / minuteMs) ? counts.minute_count : 0;
  const day = counts.day >= Math.floor(ms / DAY_MS) ? counts.day_count : 0;
  return quotaOf({ minute, day }, exceededBy({ minute, day }), ms, minuteMs);
}

/** Remembers which keys have exceeded a limit, so that their requests cost no statement. */
export function rememberExceeded(minuteMs: number) {
  const found = new Map<string, { counts: KeyCounts; atMs: number }>();
  return {
    note: (keyId: string, counts: KeyCounts) => void found.set(keyId, { counts, atMs: performance.now() }),
    /**
     * @param isAway whether the database cannot be asked again.
     * @returns the quota of a key whose window has not ended; `undefined` where the database must be asked.
     */
    of(keyId: string, isAway: boolean): Quota | undefined {
      const known = found.get(keyId);
      if (!known) return undefined;
      const sinceMs = performance.now() - known.atMs;
      const quota = quotaAt(known.counts, known.counts.ms + sinceMs, minuteMs);
      if (quota.exceeded && (isAway || sinceMs < ASK_AGAIN_MS)) return quota;
      found.delete(keyId);
      return undefined;
    },
  };
}
