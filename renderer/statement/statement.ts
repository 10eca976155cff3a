import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES as H41 } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { periodDate, periodOf } from '../../service/series-math/periods.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import { transform } from '../../service/series-math/transform.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { lagOf } from '../../service/series-math/units.ts';
import type { DateRange } from '../../service/view/types.ts';

const CADENCE = cadenceOf(H41);

/** The week on the screen and the two weeks to compare with, `YYYY-MM-DD`. */
export type Weeks = { week: string; weekBefore: string; yearBefore: string };

/** @returns a week, the week before, and 52 weeks before, which counts as a year ago everywhere. */
export function weeksOf(week: string): Weeks {
  return {
    week,
    weekBefore: shiftWeeks(week, -lagOf('chg', CADENCE.frequency)),
    yearBefore: shiftWeeks(week, -lagOf('ch1', CADENCE.frequency)),
  };
}

/** @returns the day if it is a Wednesday, otherwise the Wednesday before. @param date a valid `YYYY-MM-DD` */
export function statementWeek(date: string): string {
  const day = dayNumber(date) as number;
  const wednesday = periodDate(periodOf(day, CADENCE), CADENCE);
  return dateText(wednesday === day ? day : wednesday - 7);
}

/** @returns the Wednesday `by` weeks later, or earlier if negative. @param week a Wednesday */
export function shiftWeeks(week: string, by: number): string {
  return dateText((dayNumber(week) as number) + 7 * by);
}

/**
 * @returns the week to show: the one in the address, or the nearest with data and a sentence in `problem`.
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
 * @returns the days to load for a week, equal for all weeks of a year, so that stepping loads nothing new.
 * @param held limits the end, because the API refuses days in the future
 */
export function loadedRange(week: string, held: DateRange): DateRange {
  const year = Number(week.slice(0, 4));
  const end = `${week.slice(0, 4)}-12-31`;
  return { from: `${String(year - 1).padStart(4, '0')}-01-01`, to: end < held.to ? end : held.to };
}

export const STATEMENT_CODES: readonly string[] = RESERVE_STATEMENT.flatMap(({ lines }) =>
  lines.flatMap(({ code }) => code ?? []),
);

export const CHOICES = STATEMENT_CODES.map((code) => ({ dataset: H41.id, code, area: '' }));

/** @returns the first and the last week with a value in any line; `undefined` if there are no data. */
export function heldWeeks({ series }: CatalogDataset): DateRange | undefined {
  const own = series.filter(({ code }) => STATEMENT_CODES.includes(code));
  const [from] = own.flatMap(({ first_date }) => first_date ?? []).sort();
  const [to] = own
    .flatMap(({ last_date }) => last_date ?? [])
    .sort()
    .reverse();
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** A line's numbers in one week, as value texts; `undefined` if an observation is missing. */
export type StatementCells = Record<'level' | 'fromWeekBefore' | 'fromYearBefore', string | undefined>;

/** @returns a week's level and its exact changes from a week and a year before. @param week a valid day */
export function cellsOf(series: TimeSeries | undefined, week: string): StatementCells {
  const day = dayNumber(week) as number;
  const at = (units: Units): string | undefined => {
    if (!series) return undefined;
    const { days, values } = transform(series, units, CADENCE);
    return values[days.indexOf(day)];
  };
  return { level: at('lin'), fromWeekBefore: at('chg'), fromYearBefore: at('ch1') };
}

type StatementContent = {
  weeks: Weeks;
  cells: ReadonlyMap<string, StatementCells>;
  unit: string;
  isSample: boolean;
};

/** @returns the statement tab-separated, for spreadsheets: no digit grouping, empty cells for no value. */
export function statementTsv({ weeks, cells, unit, isSample }: StatementContent): string {
  const head = [
    isSample ? `Sample data, ${unit}` : unit,
    `Wednesday level ${weeks.week}`,
    `Change from ${weeks.weekBefore}`,
    `Change from ${weeks.yearBefore}`,
  ];
  const body = RESERVE_STATEMENT.flatMap(({ title, lines }) => [
    [title, '', '', ''],
    ...lines.map(({ label, code }) => [
      label,
      ...numbersOf(code === undefined ? undefined : cells.get(code)),
    ]),
  ]);
  return [head, ...body].map((row) => row.join('\t')).join('\n');
}

/** @returns the statement as CSV for programs: one row per line, with section, code and three dates. */
export function statementCsv({ weeks, cells, unit }: StatementContent): string {
  const head =
    'section,line,series,unit,date,level,week_before,change_from_week_before,year_before,change_from_year_before';
  const rows = RESERVE_STATEMENT.flatMap(({ title, lines }) =>
    lines.flatMap(({ label, code }) => {
      if (code === undefined) return [];
      const [level = '', week = '', year = ''] = numbersOf(cells.get(code));
      return [[title, label, code, unit, weeks.week, level, weeks.weekBefore, week, weeks.yearBefore, year]];
    }),
  );
  return `${[head, ...rows.map((row) => row.map((cell) => csvCell(cell)).join(','))].join('\n')}\n`;
}

/** @returns the CSV's file name, which marks sample data. */
export function statementFileName({ weeks, isSample }: StatementContent): string {
  return `fed-balance-sheet-${weeks.week}${isSample ? '-sample' : ''}.csv`;
}

function numbersOf(cells: StatementCells | undefined): string[] {
  return [cells?.level ?? '', cells?.fromWeekBefore ?? '', cells?.fromYearBefore ?? ''];
}
