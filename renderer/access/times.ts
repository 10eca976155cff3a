import { shownDayOf } from '../../service/calendar/dates.ts';

/**
 * Times of the API access screen: always in UTC, because the limits of a key count UTC days. `iso` is ISO 8601 in UTC; `now` is in
 * milliseconds since 1970-01-01 UTC.
 */

/** @returns '2026-11-21 08:00:05 UTC'. */
export function utcText(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** @returns '08:00:05', the time of day in UTC. */
export function clockText(iso: string): string {
  return new Date(iso).toISOString().slice(11, 19);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
/** The clocks of page and service may differ a little. */
const JUST_NOW_MS = 2_000;
const LONGEST_DAYS = 60;

/** @returns 'just now', '12 seconds ago', '3 days ago'; after 60 days the date, '2026-07-04'. */
export function relativeText(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < JUST_NOW_MS) return 'just now';
  if (age >= LONGEST_DAYS * 86_400_000) return shownDayOf(new Date(iso).toISOString());
  for (const [unit, size] of STEPS) if (age >= size) return RELATIVE.format(-Math.floor(age / size), unit);
  return 'just now';
}

/** @returns the number of whole days since `iso`, at least 0. */
export function daysSince(iso: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(iso)) / 86_400_000));
}
