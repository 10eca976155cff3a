import { useMemo, useRef } from 'react';
import type { TableLayout } from '../../service/view/index.ts';
import { alignRows, completeRows } from './align-rows.ts';
import { orderRows, type RowOrder } from './order-rows.ts';
import { sheetOf } from './sheet.ts';
import type { Sheet, TableSeries, TableSort } from './types.ts';

/** The lines as rows in order, and what the bar says about their number. */
type ShownSheet = {
  sheet: Sheet;
  order: RowOrder;
  /** Values in the rows that are shown. */
  observations: number;
  /** Whether lines lack a value on days on which others have one. */
  hasGaps: boolean;
};

/** Aligns and orders the rows. Each step runs only when its input changes: new titles or another order do not align the days again. */
export function useSheet(
  series: readonly TableSeries[],
  { layout, isComplete, sort }: { layout: TableLayout; isComplete: boolean; sort: TableSort },
): ShownSheet {
  const columns = useStableList(series.map(({ column }) => column));
  const aligned = useMemo(() => alignRows(columns), [columns]);
  const total = columns.reduce((sum, { days }) => sum + days.length, 0);
  const hasGaps = aligned.days.length * columns.length > total;
  const isCut = isComplete && hasGaps && layout === 'wide';
  const rows = useMemo(() => (isCut ? completeRows(aligned) : aligned), [aligned, isCut]);
  const sheet = useMemo(() => sheetOf(layout, series, rows), [layout, series, rows]);
  const { id, desc } = sort;
  const order = useMemo(() => orderRows(sheet, { id, desc }), [sheet, id, desc]);
  return { sheet, order, observations: isCut ? sheet.count * columns.length : total, hasGaps };
}

/** @returns the list of the last render, if the new one has the same items. */
function useStableList<Item>(list: readonly Item[]): readonly Item[] {
  const held = useRef(list);
  const isSame = list.length === held.current.length && list.every((item, i) => item === held.current[i]);
  if (!isSame) held.current = list;
  return held.current;
}
