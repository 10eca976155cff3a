import { mergeRows, NO_DAY, type RowsOut, seriesRows } from './merge-rows.ts';
import type { RowSource, SeriesRange } from './row-source.ts';
import { rowParts } from './row-text.ts';
import type { Position, RowBytes, RowFormat } from './types.ts';

export type Page = RowBytes & { more: boolean; last: Position | undefined };

/** @returns about the day by which `rows` rows of the ranges have passed; never before their first day. */
export type EstimateDay = (ranges: readonly SeriesRange[], rows: number) => number;

export type Pages = {
  /** The first `limit` rows of the ranges, by day, then in the order of the ranges. */
  read(ranges: readonly SeriesRange[], limit: number, format: RowFormat, estimate: EstimateDay): Page;
};

/** Above this the bytes that a page was written into are not kept for the next one. */
const KEPT_BYTES = 4 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * @returns the reading of pages out of `source`. `estimate` only sizes the pieces that are read: it may be wrong in either
 * direction.
 */
export function openPages({ read, follows }: RowSource): Pages {
  // Memory that was written to before is a third quicker to write to than new memory.
  let kept: Buffer = NOTHING;

  return {
    read(all, limit, format, estimate) {
      let ranges = all
        .map(({ series, from, to }) => ({
          series,
          from: Math.max(from, series.first),
          to: Math.min(to, series.last),
        }))
        .filter(({ from, to }) => from <= to);
      const out: RowsOut = { bytes: kept, size: 0 };
      let count = 0;
      let more = false;
      let last: Position | undefined;
      while (ranges.length > 0 && count < limit) {
        // The days that probably hold the rest of the page; what is missing after them comes from the next days.
        const until = estimate(ranges, limit - count);
        const found = ranges.flatMap((range) => {
          const rows = read(range.to <= until ? range : { ...range, to: until });
          return rows ? [seriesRows(rows, range.series, format)] : [];
        });
        ranges = ranges
          .filter(({ to }) => to > until)
          .map((range) => ({ ...range, from: Math.max(range.from, until + 1) }));
        const merged = mergeRows(found, limit - count, out);
        if (merged.count === 0) continue;
        count += merged.count;
        last = { day: merged.lastDay, place: merged.lastId };
        more = found.some(({ day }) => day !== NO_DAY);
      }
      if (count === limit) more ||= ranges.some(follows);
      kept = out.bytes.length <= KEPT_BYTES ? out.bytes : NOTHING;
      const size = Math.max(out.size - rowParts(format, '', '').joint.length, 0);
      const body = Buffer.allocUnsafeSlow(size);
      out.bytes.copy(body, 0, 0, size);
      return { body, count, more, last };
    },
  };
}
