import { type MouseEvent, useRef } from 'react';
import type { GridProps } from './grid-model.ts';
import { type Selection, selectRow, selectTo, toggleRow } from './selection.ts';
import type { ColumnId } from './types.ts';
import type { GridCursor } from './use-grid-cursor.ts';

type Cell = { place: number; column: ColumnId };

/**
 * Selecting with the pointer. A click selects the row, with Shift all rows up to it; with Ctrl or Cmd it adds or removes the row. A
 * drag selects the cells between, or whole rows where it begins on a date.
 */
export function useDrag(
  { sheet, order, selection, onSelectionChange }: GridProps,
  cursor: Pick<GridCursor, 'goTo'>,
) {
  const started = useRef<{ cell: Cell; selection: Selection } | undefined>(undefined);

  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0 || cell.place >= sheet.count) return;
    const next =
      event.shiftKey && selection
        ? selectTo(sheet, order, selection, cell, selection.columns !== undefined)
        : event.ctrlKey || event.metaKey
          ? toggleRow(sheet, order, selection, cell)
          : selectRow(sheet, order, cell);
    onSelectionChange(next);
    cursor.goTo(cell.place, cell.column);
    if (event.shiftKey || event.ctrlKey || event.metaKey) return;
    started.current = { cell, selection: next };
    const end = () => {
      started.current = undefined;
    };
    window.addEventListener('mouseup', end, { once: true });
  };
  const onMouseOver = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!started.current || !cell || cell.place >= sheet.count || event.buttons !== 1) return;
    const { cell: from, selection: row } = started.current;
    const isBack = cell.place === from.place && cell.column === from.column;
    onSelectionChange(isBack ? row : selectTo(sheet, order, row, cell, from.column !== 'date'));
    cursor.goTo(cell.place, cell.column);
  };
  return { onMouseDown, onMouseOver, cellOf };
}

/** @returns the cell that an event came from, by the data attributes of row and cell. Beside the cells it is the row's date. */
function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column ?? 'date';
  const place = target.closest<HTMLElement>('[data-place]')?.dataset.place;
  return place === undefined ? undefined : { place: Number(place), column };
}
