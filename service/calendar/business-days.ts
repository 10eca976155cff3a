import { dateText, daysFromCivil, WEEKDAYS, weekday } from './dates.ts';

/**
 * US holidays, publishers' working days, days with values, and US Eastern time. Days are day numbers.
 * Holidays follow 5 U.S.C. 6103 and Executive Order 11582, as in force since 1978 (Martin Luther King Jr.
 * from 1986, Juneteenth from 2021). Federal offices, Federal Reserve Banks and the bond market differ if a
 * holiday falls on a Saturday, and on Good Friday, which is not a federal holiday.
 */

const [SUNDAY, MONDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 3, 4, 5, 6];

/** @param nth from 1 on. @returns the nth `wanted` weekday (0 is Sunday) of a month. */
function nthWeekday(year: number, month: number, wanted: number, nth: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((wanted - weekday(first) + 7) % 7) + (nth - 1) * 7;
}

/** @returns the day on which a holiday is observed: Friday for a Saturday, Monday for a Sunday. */
function observed(day: number): number {
  if (weekday(day) === SATURDAY) return day - 1;
  return weekday(day) === SUNDAY ? day + 1 : day;
}

/** @returns the observed days of a year's federal holidays, ascending. New Year's may be 31 December. */
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

export function isFederalHoliday(day: number): boolean {
  const year = Number(dateText(day).slice(0, 4));
  let kept = holidaysKept.get(year);
  if (!kept) {
    kept = new Set([...federalHolidays(year), ...federalHolidays(year + 1).slice(0, 1)]);
    holidaysKept.set(year, kept);
  }
  return kept.has(day);
}

/** @returns whether federal offices work, and so can publish: Monday to Friday without a federal holiday. */
export function isBusinessDay(day: number): boolean {
  return weekday(day) !== SATURDAY && weekday(day) !== SUNDAY && !isFederalHoliday(day);
}

export function businessDayOnOrAfter(day: number): number {
  let on = day;
  while (!isBusinessDay(on)) on++;
  return on;
}

export function businessDayOnOrBefore(day: number): number {
  return lastSuchDay(isBusinessDay, day);
}

/** Holidays that can fall on a Saturday, and whether the bond market then closes on the Friday before. */
const SATURDAYS: Readonly<Record<string, boolean>> = {
  '01-01': false,
  '06-19': true,
  '07-04': true,
  '11-11': false,
  '12-25': true,
};
/** For a Friday before a Saturday holiday: whether the bond market is closed; else `undefined`. */
function closedBeforeSaturday(day: number): boolean | undefined {
  return weekday(day) === FRIDAY && isFederalHoliday(day) ? SATURDAYS[dateText(day + 1).slice(5)] : undefined;
}

/**
 * True if the Federal Reserve Banks are open, so that the debt has a value. They also work on the Friday
 * before a holiday on a Saturday.
 */
export function isBankDay(day: number): boolean {
  return isBusinessDay(day) || closedBeforeSaturday(day) !== undefined;
}

/** Unscheduled closings since 1990: for former presidents, after 11 September 2001, for a hurricane. */
const CLOSED = ['1994-04-27', '2001-09-11', '2001-09-12', '2004-06-11', '2012-10-30', '2018-12-05'];
/** An exception: Juneteenth became law only on the day before this Friday. */
const OPEN = '2021-06-18';

/** @returns whether the Treasury's yield curve has values: SIFMA's recommended market days, from 1990. */
export function isMarketDay(day: number): boolean {
  const date = dateText(day);
  const isClosed = closedBeforeSaturday(day);
  if (isClosed !== undefined) return !isClosed || date === OPEN;
  return isBusinessDay(day) && !CLOSED.includes(date) && !(isGoodFriday(day) && !hasPayrolls(date));
}

/** True if payrolls fall on Good Friday (first Friday of April): since 1996 the market is open till noon. */
function hasPayrolls(goodFriday: string): boolean {
  return goodFriday >= '1996' && goodFriday.slice(5) >= '04-01' && goodFriday.slice(5) <= '04-07';
}

/** Good Friday is two days before Easter (Gregorian calendar, algorithm of Meeus, Jones and Butcher). */
function isGoodFriday(day: number): boolean {
  if (weekday(day) !== FRIDAY) return false;
  const year = Number(dateText(day).slice(0, 4));
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const epact =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const toSunday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - epact - (c % 4)) % 7;
  const m = Math.floor((a + 11 * epact + 22 * toSunday) / 451);
  const index = epact + toSunday - 7 * m + 114;
  return day === daysFromCivil(year, Math.floor(index / 31), (index % 31) + 1) - 2;
}

/** @param day without values. @returns why: 'a Saturday', 'a federal holiday', 'Good Friday' … */
export function closedDayText(day: number): string {
  const name = WEEKDAYS[weekday(day)];
  if (name === 'Saturday' || name === 'Sunday') return `a ${name}`;
  if (isFederalHoliday(day)) return 'a federal holiday';
  return isGoodFriday(day) ? 'Good Friday' : 'a day on which the bond market was closed';
}

/** The days that date a dataset's observations. */
export type ObservedOn = 'Saturday' | 'Wednesday' | 'first of month' | 'bank day' | 'market day';

/** @returns the newest day on or before `day` that can date an observation. */
export function observedOnOrBefore(kind: ObservedOn, day: number): number {
  switch (kind) {
    case 'Saturday':
      return day - ((weekday(day) - SATURDAY + 7) % 7);
    case 'Wednesday':
      return day - ((weekday(day) - WEDNESDAY + 7) % 7);
    case 'first of month':
      return day - (Number(dateText(day).slice(8)) - 1);
    case 'bank day':
      return lastSuchDay(isBankDay, day);
    case 'market day':
      return lastSuchDay(isMarketDay, day);
  }
}

function lastSuchDay(is: (day: number) => boolean, day: number): number {
  let on = day;
  while (!is(on)) on--;
  return on;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * Daylight saving time follows 15 U.S.C. 260a, as in force since 2007: from 2:00 on the second Sunday of
 * March to 2:00 on the first Sunday of November. @param now milliseconds since 1970-01-01 UTC. @returns the
 * day number and the minute of the day in US Eastern time
 */
export function easternTime(now: number): { day: number; minutes: number } {
  const year = Number(dateText(Math.floor(now / DAY)).slice(0, 4));
  const starts = nthWeekday(year, 3, SUNDAY, 2) * DAY + 7 * 60 * MINUTE;
  const ends = nthWeekday(year, 11, SUNDAY, 1) * DAY + 6 * 60 * MINUTE;
  const eastern = now - (now >= starts && now < ends ? 4 : 5) * 60 * MINUTE;
  return { day: Math.floor(eastern / DAY), minutes: Math.floor((((eastern % DAY) + DAY) % DAY) / MINUTE) };
}

/**
 * @returns the moment (ms since 1970 UTC) at which Eastern clocks show this minute. A skipped minute gives
 * the moment an hour later, a repeated minute the first.
 */
export function easternInstant(day: number, minutes: number): number {
  const inSummer = day * DAY + (minutes + 4 * 60) * MINUTE;
  const shown = easternTime(inSummer);
  return shown.day === day && shown.minutes === minutes ? inSummer : inSummer + 60 * MINUTE;
}
