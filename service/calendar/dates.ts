/**
 * Calendar days: `YYYY-MM-DD` in requests and answers, day numbers (days since 1970-01-01) in the store,
 * never a `Date` in local time.
 */

const DAY_MS = 86_400_000;
const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** @returns the day number of a real day, years 0001 to 9999; `undefined` for `2024-02-30`, `2024-1-5`. */
export function dayNumber(text: string): number | undefined {
  if (!FORM.test(text) || text < '0001') return undefined;
  const date = new Date(text);
  // JavaScript reads 2024-02-30 as 1 March.
  return date.getUTCDate() === Number(text.slice(8)) ? date.getTime() / DAY_MS : undefined;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?Z$/;

/**
 * @param text a day `YYYY-MM-DD`, for its end in UTC, or a UTC instant `YYYY-MM-DDTHH:MM:SSZ` with up to
 * three decimals. @returns the instant in the store's form, '2025-03-08T23:59:59.999Z', or `undefined`
 */
export function instantText(text: string): string | undefined {
  if (dayNumber(text) !== undefined) return `${text}T23:59:59.999Z`;
  const [, day = '', hour, minute, second, decimals = ''] = INSTANT.exec(text) ?? [];
  if (dayNumber(day) === undefined) return undefined;
  return `${day}T${hour}:${minute}:${second}.${decimals.padEnd(3, '0')}Z`;
}

/** @returns the date of a day number, `YYYY-MM-DD`. */
export function dateText(day: number): string {
  const number = civilNumber(day);
  return `${pad(Math.floor(number / 10000), 4)}-${pad(Math.floor(number / 100) % 100, 2)}-${pad(number % 100, 2)}`;
}

/** @returns the date of a day number as a number YYYYMMDD. */
export function civilNumber(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 10000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** @returns the weekday of a day number: 0 (Sunday) to 6 (Saturday). */
export function weekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** @param month 1 to 12. @returns a date's day number; days past the month's end run into the next month. */
export function daysFromCivil(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS;
}

/**
 * @returns the same day `months` later, or a shorter month's last: 2024-03-31 − 1 is 2024-02-29. Never before
 * 0001-01-01.
 */
export function shiftMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  if (index < 12) return '0001-01-01';
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return dateText(
    Math.min(daysFromCivil(target.year, target.month, day), lastDayOfMonth(target.year, target.month)),
  );
}

/** @param date `YYYY-MM-DD`. @returns the date `days` later (negative: earlier), never before 0001-01-01. */
export function shiftDays(date: string, days: number): string {
  const first = daysFromCivil(1, 1, 1);
  return dateText(Math.max(first, (dayNumber(date) ?? first) + days));
}

export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');

/** 'Jan', 'Feb', … */
export const SHORT_MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3));

export function lastDayOfMonth(year: number, month: number): number {
  return month === 12 ? daysFromCivil(year, 12, 31) : daysFromCivil(year, month + 1, 1) - 1;
}

/** @param instant ISO 8601, UTC. @returns it without seconds: '2026-11-20 13:30 UTC'. */
export function minuteText(instant: string): string {
  return `${shownDayOf(instant)} ${instant.slice(11, 16)} UTC`;
}

/** @param instant ISO 8601, UTC. @returns its day in the screen's date style. */
export function shownDayOf(instant: string): string {
  return shownDate(instant.slice(0, 10));
}

const DATE_STYLES = ['iso', 'words'] as const;
export type DateStyle = (typeof DATE_STYLES)[number];
let chosen: DateStyle = 'iso';

/** Sets the screen's date style; addresses, files and copies keep `YYYY-MM-DD`. @returns the old style */
export function showDatesAs(style: DateStyle): DateStyle {
  const before = chosen;
  chosen = style;
  return before;
}

/** @returns a date `YYYY-MM-DD` in the screen's style: '2025-03-07' or '7 Mar 2025'; any other text as is. */
export function shownDate(text: string): string {
  const found = chosen === 'words' ? FORM.exec(text) : null;
  return found ? `${Number(found[3])} ${SHORT_MONTHS[Number(found[2]) - 1]} ${found[1]}` : text;
}

/** A date in a text, but not in a file's name, in an instant, or in quotation marks (a user's own text). */
const WRITTEN_DATE = /(?<![\w.'‘"@/-])\d{4}-(?:0[1-9]|1[0-2])-\d{2}(?![\w-]|\.\w)/g;

/** @returns a text with its dates `YYYY-MM-DD` in the screen's style. */
export function inDateStyle(text: string): string {
  return chosen === 'words' ? text.replaceAll(WRITTEN_DATE, shownDate) : text;
}

export function shownDay(day: number): string {
  return shownDate(dateText(day));
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, '0');
}
