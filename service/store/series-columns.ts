import { Damage } from './failures.ts';
import { NO_DAY } from './merge-rows.ts';
import { expectNumbers, PACKED_DAY, type PackedRows, type RowSource } from './row-source.ts';
import type { SelectedSeries } from './series-index.ts';
import type { SeriesColumn } from './types.ts';

/** A minus and seven digits. */
const PACKED_LENGTH = 8;

/** Where a series begins and ends, as its rows tell it. */
export type EdgesOf = (series: SelectedSeries) => { first: number; last: number } | undefined;

/** @returns each series with its rows from a day to another, both included; without those that have no rows at all. */
export function readColumns(
  { read }: RowSource,
  series: readonly SelectedSeries[],
  { from, to }: { from: number; to: number },
  edgesOf: EdgesOf,
): SeriesColumn[] {
  return series.flatMap((one) => {
    const edges = edgesOf(one);
    if (!edges) return [];
    const isOutside = from > to || edges.first > to || edges.last < from;
    const rows = isOutside ? undefined : read({ series: one, from, to });
    return [{ code: one.code, area: one.area, place: one.id, ...edges, ...unpackRows(rows, one) }];
  });
}

/** @returns packed rows as day numbers and texts. */
function unpackRows(
  rows: PackedRows | undefined,
  series: SelectedSeries,
): Pick<SeriesColumn, 'days' | 'values'> {
  if (!rows) return { days: new Int32Array(0), values: [] };
  const text = rows.text.toString('latin1');
  expectNumbers(text, series);
  const days: number[] = [];
  const values: string[] = [];
  let day = rows.firstDay;
  let before = -NO_DAY;
  for (let at = 0; at < text.length; ) {
    if (!(day > before)) throw new Damage('rows of a series do not come by date');
    // The first character may be a minus, a later one is that of the next row.
    const found = text.indexOf('-', at + 1);
    const end = found < 0 ? text.length : found;
    days.push(day);
    values.push(text.slice(at, end));
    before = day;
    day = PACKED_DAY - Number(text.slice(end + 1, end + PACKED_LENGTH));
    at = end + PACKED_LENGTH;
  }
  return { days: Int32Array.from(days), values };
}

/** Where a series begins and ends now: kept with it. */
export function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}
