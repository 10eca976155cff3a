import { dayNumber } from '../calendar/dates.ts';
import { indexAtOrAfter } from './decimate.ts';
import { parseDecimal, printDecimal, rescaled } from './exact-decimal.ts';

/** The observations of one series on the days of a matrix. */
export type MatrixColumn = {
  /** `US10Y`; for a series by state `initial_claims.CA`. */
  readonly name: string;
  /** Value texts as published; `undefined` if there is none. */
  readonly texts: readonly (string | undefined)[];
  /** The same values as whole numbers × 10^-`places` of the matrix; NaN if there is none. */
  readonly scaled: Float64Array;
};

/**
 * Several series on the same days. All values are whole numbers of one scale, so that sums and differences
 * are exact (up to 2^53: 15 digits).
 */
export type Matrix = {
  /** Ascending day numbers. */
  readonly days: Int32Array;
  /** Decimals of the most precise value. */
  readonly places: number;
  readonly columns: readonly MatrixColumn[];
};

/** @param csv the API's wide CSV: 'date,US2Y,US10Y' and a row per date; empty cells for missing values. */
export function matrixOfCsv(csv: string): Matrix {
  const [head = '', ...lines] = csv.trimEnd().split('\n');
  const names = head.trim().split(',').slice(1);
  const days = new Int32Array(lines.length);
  const texts = names.map(() => new Array<string | undefined>(lines.length));
  // Most texts repeat, so each is stored once.
  const known = new Map<string, string>();
  for (const [row, line] of lines.entries()) {
    const cells = line.trim().split(',');
    days[row] = dayNumber(cells[0] ?? '') ?? Number.NaN;
    for (const [i, column] of texts.entries()) {
      const text = cells[i + 1] ?? '';
      if (text === '') continue;
      if (!known.has(text)) known.set(text, text);
      column[row] = known.get(text);
    }
  }
  return matrixOf(
    days,
    names.map((name, i) => ({ name, texts: texts[i] as (string | undefined)[] })),
  );
}

/** @param days ascending. @param columns a text or `undefined` for each day */
export function matrixOf(days: Int32Array, columns: readonly Pick<MatrixColumn, 'name' | 'texts'>[]): Matrix {
  const exact = new Map<string, number>();
  for (const { texts } of columns) for (const text of texts) if (text !== undefined) exact.set(text, 0);
  const places = Math.max(0, ...[...exact.keys()].map((text) => parseDecimal(text).places));
  for (const text of exact.keys()) exact.set(text, Number(rescaled(parseDecimal(text), places)));
  return {
    days,
    places,
    columns: columns.map(({ name, texts }) => ({
      name,
      texts,
      scaled: Float64Array.from({ length: days.length }, (_, row) => {
        const text = texts[row];
        return text === undefined ? Number.NaN : (exact.get(text) as number);
      }),
    })),
  };
}

/** @returns the value text of a scaled number: 432 → '4.32'. */
export function scaledText({ places }: Pick<Matrix, 'places'>, scaled: number): string {
  return printDecimal(BigInt(scaled), places);
}

/** @returns the last row on or before a day; -1 if there is none. */
export function rowOnOrBefore(days: Int32Array, day: number): number {
  return indexAtOrAfter(days, day + 1) - 1;
}
