import type { Matrix, MatrixColumn } from '../matrix.ts';

/** A tenor on a day: it has a value, it was not published yet, or its value is missing within its life. */
export type TenorState = 'value' | 'unpublished' | 'missing';

/** @returns the rows of the first and the last value; -1 where there is none. */
export function lifeOf({ scaled }: Pick<MatrixColumn, 'scaled'>): { first: number; last: number } {
  const hasValue = (value: number) => !Number.isNaN(value);
  return { first: scaled.findIndex(hasValue), last: scaled.findLastIndex(hasValue) };
}

/**
 * @param from the day on which the tenor was first published, where it is known: the matrix may begin later.
 * @returns the day number on which a column begins; infinite where it has no value.
 */
export function startOf({ days }: Pick<Matrix, 'days'>, column: Pick<MatrixColumn, 'scaled'>, from?: number) {
  const { first } = lifeOf(column);
  return from ?? (first < 0 ? Number.POSITIVE_INFINITY : (days[first] as number));
}

/** @param start the day number on which the tenor begins (`startOf`). */
export function tenorState(
  { days }: Pick<Matrix, 'days'>,
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  row: number,
  start: number,
): TenorState {
  if (!Number.isNaN(scaled[row] as number)) return 'value';
  return (days[row] as number) < start ? 'unpublished' : 'missing';
}

/** The rows of the lowest and the highest value of a part of the history. */
export type BandRows = { low: number; high: number };

/**
 * The values between which a share of a column's days lies, as published: by nearest rank, the smallest value that at least this
 * share of the days is at or below (Hyndman and Fan, 'Sample Quantiles', 1996, definition 1).
 * @param start, end half-open range of rows. @param share of the lower value, 0.1; 0: lowest and highest.
 * @returns rows that have these values; `undefined` where the column has none.
 */
export function bandRows(
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  start: number,
  end: number,
  share: number,
): BandRows | undefined {
  const values = scaled.slice(start, end).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return undefined;
  values.sort();
  // Numbers alone sort in half the time of rows. Among rows of equal value the rank decides, as if the rows were sorted.
  const ranked = (part: number) => {
    const rank = Math.max(0, Math.ceil(part * values.length) - 1);
    const value = values[rank] as number;
    let row = scaled.indexOf(value, start);
    for (let more = rank - values.indexOf(value); more > 0; more--) row = scaled.indexOf(value, row + 1);
    return row;
  };
  return { low: ranked(share), high: ranked(1 - share) };
}

/** @returns the median of a column's values in a range of rows, by nearest rank; NaN where there is none. */
export function medianOf(column: Pick<MatrixColumn, 'scaled'>, start: number, end: number): number {
  const values = column.scaled.slice(start, end).filter((value) => !Number.isNaN(value));
  values.sort();
  return values[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}
