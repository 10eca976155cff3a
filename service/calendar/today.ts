import { dateText, daysFromCivil } from './dates.ts';

const DAY_MS = 86_400_000;

/**
 * The only place that asks for a local date.
 * @returns the day number of today: the later of the UTC and the local day, so that nobody's today is in the future.
 */
export function today(now: Date): number {
  const utc = Math.floor(now.getTime() / DAY_MS);
  return Math.max(utc, daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate()));
}

/** @returns `today` as `YYYY-MM-DD`. */
export function todayText(now: Date = new Date()): string {
  return dateText(today(now));
}
