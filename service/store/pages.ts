import { CellBuffers, grown, type RowSource, type SeriesRange, unpackRows } from './row-source.ts';
import type { ObservationPage, Position } from './types.ts';

/** @returns the day until which the ranges have about `rows` rows; never before their first day. */
export type EstimateDay = (ranges: readonly SeriesRange[], rows: number) => number;

/** After every day. A small integer, because it is faster to compare than infinity. */
const NO_DAY = 0x3fffffff;

type SeriesColumnId = ReturnType<typeof unpackRows>;

export type Pages = ReturnType<typeof openPages>;

/** @returns a reader of pages. `estimate` only decides how many days are read at a time: the result is right even if it is wrong. */
export function openPages({ read, follows }: RowSource) {
  const cells = new CellBuffers();
  let order = new Uint32Array(0);

  /** Appends the rows of the columns from index `base` on to the `count` rows in `order`, up to `limit`. @returns the new number of rows. */
  function merge(columns: readonly SeriesColumnId[], base: number, count: number, limit: number): number {
    const rows = columns.reduce((sum, column, index) => (index < base ? sum : sum + column.count), 0);
    const end = Math.min(limit, count + rows);
    if (order.length < end) order = grown(order, end);
    if (columns.length === base + 1) {
      order.fill(base, count, end);
      return end;
    }
    const merged = columns.slice(base);
    const at = Int32Array.from(merged, ({ start }) => start);
    const ends = Int32Array.from(merged, ({ start, count }) => start + count);
    mergeByDay({ days: cells.days, at, ends, order, base, from: count, to: end });
    return end;
  }

  return {
    /** Reads the first `limit` rows of the ranges, by day, then in the order of the ranges. The next call overwrites them. */
    read(all: readonly SeriesRange[], limit: number, estimate: EstimateDay): ObservationPage {
      let ranges = all
        .map(({ series, from, to }) => ({
          series,
          from: Math.max(from, series.first),
          to: Math.min(to, series.last),
        }))
        .filter(({ from, to }) => from <= to);
      const columns: SeriesColumnId[] = [];
      let count = 0;
      let more = false;
      cells.used = 0;
      while (ranges.length > 0 && count < limit) {
        // Read the days that probably hold the rest of the page. If rows are still missing, the loop reads the next days.
        const until = estimate(ranges, limit - count);
        const base = columns.length;
        more = false;
        for (const range of ranges) {
          const rows = read(range.to <= until ? range : { ...range, to: until });
          const column = rows && unpackRows(rows, range.series, limit - count, cells);
          if (!column) continue;
          columns.push(column);
          more ||= column.isCut;
        }
        ranges = ranges
          .filter(({ to }) => to > until)
          .map((range) => ({ ...range, from: Math.max(range.from, until + 1) }));
        count = merge(columns, base, count, limit);
        more ||= count < cells.used;
      }
      if (count === limit) more ||= ranges.some(follows);
      const { days, ends } = cells;
      return { days, ends, columns, order, count, more, last: lastOf(days, columns, order, count) };
    },
  };
}

type Merge = {
  days: Int32Array;
  /** For each column, the index of its next cell, and the index after its last cell. */
  at: Int32Array;
  ends: Int32Array;
  /** Receives the index of a column, plus `base`, in each of its elements from `from` to before `to`. */
  order: Uint32Array;
  base: number;
  from: number;
  to: number;
};

/** Orders the cells of columns by day, then by column. It uses only typed arrays, so that V8 compiles the loop once for any number of columns. */
function mergeByDay({ days, at, ends, order, base, from, to }: Merge): void {
  const width = at.length;
  const next = new Int32Array(width);
  let day = NO_DAY;
  for (let column = 0; column < width; column++) {
    const cell = at[column] as number;
    const first = cell < (ends[column] as number) ? (days[cell] as number) : NO_DAY;
    next[column] = first;
    if (first < day) day = first;
  }
  for (let row = from; row < to; ) {
    let following = NO_DAY;
    for (let column = 0; column < width; column++) {
      let its = next[column] as number;
      if (its === day && row < to) {
        order[row++] = base + column;
        const cell = (at[column] as number) + 1;
        at[column] = cell;
        its = cell < (ends[column] as number) ? (days[cell] as number) : NO_DAY;
        next[column] = its;
      }
      if (its < following) following = its;
    }
    day = following;
  }
}

function lastOf(
  days: Int32Array,
  columns: readonly SeriesColumnId[],
  order: Uint32Array,
  count: number,
): Position | undefined {
  if (count === 0) return undefined;
  const index = order[count - 1] as number;
  const { start, seriesId } = columns[index] as SeriesColumnId;
  return { day: days[start + countOf(index, order, count) - 1] as number, seriesId };
}

function countOf(index: number, order: Uint32Array, count: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (order[i] === index) found++;
  return found;
}
