import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import { lagOf } from '../../service/series-math/units.ts';
import type { DateRange } from '../../service/view/types.ts';

/** The weeks of the release, each dated by its Wednesday. */
export const CADENCE = cadenceOf(FACTORS_AFFECTING_RESERVE_BALANCES);

/** The week on the screen and the two that it is compared with, `YYYY-MM-DD`. */
export type Weeks = { week: string; weekBefore: string; yearBefore: string };

/** @returns a week, the week before, and the week a year before: 52 weeks, as for every change from a year ago. */
export function weeksOf(week: string): Weeks {
  return {
    week,
    weekBefore: shiftWeeks(week, -lagOf('chg', CADENCE.frequency)),
    yearBefore: shiftWeeks(week, -lagOf('ch1', CADENCE.frequency)),
  };
}

/** @returns the day itself if it is a Wednesday, else the last Wednesday before it. @param date a real day, `YYYY-MM-DD` */
export function statementWeek(date: string): string {
  const day = dayNumber(date) as number;
  const wednesday = periodDate(periodOf(day, CADENCE), CADENCE);
  return dateText(wednesday === day ? day : wednesday - 7);
}

/** @returns the Wednesday `by` weeks later. @param week a Wednesday @param by negative: earlier */
export function shiftWeeks(week: string, by: number): string {
  return dateText((dayNumber(week) as number) + 7 * by);
}

/**
 * @returns the week to show: the one in the address, or the nearest with data and in `problem` a sentence that says so.
 * @param held the first and the last week with data
 */
export function statementToShow(
  date: string | undefined,
  held: DateRange,
): { week: string; problem?: string } {
  if (date === undefined) return { week: held.to };
  if (dayNumber(date) === undefined)
    return {
      week: held.to,
      problem: `'${date}' in the link is not a date of the form YYYY-MM-DD: this is the newest week.`,
    };
  const week = date < held.from ? date : statementWeek(date);
  if (week < held.from)
    return { week: held.from, problem: `There are no data for ${date}: this is the first week.` };
  if (week > held.to)
    return { week: held.to, problem: `There are no data for ${date} yet: this is the newest week.` };
  return { week };
}

/**
 * @returns the days to load for a week: the same for all weeks of a year, so that stepping through them loads nothing new.
 * @param held limits the end, because the API refuses days in the future
 */
export function loadedRange(week: string, held: DateRange): DateRange {
  const year = Number(week.slice(0, 4));
  const end = `${week.slice(0, 4)}-12-31`;
  return { from: `${String(year - 1).padStart(4, '0')}-01-01`, to: end < held.to ? end : held.to };
}

/** The codes of all lines, in order. */
export const STATEMENT_CODES: readonly string[] = RESERVE_STATEMENT.flatMap(({ lines }) =>
  lines.flatMap(({ code }) => code ?? []),
);

export const CHOICES = STATEMENT_CODES.map((code) => ({
  dataset: FACTORS_AFFECTING_RESERVE_BALANCES.id,
  code,
  area: '',
}));

/** @returns the first and the last week with a value in any line, or `undefined` where there are no data. */
export function heldWeeks({ series }: CatalogDataset): DateRange | undefined {
  const own = series.filter(({ code }) => STATEMENT_CODES.includes(code));
  const from = own.flatMap(({ first_date }) => first_date ?? []).sort()[0];
  const to = own
    .flatMap(({ last_date }) => last_date ?? [])
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? undefined : { from, to };
}
