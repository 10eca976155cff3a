import { Damage } from './failures.ts';
import type { Offsets } from './offsets.ts';
import type { SeriesRange } from './row-source.ts';
import type { Position } from './types.ts';

/** What a page says of itself. */
type PageRead = { count: number; more: boolean; last: Position | undefined };

/**
 * @param ranges in the order in which their rows come on a day.
 * @returns what of them a page has read: up to its last row, or all.
 */
export function rangesRead(
  ranges: readonly SeriesRange[],
  { more, last }: Pick<PageRead, 'more' | 'last'>,
): readonly SeriesRange[] {
  if (!more || !last) return ranges;
  const stopped = ranges.findIndex(({ series }) => series.id === last.place);
  return ranges.map(({ series, from, to }, at) => ({
    series,
    from,
    to: Math.min(to, at <= stopped ? last.day : last.day - 1),
  }));
}

/** @returns the rows of the ranges by the counts that are kept of them, which stand in another part of the file. */
export function countKept({ countBetween }: Offsets, ranges: readonly SeriesRange[]): number {
  let sum = 0;
  for (const { series, from, to } of ranges) sum += countBetween(series, from, to);
  return sum;
}

/**
 * A damaged page of the file can hide rows without an error of SQLite's.
 * @throws Damage where other rows were read than are counted.
 */
export function expectRows(read: number, counted: number): void {
  if (read !== counted) throw new Damage(`${read} rows were read where ${counted} are counted`);
}
