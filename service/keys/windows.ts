import type { Quota } from './types.ts';

/** Limits of the economic-data group, a key: `spec/api.md` 'Limits'. Windows are the clock minute and the UTC day. */
export const MINUTE_LIMIT = 100;
export const DAY_LIMIT = 10_000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The windows that a moment lies in: minutes and days since 1970-01-01, UTC. */
export type Window = { minute: number; day: number };

/** @returns the windows of a moment in milliseconds since 1970-01-01. */
export function windowOf(ms: number): Window {
  return { minute: Math.floor(ms / MINUTE_MS), day: Math.floor(ms / DAY_MS) };
}

/**
 * @param counts requests of both windows so far, the present one included where it was taken.
 * @param exceeded the limit that refused the present request, if any.
 */
export function quotaOf(
  counts: { minute: number; day: number },
  exceeded: Quota['exceeded'],
  ms: number,
): Quota {
  return {
    minuteRemaining: Math.max(0, MINUTE_LIMIT - counts.minute),
    minuteReset: Math.max(1, Math.ceil((MINUTE_MS - (ms % MINUTE_MS)) / 1000)),
    dayRemaining: Math.max(0, DAY_LIMIT - counts.day),
    dayReset: Math.max(1, Math.ceil((DAY_MS - (ms % DAY_MS)) / 1000)),
    exceeded,
  };
}

/** @returns which limit has no room for one more request; the day's wins where both have none. */
export function exceededBy(counts: { minute: number; day: number }): Quota['exceeded'] {
  if (counts.day >= DAY_LIMIT) return 'day';
  return counts.minute >= MINUTE_LIMIT ? 'minute' : undefined;
}
