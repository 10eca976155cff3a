import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import { lagOf } from '../../service/series-math/units.ts';
import type { DateRange } from '../api/index.ts';

/** The weeks of the release, each dated by its Wednesday. */
export const CADENCE = cadenceOf(FACTORS_AFFECTING_RESERVE_BALANCES);

/** The week that is shown and the two that it is compared with, `YYYY-MM-DD`. */
export type Weeks = { week: string; weekBefore: string; yearBefore: string };

/** @returns a week with those before it: by one week, and by a year, which is 52 weeks as for every change from a year ago. */
export function weeksOf(week: string): Weeks {
  return {
    week,
    weekBefore: shiftWeeks(week, -lagOf('chg', CADENCE.frequency)),
    yearBefore: shiftWeeks(week, -lagOf('ch1', CADENCE.frequency)),
  };
}

/** @returns the Wednesday of a day: itself, or the last one before it. @param date a real day, `YYYY-MM-DD` */
export function weekOf(date: string): string {
  const day = dayNumber(date) as number;
  const wednesday = periodDate(periodOf(day, CADENCE), CADENCE);
  return dateText(wednesday === day ? day : wednesday - 7);
}

/** @param week a Wednesday; @param by negative: earlier */
export function shiftWeeks(week: string, by: number): string {
  return dateText((dayNumber(week) as number) + 7 * by);
}

/**
 * @returns the week that an address asks for, within those that are held, and in `said` a sentence where it is not the asked one.
 * @param held the first and the last week that there is anything of
 */
export function askedWeek(date: string | undefined, held: DateRange): { week: string; said?: string } {
  if (date === undefined) return { week: held.to };
  if (dayNumber(date) === undefined)
    return {
      week: held.to,
      said: `'${date}' in the link is no day written as YYYY-MM-DD: this is the newest week.`,
    };
  const week = date < held.from ? date : weekOf(date);
  if (week < held.from)
    return { week: held.from, said: `Nothing is held of ${date}: this is the first week.` };
  if (week > held.to)
    return { week: held.to, said: `Nothing is held of ${date} yet: this is the newest week.` };
  return { week };
}

/**
 * @returns the days to be loaded for a week: the same for all weeks of a year, so that stepping asks for nothing new.
 * @param held no day after it is asked for: the API refuses the future
 */
export function loadedRange(week: string, held: DateRange): DateRange {
  const year = Number(week.slice(0, 4));
  const end = `${week.slice(0, 4)}-12-31`;
  return { from: `${String(year - 1).padStart(4, '0')}-01-01`, to: end < held.to ? end : held.to };
}

/** The codes of all lines, in their order. */
export const STATEMENT_CODES: readonly string[] = STATEMENT.flatMap(({ lines }) =>
  lines.flatMap(({ code }) => code ?? []),
);
