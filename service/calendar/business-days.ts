import { dateText, daysFromCivil, weekday } from './dates.ts';

/**
 * US federal holidays, business days and US Eastern time. Days are day numbers.
 * Holidays follow 5 U.S.C. 6103 and Executive Order 11582, as in force since 1978 (Martin Luther King Jr. from 1986, Juneteenth
 * from 2021). Single days of mourning or storm are not included, nor Good Friday, which is not a federal holiday.
 */

const [SUNDAY, MONDAY, WEDNESDAY, THURSDAY, SATURDAY] = [0, 1, 3, 4, 6];

/** @param nth from 1 on. @returns the nth `wanted` weekday (0 is Sunday) of a month. */
function nthWeekday(year: number, month: number, wanted: number, nth: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7;
}

/** @returns the day on which a holiday is observed: the Friday before a Saturday, the Monday after a Sunday. */
function observed(day: number): number {
  if (weekday(day) === SATURDAY) return day - 1;
  return weekday(day) === SUNDAY ? day + 1 : day;
}

/** @returns the days on which the federal holidays of a year are observed, ascending; for New Year this may be 31 December of the year before. */
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

/** @returns whether a federal holiday is observed on this day. */
export function isFederalHoliday(day: number): boolean {
  const year = Number(dateText(day).slice(0, 4));
  let kept = holidaysKept.get(year);
  if (!kept) {
    kept = new Set([...federalHolidays(year), ...federalHolidays(year + 1).slice(0, 1)]);
    holidaysKept.set(year, kept);
  }
  return kept.has(day);
}

/** @returns whether the day is a Monday to Friday and not a federal holiday. */
export function isBusinessDay(day: number): boolean {
  return weekday(day) !== SATURDAY && weekday(day) !== SUNDAY && !isFederalHoliday(day);
}

/** @returns the day itself if it is a business day, otherwise the next one. */
export function businessDayOnOrAfter(day: number): number {
  let on = day;
  while (!isBusinessDay(on)) on++;
  return on;
}

/** @returns the day itself if it is a business day, otherwise the last one before it. */
export function businessDayOnOrBefore(day: number): number {
  let on = day;
  while (!isBusinessDay(on)) on--;
  return on;
}

/** Which days a dataset's observations are dated on. */
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
 * Daylight saving time follows 15 U.S.C. 260a, as in force since 2007: from 2:00 on the second Sunday of March to 2:00 on the first
 * Sunday of November.
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns the day number and the minute of the day in US Eastern time.
 */
export function easternTime(now: number): { day: number; minutes: number } {
  const year = Number(dateText(Math.floor(now / DAY)).slice(0, 4));
  const starts = nthWeekday(year, 3, SUNDAY, 2) * DAY + 7 * 60 * MINUTE;
  const ends = nthWeekday(year, 11, SUNDAY, 1) * DAY + 6 * 60 * MINUTE;
  const eastern = now - (now >= starts && now < ends ? 4 : 5) * 60 * MINUTE;
  return { day: Math.floor(eastern / DAY), minutes: Math.floor((((eastern % DAY) + DAY) % DAY) / MINUTE) };
}

/**
 * @returns the time (milliseconds since 1970-01-01 UTC) at which clocks in US Eastern time show this minute of this day. A minute
 * that is skipped in March means the one an hour later; a minute that occurs twice in November means the first.
 */
export function easternInstant(day: number, minutes: number): number {
  const inSummer = day * DAY + (minutes + 4 * 60) * MINUTE;
  const shown = easternTime(inSummer);
  return shown.day === day && shown.minutes === minutes ? inSummer : inSummer + 60 * MINUTE;
}
