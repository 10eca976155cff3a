import { dateText, daysFromCivil, weekday } from './dates.ts';

/**
 * US federal holidays, business days, and what can have been released by a moment. Days are day numbers.
 * Holidays after 5 U.S.C. 6103 and Executive Order 11582, as in force since 1978 (Martin Luther King Jr. from 1986,
 * Juneteenth from 2021); single days of mourning or storm are not known here, nor Good Friday, which is none.
 */

const [SUNDAY, MONDAY, WEDNESDAY, THURSDAY, SATURDAY] = [0, 1, 3, 4, 6];

/** @returns the nth (1, 2, …) given weekday of a month. */
function nthWeekday(year: number, month: number, wanted: number, nth: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7;
}

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
function observed(day: number): number {
  if (weekday(day) === SATURDAY) return day - 1;
  return weekday(day) === SUNDAY ? day + 1 : day;
}

/** @returns the days on which the federal holidays of a year are kept, ascending; New Year may be kept on 31 December before. */
export function federalHolidays(year: number): number[] {
  const firstOfJune = daysFromCivil(year, 6, 1);
  const lastMondayOfMay = firstOfJune - 1 - ((weekday(firstOfJune - 1) - MONDAY + 7) % 7);
  return [
    observed(daysFromCivil(year, 1, 1)),
    ...(year >= 1986 ? [nthWeekday(year, 1, MONDAY, 3)] : []),
    nthWeekday(year, 2, MONDAY, 3),
    lastMondayOfMay,
    ...(year >= 2021 ? [observed(daysFromCivil(year, 6, 19))] : []),
    observed(daysFromCivil(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    observed(daysFromCivil(year, 11, 11)),
    nthWeekday(year, 11, THURSDAY, 4),
    observed(daysFromCivil(year, 12, 25)),
  ];
}

const holidaysKept = new Map<number, ReadonlySet<number>>();

/** @returns whether a federal holiday is kept on this day. */
export function isFederalHoliday(day: number): boolean {
  const year = Number(dateText(day).slice(0, 4));
  let kept = holidaysKept.get(year);
  if (!kept) {
    kept = new Set([...federalHolidays(year), ...federalHolidays(year + 1).slice(0, 1)]);
    holidaysKept.set(year, kept);
  }
  return kept.has(day);
}

/** @returns whether the day is Monday to Friday and no federal holiday. */
export function isBusinessDay(day: number): boolean {
  return weekday(day) !== SATURDAY && weekday(day) !== SUNDAY && !isFederalHoliday(day);
}

/** @returns the day itself where it is a business day, else the next one. */
export function businessDayOnOrAfter(day: number): number {
  let on = day;
  while (!isBusinessDay(on)) on++;
  return on;
}

/** @returns the day itself where it is a business day, else the one before. */
export function businessDayOnOrBefore(day: number): number {
  let on = day;
  while (!isBusinessDay(on)) on--;
  return on;
}

/** The days that observations are dated on. */
export type ObservedOn = 'Saturday' | 'Wednesday' | 'first of month' | 'business day';

/** @returns the newest day on or before `day` that observations of this kind are dated on. */
export function observedOnOrBefore(kind: ObservedOn, day: number): number {
  switch (kind) {
    case 'Saturday':
      return day - ((weekday(day) - SATURDAY + 7) % 7);
    case 'Wednesday':
      return day - ((weekday(day) - WEDNESDAY + 7) % 7);
    case 'first of month':
      return day - (Number(dateText(day).slice(8)) - 1);
    case 'business day':
      return businessDayOnOrBefore(day);
  }
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * US Eastern day and minute of the day of a moment (milliseconds since 1970-01-01 UTC). Daylight saving as in force
 * since 2007 (15 U.S.C. 260a): from 2:00 on the second Sunday of March to 2:00 on the first Sunday of November.
 */
export function easternTime(now: number): { day: number; minutes: number } {
  const year = Number(dateText(Math.floor(now / DAY)).slice(0, 4));
  const starts = nthWeekday(year, 3, SUNDAY, 2) * DAY + 7 * 60 * MINUTE;
  const ends = nthWeekday(year, 11, SUNDAY, 1) * DAY + 6 * 60 * MINUTE;
  const eastern = now - (now >= starts && now < ends ? 4 : 5) * 60 * MINUTE;
  return { day: Math.floor(eastern / DAY), minutes: Math.floor((((eastern % DAY) + DAY) % DAY) / MINUTE) };
}

/**
 * The moment (milliseconds since 1970-01-01 UTC) at which clocks in US Eastern time show this minute of this day. A minute
 * that is skipped in March is taken as the one an hour later; of one that comes twice in November, the first.
 */
export function easternInstant(day: number, minutes: number): number {
  const inSummer = day * DAY + (minutes + 4 * 60) * MINUTE;
  const shown = easternTime(inSummer);
  return shown.day === day && shown.minutes === minutes ? inSummer : inSummer + 60 * MINUTE;
}
