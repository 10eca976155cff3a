import { valueTexts } from './observation-rows.ts';
import { CellBuffers, type RowSource, unpackRows } from './row-source.ts';
import type { SelectedSeries } from './series-index.ts';
import type { SeriesColumn } from './types.ts';

/** First and last day of a series; `undefined` if it has no rows. */
export type EdgesOf = (series: SelectedSeries) => { first: number; last: number } | undefined;

/** @returns each series with its rows from one day to another, both included. Series without any rows are left out. */
export function readColumns(
  { read }: RowSource,
  series: readonly SelectedSeries[],
  { from, to }: { from: number; to: number },
  edgesOf: EdgesOf,
): SeriesColumn[] {
  const cells = new CellBuffers();
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
        seriesId: one.id,
        ...edges,
        days: cells.days.slice(0, cells.used),
        values: column ? valueTexts(cells, column) : [],
      },
    ];
  });
}

/** First and last day of a series now, as stored in its row. */
export function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}
