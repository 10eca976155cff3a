import { dateText, dayNumber, daysFromCivil, shiftMonths } from '../../calendar/dates.ts';
import { printDecimal } from '../exact-decimal.ts';
import { type Matrix, type MatrixColumn, rowOnOrBefore } from '../matrix.ts';
import { LONGEST_HOLE } from '../periods.ts';

/** With what a day is compared: the observation before; a week, month or year before; the last of the year before. */
export const CHANGE_SPANS = ['1d', '1w', '1m', 'YTD', '1y'] as const;
export type Span = (typeof CHANGE_SPANS)[number];

/** @returns the day that a span leads back to, of which the newest observation on or before it is taken. */
export function wantedDay(day: number, span: Span): number {
  const date = dateText(day);
  switch (span) {
    case '1d':
      return day - 1;
    case '1w':
      return day - 7;
    case '1m':
      return dayNumber(shiftMonths(date, -1)) as number;
    case '1y':
      return dayNumber(shiftMonths(date, -12)) as number;
    case 'YTD':
      return daysFromCivil(Number(date.slice(0, 4)) - 1, 12, 31);
  }
}

/** @returns the row of the newest value on or before the wanted day; `undefined` where that is more than a week older. */
export function referenceRow(
  { days }: Pick<Matrix, 'days'>,
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  wanted: number,
): number | undefined {
  for (let row = rowOnOrBefore(days, wanted); row >= 0; row--) {
    if (wanted - (days[row] as number) > LONGEST_HOLE) return undefined;
    if (!Number.isNaN(scaled[row] as number)) return row;
  }
  return undefined;
}

/** @param difference of two values in percent, as a whole number × 10^-`places`. @returns it in basis points, exact: '-17', '0.5'. */
export function basisPoints(difference: number, { places }: Pick<Matrix, 'places'>): string {
  if (places <= 2) return String(difference * 10 ** (2 - places) || 0);
  const text = printDecimal(BigInt(difference), places - 2);
  return text.replace(/\.?0+$/, '');
}

/** @returns the change of a column from one row to a later one in basis points; `undefined` where either has no value. */
export function changeBetweenRows(
  matrix: Matrix,
  { scaled }: MatrixColumn,
  from: number | undefined,
  to: number,
): string | undefined {
  const difference = from === undefined ? Number.NaN : (scaled[to] as number) - (scaled[from] as number);
  return Number.isNaN(difference) ? undefined : basisPoints(difference, matrix);
}
