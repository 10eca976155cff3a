import { closedDayText, isMarketDay } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { type CurveSpread, TENORS, type Tenor } from '../../service/datasets/yields/curve.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import {
  type BandRows,
  bandRows,
  CHANGE_SPANS,
  matrixSpread,
  type Span,
  type SpreadSeries,
  startOf,
  wantedDay,
} from '../../service/series-math/curve.ts';
import { type Matrix, type MatrixColumn, matrixOf, rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import type { YieldsState } from './search.ts';

/** A tenor with its values and the day number of its first publication. */
export type TenorColumn = Tenor & MatrixColumn & { start: number };

/** All curves: one row per day, one column per tenor, from short to long. */
export type Curves = Omit<Matrix, 'columns'> & { readonly columns: readonly TenorColumn[] };

/** @returns the curves of a table of yields. Tenors missing from the table have no values. */
export function curvesOf(table: Matrix): Curves {
  const whole = matrixOf(
    table.days,
    TENORS.map(({ code }) => ({
      name: code,
      texts: table.columns.find(({ name }) => name === code)?.texts ?? [],
    })),
  );
  const columns = whole.columns.map((column, i) => {
    const tenor = TENORS[i] as Tenor;
    const known = YIELDS.series.find(({ code }) => code === tenor.code)?.historyFrom ?? YIELDS.historyFrom;
    return { ...tenor, ...column, start: startOf(whole, column, dayNumber(known ?? '')) };
  });
  return { ...whole, columns };
}

export function tenorColumn({ columns }: Curves, code: string): TenorColumn {
  return columns.find((column) => column.code === code) as TenorColumn;
}

export function dateOf({ days }: Curves, row: number): string {
  return dateText(days[row] as number);
}

export type ComparedCurve = {
  word: string;
  /** Row of the compared curve; `undefined` if there is none, for the reason `why`. */
  row: number | undefined;
  why: string;
};

/** @returns the curve for a word of the address, a span ('1w') or a date. @param row the shown day */
export function comparedCurve(curves: Curves, row: number, word: string): ComparedCurve {
  const isSpan = (CHANGE_SPANS as readonly string[]).includes(word);
  const wanted = isSpan ? wantedDay(curves.days[row] as number, word as Span) : (dayNumber(word) as number);
  const found = rowOnOrBefore(curves.days, wanted);
  if (found < 0)
    return { word, row: undefined, why: `There is no curve of ${shownDate(dateText(wanted))} or before.` };
  if (wanted - (curves.days[found] as number) > LONGEST_HOLE)
    return {
      word,
      row: undefined,
      why: `There is no curve of ${shownDate(dateText(wanted))} or the week before; the newest before it has the date ${shownDate(dateOf(curves, found))}.`,
    };
  return { word, row: found, why: '' };
}

/** @returns the row of a date, or the newest row without one; `note` explains if another day is shown. */
export function curveDay(curves: Curves, asked: string | undefined): { row: number; note: string } {
  const newest = curves.days.length - 1;
  if (asked === undefined) return { row: newest, note: '' };
  const day = dayNumber(asked) as number;
  const row = Math.max(0, rowOnOrBefore(curves.days, day));
  const shown = dateOf(curves, row);
  return { row, note: shown === asked ? '' : `${dayText(day)}: ${shownDate(shown)} is shown.` };
}

function dayText(day: number): string {
  const date = shownDate(dateText(day));
  return isMarketDay(day) ? `There is no curve of ${date}` : `${date} is ${closedDayText(day)}`;
}

export type SpreadLine = CurveSpread & SpreadSeries & { numbers: Float64Array };

export function spreadLine(curves: Curves, spread: CurveSpread): SpreadLine {
  const series = matrixSpread(curves, spread.long, spread.short);
  return { ...spread, ...series, numbers: series.scaled.map((one) => one / 10 ** curves.places) };
}

/** @returns the index of a spread's newest observation on or before a curves row; -1 if there is none. */
export function spreadAt({ rows }: SpreadLine, row: number): number {
  return rowOnOrBefore(rows, row);
}

/** The band of a range: for each tenor, the rows whose values are the band's low and high end. */
export type BandEnds = {
  rows: readonly (BandRows | undefined)[];
  name: string;
  /** Names of the ends: '10th percentile', '90th percentile'. */
  words: readonly [low: string, high: string];
  from: string;
  to: string;
};

/** @returns the band, without tenors published on fewer than half of the days: they cover another time. */
export function bandEnds(
  curves: Curves,
  band: YieldsState['band'],
  { start, end }: { start: number; end: number },
): BandEnds | undefined {
  if (band === 'off' || start >= end) return undefined;
  const share = band === '10-90' ? 0.1 : 0;
  return {
    rows: curves.columns.map((column) => {
      const count = column.scaled.subarray(start, end).filter((value) => !Number.isNaN(value)).length;
      return 2 * count < end - start ? undefined : bandRows(column, start, end, share);
    }),
    name: share === 0 ? 'Lowest to highest' : '10th to 90th percentile',
    words: share === 0 ? ['lowest', 'highest'] : ['10th percentile', '90th percentile'],
    from: dateOf(curves, start),
    to: dateOf(curves, end - 1),
  };
}
