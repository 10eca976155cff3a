import { MINUTE_LIMIT } from '../../contract/names.ts';
import { DAY_MS, exceededBy, type Quota, quotaOf } from '../../keys/index.ts';

/** A key's counts in the database, and its clock `ms`. Windows are numbered from 1970-01-01 UTC. */
export type KeyCounts = { ms: number; minute: number; minute_count: number; day: number; day_count: number };

/** @param ms the database's clock. */
export function quotaAt(counts: KeyCounts, ms: number, minuteMs: number): Quota {
  const minute = counts.minute >= Math.floor(ms / minuteMs) ? counts.minute_count : 0;
  const day = counts.day >= Math.floor(ms / DAY_MS) ? counts.day_count : 0;
  return quotaOf({ minute, day }, exceededBy({ minute, day }), ms, minuteMs);
}

/** How long 'exceeded' is remembered without a query: short, so that a revocation is noticed soon. */
const ASK_AGAIN_MS = 5000;
export function rememberExceeded(minuteMs: number) {
  const found = new Map<string, { counts: KeyCounts; atMs: number }>();
  return {
    note: (keyId: string, counts: KeyCounts) => void found.set(keyId, { counts, atMs: performance.now() }),
    /** @returns the quota of a key that still exceeds a limit; `undefined` if the database must be asked. */
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

/** How long requests counted ahead last; a key revoked at another node is let in for at most this time. */
const RESERVED_MS = 250;
/** Requests to count ahead, if as many are left for each node: so hardly any node refuses too early. */
const AHEAD = 10;

type Reservation = {
  counts: KeyCounts;
  atMs: number;
  left: number;
  timer: NodeJS.Timeout | undefined;
};

/** Counts requests ahead, so that a busy key needs few statements. Gives back what is unused. */
export function openReservations(
  minuteMs: number,
  giveBack: (keyId: string, counts: KeyCounts, count: number) => Promise<void>,
) {
  const held = new Map<string, Reservation>();

  async function end(keyId: string): Promise<void> {
    const reservation = held.get(keyId);
    clearTimeout(reservation?.timer);
    if (!reservation || reservation.left === 0) return;
    const { counts, left } = reservation;
    reservation.left = 0;
    await giveBack(keyId, counts, left);
  }

  return {
    /** @returns how many requests to count at once: one, unless the key was just used here. */
    countFor(keyId: string | undefined, nodes: number): number {
      const last = keyId === undefined ? undefined : held.get(keyId);
      if (!last || performance.now() - last.atMs > RESERVED_MS) return 1;
      return MINUTE_LIMIT - last.counts.minute_count >= AHEAD * nodes ? AHEAD : 1;
    },
    /** Uses one of `count` counted requests, and keeps the others. @returns the quota after it. */
    hold(keyId: string, counts: KeyCounts, count: number): Quota {
      const left = count - 1;
      const quota = quotaAt(without(counts, left), counts.ms, minuteMs);
      // This answers a request from before the reservation: keep the reservation.
      if (left === 0 && (held.get(keyId)?.left ?? 0) > 0) return quota;
      void end(keyId);
      const timer = left === 0 ? undefined : setTimeout(() => void end(keyId), RESERVED_MS).unref();
      held.set(keyId, { counts, atMs: performance.now(), left, timer });
      return quota;
    },
    /** Uses one kept request. @returns `undefined` if the database must count. */
    take(keyId: string): { quota: Quota; counts: KeyCounts } | undefined {
      const reservation = held.get(keyId);
      if (!reservation || reservation.left === 0) return undefined;
      const { counts, atMs } = reservation;
      const ms = counts.ms + performance.now() - atMs;
      const isOver = Math.floor(ms / minuteMs) > counts.minute || Math.floor(ms / DAY_MS) > counts.day;
      if (isOver) {
        void end(keyId);
        return undefined;
      }
      reservation.left -= 1;
      return { quota: quotaAt(without(counts, reservation.left), ms, minuteMs), counts };
    },
    /** Gives one request back. @returns false if the reservation has ended. */
    putBack(keyId: string, counts: KeyCounts): boolean {
      const reservation = held.get(keyId);
      if (!reservation || reservation.counts !== counts || reservation.left === 0) return false;
      reservation.left += 1;
      return true;
    },
    /** Ends the reservation: the key's next request is counted singly. */
    async forget(keyId: string): Promise<void> {
      const ended = end(keyId);
      held.delete(keyId);
      await ended;
    },
    async flush(): Promise<void> {
      await Promise.all([...held.keys()].map(end));
    },
  };
}

function without(counts: KeyCounts, left: number): KeyCounts {
  return { ...counts, minute_count: counts.minute_count - left, day_count: counts.day_count - left };
}
