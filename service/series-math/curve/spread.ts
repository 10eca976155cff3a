import type { Matrix } from '../matrix.ts';
import { LONGEST_HOLE } from '../periods.ts';

/** The difference of two tenors on the days that have both. */
export type SpreadSeries = {
  readonly days: Int32Array;
  /** Whole numbers × 10^-places of the matrix. */
  readonly scaled: Float64Array;
  /** The rows of the matrix. */
  readonly rows: Int32Array;
};

/** Days in a row on which a spread is below zero: day numbers of the first and the last, and how many observations. */
export type Inversion = { from: number; to: number; count: number };

/** What is known of a spread up to a day. */
export type SpreadFacts = {
  count: number;
  /** Days below zero, and days at exactly zero, which are flat, not inverted. */
  below: number;
  flat: number;
  runs: readonly Inversion[];
  /** Of equal ones the first. Indices into the series; -1 where it is empty. */
  lowest: number;
  highest: number;
};

/** @param long, short names of columns. @returns long − short, exact; empty where the matrix lacks either. */
export function matrixSpread({ days, columns }: Matrix, long: string, short: string): SpreadSeries {
  const a = columns.find(({ name }) => name === long)?.scaled;
  const b = columns.find(({ name }) => name === short)?.scaled;
  const rows: number[] = [];
  const scaled: number[] = [];
  for (let row = 0; a && b && row < days.length; row++) {
    const difference = (a[row] as number) - (b[row] as number);
    if (Number.isNaN(difference)) continue;
    rows.push(row);
    scaled.push(difference);
  }
  return {
    days: Int32Array.from(rows, (row) => days[row] as number),
    scaled: Float64Array.from(scaled),
    rows: Int32Array.from(rows),
  };
}

/** @param end index after the last observation that counts. A run ends at zero, above it, and where days are missing. */
export function spreadFacts({ days, scaled }: SpreadSeries, end = days.length): SpreadFacts {
  const runs: Inversion[] = [];
  const facts = { count: end, below: 0, flat: 0, runs, lowest: end > 0 ? 0 : -1, highest: end > 0 ? 0 : -1 };
  for (let i = 0; i < end; i++) {
    const value = scaled[i] as number;
    const day = days[i] as number;
    if (value < (scaled[facts.lowest] as number)) facts.lowest = i;
    if (value > (scaled[facts.highest] as number)) facts.highest = i;
    if (value === 0) facts.flat++;
    if (value >= 0) continue;
    facts.below++;
    const open = runs.at(-1);
    const goesOn = open && open.to === days[i - 1] && day - open.to - 1 <= LONGEST_HOLE;
    if (goesOn) {
      open.to = day;
      open.count++;
    } else runs.push({ from: day, to: day, count: 1 });
  }
  return facts;
}

/** @returns the longest run, of equal ones the first. */
export function longestRun(runs: readonly Inversion[]): Inversion | undefined {
  return runs.reduce<Inversion | undefined>(
    (longest, run) => (longest && longest.count >= run.count ? longest : run),
    undefined,
  );
}

/** How many of the values are at or below one of them. */
export type SpreadRank = { count: number; of: number };

/** @param start, end half-open range of indices. @returns how many of them have a value at or below `value`; NaN does not count. */
export function rankOf(scaled: Float64Array, value: number, start: number, end: number): SpreadRank {
  const rank = { count: 0, of: 0 };
  for (let i = start; i < end; i++) {
    const one = scaled[i] as number;
    if (Number.isNaN(one)) continue;
    rank.of++;
    if (one <= value) rank.count++;
  }
  return rank;
}
