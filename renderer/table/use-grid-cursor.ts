import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { indexAtOrAfter, indexNearest } from '../../service/series-math/decimate.ts';
import type { GridCommand } from './grid-keys.ts';
import type { GridProps } from './grid-model.ts';
import type { RowOrder } from './order-rows.ts';
import { selectRow, selectTo, toggleRow } from './selection.ts';
import type { ColumnId, Sheet } from './types.ts';

/** The cell that the cursor was last on. */
type Cursor = { column: ColumnId; owner: string; day: number | undefined };
type Move = Extract<GridCommand, { do: 'move' }>;

export type GridCursor = ReturnType<typeof useGridCursor>;

/**
 * The keyboard cursor: a column, and either the header or the row of the crosshair, which chart and table share. Moves of the cursor
 * may change the selection.
 */
export function useGridCursor(
  props: Pick<
    GridProps,
    'sheet' | 'order' | 'selection' | 'onSelectionChange' | 'cursorDay' | 'onCursorDayChange'
  >,
  virtual: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>,
) {
  const { sheet, order, selection, onSelectionChange, cursorDay, onCursorDayChange } = props;
  const [isInHead, setIsInHead] = useState(false);
  const [at, setAt] = useState<Cursor>({ column: 'date', owner: '', day: undefined });
  const columnIndex = Math.max(
    0,
    sheet.columns.findIndex(({ id }) => id === at.column),
  );
  const column = sheet.columns[columnIndex]?.id ?? 'date';
  const current = currentPlace(sheet, order, cursorDay, at.owner);
  // The crosshair disappears when the pointer leaves the chart; then the cursor stays where it was.
  const stayed = cursorDay === undefined ? currentPlace(sheet, order, at.day, at.owner) : current;
  const place = isInHead ? -1 : stayed;

  const shownDay = useRef<number | undefined>(undefined);
  useEffect(() => {
    // Scrolls to the row when the chart has moved the crosshair. Not when the table moved it, because then the row is in sight
    // already; and not after sorting, when people want to see the top.
    if (cursorDay !== shownDay.current && current >= 0) virtual.scrollToIndex(current, { align: 'center' });
    shownDay.current = cursorDay;
  }, [cursorDay, current, virtual]);

  const goTo = (target: number, id: ColumnId) => {
    setIsInHead(false);
    const row = order.rows[target] as number;
    const { day, owner } = sheet.keyOf(row);
    setAt({ column: id, owner, day });
    shownDay.current = day;
    onCursorDayChange(day);
    virtual.scrollToIndex(target, { align: 'auto' });
  };
  const enterHead = (id: ColumnId) => {
    setIsInHead(true);
    setAt({ ...at, column: id });
  };
  return {
    /** The position, in the form that `gridCommand` takes. */
    at: { place, column: columnIndex, count: sheet.count, columns: sheet.columns.length },
    /** The place of the crosshair's row, -1 for none. The cursor itself may be in the header. */
    current,
    column,
    enterHead,
    goTo,
    move: ({ place: target, column: index, how }: Move, key: string) => {
      const id = sheet.columns[index]?.id ?? 'date';
      if (target < 0) return enterHead(id);
      const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
      if (how === 'extend') {
        const before =
          selection ?? (stayed < 0 ? undefined : selectRow(sheet, order, { place: stayed, column }));
        const isCells = isSideways || before?.columns !== undefined;
        // A selection of whole rows has no column: cells begin at the cursor's.
        const start =
          isSideways && before && !before.columns
            ? { ...before, anchor: { ...before.anchor, column } }
            : before;
        onSelectionChange(selectTo(sheet, order, start, { place: target, column: id }, isCells));
      } else if (how === 'select' && !isSideways) {
        onSelectionChange(selectRow(sheet, order, { place: target, column: id }));
      }
      goTo(target, id);
    },
    toggle: () => {
      if (place >= 0) onSelectionChange(toggleRow(sheet, order, selection, { place, column }));
    },
  };
}

function currentPlace(sheet: Sheet, order: RowOrder, day: number | undefined, owner: string): number {
  const nearest = day === undefined ? -1 : indexNearest(sheet.days, day);
  if (nearest < 0) return -1;
  const found = sheet.days[nearest] as number;
  const own = sheet.rowOf({ owner, day: found });
  return order.places[own < 0 ? indexAtOrAfter(sheet.days, found) : own] ?? -1;
}
