import { dateText, daysFromCivil, lastDayOfMonth, SHORT_MONTHS } from '../../service/calendar/dates.ts';
import { RECESSIONS } from '../../service/series-math/recessions.ts';
import type { DateRange, RangeChoice } from '../../service/view/types.ts';

export type NamedRange = { name: string; choice: RangeChoice };

/** The beginning of a recession: the first day of the month of its peak. */
type RecessionStart = { name: string; date: string };

/** @param held first and last day of the data. @returns the recessions that begin between them, the latest first: 'Feb 2020'. */
export function recessionStarts(held: DateRange): RecessionStart[] {
  return RECESSIONS.filter((one) => one.from >= held.from && one.from <= held.to)
    .toReversed()
    .map((one) => ({
      name: `${SHORT_MONTHS[Number(one.from.slice(5, 7)) - 1]} ${one.from.slice(0, 4)}`,
      date: one.from,
    }));
}

/** @returns ranges from the beginning of each recession; their end moves on with the data. */
export function sinceRecessions(held: DateRange): NamedRange[] {
  return recessionStarts(held).map(({ name, date }) => ({ name: `Since ${name}`, choice: { since: date } }));
}

/**
 * @returns the last whole quarter, calendar year and fiscal year before `today`, and the fiscal year to date. The fiscal year of the
 * US government begins in October.
 */
export function lastPeriods(today: string): NamedRange[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  const [quarterYear, quarterMonth] = quarter === 0 ? [year - 1, 10] : [year, quarter * 3 - 2];
  const fiscalYear = month >= 10 ? year : year - 1;
  return [
    {
      name: `Last quarter (${quarterYear} Q${(quarterMonth + 2) / 3})`,
      choice: between(quarterYear, quarterMonth, quarterYear, quarterMonth + 2),
    },
    { name: `Last year (${year - 1})`, choice: between(year - 1, 1, year - 1, 12) },
    { name: `Fiscal year to date (FY${fiscalYear + 1})`, choice: { since: first(fiscalYear, 10) } },
    { name: `Last fiscal year (FY${fiscalYear})`, choice: between(fiscalYear - 1, 10, fiscalYear, 9) },
  ];
}

function between(fromYear: number, fromMonth: number, toYear: number, toMonth: number): RangeChoice {
  return { from: first(fromYear, fromMonth), to: dateText(lastDayOfMonth(toYear, toMonth)) };
}

function first(year: number, month: number): string {
  return dateText(daysFromCivil(year, month, 1));
}
