import { Damage } from './failures.ts';
import type { Offsets } from './offsets.ts';
import type { SeriesRange } from './row-source.ts';
import type { ObservationPage } from './types.ts';

/** The parts of `ObservationPage` that tell where it ended. */
type PageEnd = Pick<ObservationPage, 'more' | 'last'>;

/**
 * @param ranges in the order in which rows of the same day come.
 * @returns the part of each range that a page has read: up to its last row, or everything if no row follows.
 */
export function rangesRead(ranges: readonly SeriesRange[], { more, last }: PageEnd): readonly SeriesRange[] {
  if (!more || !last) return ranges;
  const stopped = ranges.findIndex(({ series }) => series.id === last.seriesId);
  return ranges.map(({ series, from, to }, at) => ({
    series,
    from,
    to: Math.min(to, at <= stopped ? last.day : last.day - 1),
  }));
}

/** @returns the number of rows in the ranges according to the stored counts, which are in other pages of the file than the rows. */
export function countKept({ countBetween }: Offsets, ranges: readonly SeriesRange[]): number {
  let sum = 0;
  for (const { series, from, to } of ranges) sum += countBetween(series, from, to);
  return sum;
}

/**
 * Checks the number of rows read, because a damaged page can hide rows without an error from SQLite.
 * @throws Damage if it differs from the stored count.
 */
export function expectRows(read: number, counted: number): void {
  if (read !== counted) throw new Damage(`${read} rows were read where ${counted} are counted`);
}
