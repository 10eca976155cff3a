import { dateText, daysFromCivil } from './dates.ts';

const DAY_MS = 86_400_000;

/**
 * The only function that uses the local date.
 * @returns the day number of today: the later of the UTC day and the local day, so that no user's own date counts as the future.
 */
export function today(now: Date): number {
  const utc = Math.floor(now.getTime() / DAY_MS);
  return Math.max(utc, daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate()));
}

/** @returns `today` as `YYYY-MM-DD`. */
export function todayText(now: Date = new Date()): string {
  return dateText(today(now));
}
