import { dateText, daysFromCivil } from './dates.ts';

const DAY_MS = 86_400_000;
/** How far the easternmost clocks, on the Line Islands, are ahead of UTC. */
const EASTERNMOST_MS = 14 * 3_600_000;

/**
 * @returns the later of the UTC and local day, so that a user's own date is never in the future. Nothing else
 * uses the local date.
 */
export function today(now: Date): number {
  const utc = Math.floor(now.getTime() / DAY_MS);
  return Math.max(utc, daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate()));
}

export function todayText(now: Date = new Date()): string {
  return dateText(today(now));
}

/** @returns the latest day that is today anywhere: a client or a link's author may be in any time zone. */
export function latestDay(now: Date): number {
  return Math.floor((now.getTime() + EASTERNMOST_MS) / DAY_MS);
}

export function latestDayText(now: Date = new Date()): string {
  return dateText(latestDay(now));
}
