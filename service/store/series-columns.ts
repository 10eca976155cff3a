import { valueTexts } from './observation-rows.ts';
import { CellRoom, type RowSource, unpackRows } from './row-source.ts';
import type { SelectedSeries } from './series-index.ts';
import type { SeriesColumn } from './types.ts';

/** Where a series begins and ends, as its rows tell it. */
export type EdgesOf = (series: SelectedSeries) => { first: number; last: number } | undefined;

/** @returns each series with its rows from a day to another, both included; without those that have no rows at all. */
export function readColumns(
  { read }: RowSource,
  series: readonly SelectedSeries[],
  { from, to }: { from: number; to: number },
  edgesOf: EdgesOf,
): SeriesColumn[] {
  const cells = new CellRoom();
  return series.flatMap((one) => {
    const edges = edgesOf(one);
    if (!edges) return [];
    const isOutside = from > to || edges.first > to || edges.last < from;
    const rows = isOutside ? undefined : read({ series: one, from, to });
    cells.used = 0;
    const column = rows && unpackRows(rows, one, Number.POSITIVE_INFINITY, cells);
    return [
      {
        code: one.code,
        area: one.area,
        place: one.id,
        ...edges,
        days: cells.days.slice(0, cells.used),
        values: column ? valueTexts(cells, column) : [],
      },
    ];
  });
}

/** Where a series begins and ends now: kept with it. */
export function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}
