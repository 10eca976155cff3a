import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import type { Quota } from './types.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The windows that contain a point in time: numbers of minutes and days since 1970-01-01, UTC. */
export type Window = { minute: number; day: number };

/** @param ms milliseconds since 1970-01-01 UTC. @returns the windows that contain it. */
export function windowOf(ms: number): Window {
  return { minute: Math.floor(ms / MINUTE_MS), day: Math.floor(ms / DAY_MS) };
}

/**
 * @param counts requests in both windows so far, including the current one if it was counted.
 * @param exceeded the limit that refused the current request, if any.
 * @param minuteMs length of the shorter window; tests have a shorter one.
 * @returns what is left in both windows.
 */
export function quotaOf(
  counts: { minute: number; day: number },
  exceeded: Quota['exceeded'],
  ms: number,
  minuteMs = MINUTE_MS,
): Quota {
  return {
    minuteRemaining: Math.max(0, MINUTE_LIMIT - counts.minute),
    minuteReset: Math.max(1, Math.ceil((minuteMs - (ms % minuteMs)) / 1000)),
    dayRemaining: Math.max(0, DAY_LIMIT - counts.day),
    dayReset: Math.max(1, Math.ceil((DAY_MS - (ms % DAY_MS)) / 1000)),
    exceeded,
  };
}

/** @returns the limit that does not allow one more request, 'day' if neither does; undefined if both allow it. */
export function exceededBy(counts: { minute: number; day: number }): Quota['exceeded'] {
  if (counts.day >= DAY_LIMIT) return 'day';
  return counts.minute >= MINUTE_LIMIT ? 'minute' : undefined;
}
