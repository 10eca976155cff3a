import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { indexAtOrAfter, indexNearest } from '../../service/series-math/decimate.ts';
import type { GridCommand } from './grid-keys.ts';
import type { GridProps } from './grid-model.ts';
import type { RowOrder } from './order-rows.ts';
import { selectRow, selectTo, toggleRow } from './selection.ts';
import type { ColumnId, Sheet } from './types.ts';

/** The cell that the keyboard was last on. */
type Cursor = { column: ColumnId; owner: string; day: number | undefined };
type Move = Extract<GridCommand, { do: 'move' }>;

export type GridCursor = ReturnType<typeof useGridCursor>;

/**
 * Where the keyboard is: a column, and the row of the day that chart and table share, or the header. What moves it may move the
 * selection too.
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
  // The crosshair goes with the pointer that leaves the chart; the keyboard stays where it was.
  const stayed = cursorDay === undefined ? currentPlace(sheet, order, at.day, at.owner) : current;
  const place = isInHead ? -1 : stayed;

  const shownDay = useRef<number | undefined>(undefined);
  useEffect(() => {
    // The chart's crosshair moved: the row comes into sight. Where the row itself moved it, it is in sight already; and who
    // sorts wants to see the top.
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
    /** As the keys take it. */
    at: { place, column: columnIndex, count: sheet.count, columns: sheet.columns.length },
    /** The place of the crosshair's row, -1 for none; the header may have the keyboard meanwhile. */
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
        // A row's selection knows no column: cells begin where the cursor stands.
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
