import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { useRowHeight } from '../api/index.ts';
import { GridHead } from './grid-head.tsx';
import { gridCommand } from './grid-keys.ts';
import { features, GRID_ROW_HEIGHT, type GridProps, gridColumns } from './grid-model.ts';
import { GridRow } from './grid-row.tsx';
import { type GridSelection, selectAll, selectRow, selectTo, toggleRow } from './selection.ts';
import styles from './table.module.css';
import type { ColumnId } from './types.ts';
import { type GridCursor, useGridCursor } from './use-grid-cursor.ts';

const HEAD_HEIGHT = 36;

/**
 * The rows of a sheet, of which only those in sight are rendered. One tab stop: arrows, Page Up and Down, Home and End move a cursor,
 * also into the header. Enter sorts there; on a value it opens the explanation.
 */
export function ObservationGrid(props: GridProps) {
  const { sheet, order, sort, selection, onSelectionChange } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(GRID_ROW_HEIGHT);
  const virtual = useVirtualizer({
    count: sheet.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another height all places are computed anew
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = Math.min(items.at(-1)?.index ?? -1, sheet.count - 1);
  // Only the rows in sight: building a model of a hundred thousand rows with each loaded page would be slow.
  const data = useMemo(
    () =>
      Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => ({
        place: first + i,
        row: order.rows[first + i] as number,
        sheet,
      })),
    [first, last, order, sheet],
  );
  const columns = useMemo(() => gridColumns(sheet), [sheet]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ row }) => {
      const { owner, day } = sheet.keyOf(row);
      return `${day}${owner}`;
    },
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting: [sort] },
    onSortingChange: (change) => {
      props.onSortChange((typeof change === 'function' ? change([sort]) : change)[0]);
      virtual.scrollToOffset(0);
    },
  });
  const cursor = useGridCursor(props, virtual);
  const drag = useDrag(props, cursor);

  const onKeyDown = (event: KeyboardEvent) => {
    const rowsInSight = Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1;
    const command = gridCommand(event, { ...cursor.at, rowsInSight: Math.max(1, rowsInSight) });
    if (!command || (command.do === 'clear' && !selection)) return;
    event.preventDefault();
    if (command.do === 'move') cursor.move(command, event.key);
    else if (command.do === 'toggle') cursor.toggle();
    else if (command.do === 'all') onSelectionChange(selectAll(sheet, order));
    else if (command.do === 'clear') onSelectionChange(undefined);
    else if (command.do === 'copy') props.onCopy(cursor.at.place);
    else if (cursor.at.place < 0) table.getColumn(cursor.column)?.toggleSorting();
    else explain(order.rows[cursor.at.place] as number, cursor.column);
  };
  const explain = (row: number, column: string) => {
    const line = sheet.lineAt(row, column);
    if (line) props.onExplain?.(line.column.id, dateText(sheet.days[row] as number));
  };
  const cellId = (place: number, column: string) =>
    `${id}-${place}-${sheet.columns.findIndex((one) => one.id === column)}`;
  const { place } = cursor.at;
  const isInSight = place < 0 || (place >= first && place <= last);

  return (
    <div ref={scroller} className={`scrolls ${styles.scroller}`}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid, through whose cells the arrows move
        role="grid"
        aria-label="Observations"
        aria-rowcount={sheet.count + 1}
        aria-colcount={sheet.columns.length}
        aria-multiselectable
        aria-activedescendant={isInSight ? cellId(place, cursor.column) : undefined}
        tabIndex={0}
        className={`block full-width ${styles.grid}`}
        onKeyDown={onKeyDown}
        style={{ '--tracks': props.widths.tracks, '--least': props.widths.least } as CSSProperties}
      >
        <GridHead
          table={table}
          sheet={sheet}
          cursor={place < 0 ? cursor.column : undefined}
          cellId={(column) => cellId(-1, column)}
          onSort={(column) => {
            cursor.enterHead(column.id);
            column.toggleSorting();
            grid.current?.focus({ preventScroll: true });
          }}
          renderMark={props.renderMark}
        />
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the grid's keys do the same */}
        <tbody
          className={styles.body}
          style={{ height: virtual.getTotalSize() }}
          onMouseDown={drag.onMouseDown}
          onMouseOver={drag.onMouseOver}
          onDoubleClick={(event) => {
            const cell = drag.cellOf(event.target);
            if (cell) explain(order.rows[cell.place] as number, cell.column);
          }}
        >
          {table.getRowModel().rows.map((row) => (
            <GridRow
              key={row.id}
              table={table}
              row={row}
              height={rowHeight}
              isCurrent={row.original.place === cursor.current}
              cursor={row.original.place === place ? cursor.column : undefined}
              selection={selection}
              cellId={(column) => cellId(row.original.place, column)}
              renderMark={props.renderMark}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Cell = { place: number; column: ColumnId };

/**
 * Selecting with the pointer. A click selects the row, with Shift all rows up to it; with Ctrl or Cmd it adds or removes the row. A
 * drag selects the cells between, or whole rows where it begins on a date.
 */
function useDrag(
  { sheet, order, selection, onSelectionChange }: GridProps,
  cursor: Pick<GridCursor, 'goTo'>,
) {
  const started = useRef<{ cell: Cell; selection: GridSelection } | undefined>(undefined);

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
