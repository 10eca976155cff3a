import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  createColumnHelper,
  type ReactTable,
  type Row,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { dateText, shownDate } from '../../service/calendar/dates.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { indexAtOrAfter, indexNearest } from '../../service/series-math/decimate.ts';
import { useRowHeight } from '../api/index.ts';
import { type GridCommand, gridCommand } from './grid-keys.ts';
import { type GridSelection, isSelected, selectAll, selectRow, selectTo, toggleRow } from './selection.ts';
import {
  type ColumnId,
  type ColumnWidths,
  paddingOf,
  type RowOrder,
  type Sheet,
  splitTitle,
  type TableSort,
} from './sheet.ts';
import styles from './table.module.css';

/**
 * A row on the screen: its place from the top and its row in the sheet. It also holds the sheet, because the
 * table's model caches what it has read from a row: a row of another sheet must be another object.
 */
export type ShownRow = { place: number; row: number; sheet: Sheet };

type GridProps = {
  sheet: Sheet;
  order: RowOrder;
  sort: TableSort;
  /** @param sort `undefined` restores the order by date */
  onSortChange: (sort: TableSort | undefined) => void;
  widths: ColumnWidths;
  selection: GridSelection | undefined;
  onSelectionChange: (selection: GridSelection | undefined) => void;
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  /** @param current place of the current row, -1 for none */
  onCopy: (current: number) => void;
  onExplain: ((lineId: string, date: string) => void) | undefined;
  renderMark: (slot: number) => ReactNode;
};

/** CSS pixels; the style sheet has the same. */
const ROW_HEIGHT = 24;
const HEAD_HEIGHT = 36;

// `orderRows` has sorted all rows already: the model holds only the rows in sight.
const features = tableFeatures({ rowSortingFeature });
type GridTable = ReactTable<typeof features, ShownRow>;
const helper = createColumnHelper<typeof features, ShownRow>();

/** @returns the columns for the table's model. Numbers have thousands separators. */
export function gridColumns(sheet: Sheet) {
  return helper.columns(
    sheet.columns.map(({ id, kind, title, text }) =>
      helper.accessor(
        ({ row }) =>
          kind === 'number' ? groupDigits(text(row)) : kind === 'date' ? shownDate(text(row)) : text(row),
        // The first click on dates or numbers puts the newest or largest on top.
        { id, header: title, sortDescFirst: kind !== 'text' },
      ),
    ),
  );
}

/** Renders the rows in sight. One tab stop: arrows reach the header, too; Enter sorts or explains. */
export function ObservationGrid(props: GridProps) {
  const { sheet, order, sort, selection, onSelectionChange } = props;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(ROW_HEIGHT);
  const virtual = useVirtualizer({
    count: sheet.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height moves all rows
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = Math.min(items.at(-1)?.index ?? -1, sheet.count - 1);
  // Only the rows in sight: modelling a hundred thousand rows for each loaded page would be slow.
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
  const { place } = cursor.at;
  const drag = useDrag(props, cursor.goTo);

  const explain = (at: number, column: ColumnId) => {
    const row = order.rows[at] as number;
    const line = sheet.lineAt(row, column);
    if (line) props.onExplain?.(line.column.id, dateText(sheet.days[row] as number));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rowsInSight = Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1;
    const command = gridCommand(event, { ...cursor.at, rowsInSight: Math.max(1, rowsInSight) });
    if (!command || (command.do === 'clear' && !selection)) return;
    event.preventDefault();
    if (command.do === 'move') cursor.move(command, event.key);
    else if (command.do === 'toggle') cursor.toggle();
    else if (command.do === 'all') onSelectionChange(selectAll(sheet, order));
    else if (command.do === 'clear') onSelectionChange(undefined);
    else if (command.do === 'copy') props.onCopy(place);
    else if (place < 0) table.getColumn(cursor.column)?.toggleSorting();
    else explain(place, cursor.column);
  };
  const cellIds = (at: number) => (column: ColumnId) =>
    `${id}-${at}-${sheet.columns.findIndex((one) => one.id === column)}`;
  const isInSight = place < 0 || (place >= first && place <= last);

  return (
    <div ref={scroller} className={`scrolls ${styles.scroller}`}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys make this table a grid
        role="grid"
        aria-label="Observations"
        aria-rowcount={sheet.count + 1}
        aria-colcount={sheet.columns.length}
        aria-multiselectable
        aria-activedescendant={isInSight ? cellIds(place)(cursor.column) : undefined}
        tabIndex={0}
        className={`block full-width ${styles.grid}`}
        onKeyDown={onKeyDown}
        style={{ '--tracks': props.widths.tracks, '--least': props.widths.least } as CSSProperties}
      >
        <GridHead
          table={table}
          sheet={sheet}
          cursor={place < 0 ? cursor.column : undefined}
          cellId={cellIds(-1)}
          onSort={(column) => {
            cursor.enterHead(column);
            table.getColumn(column)?.toggleSorting();
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
            const cell = cellOf(event.target);
            if (cell) explain(cell.place, cell.column);
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
              cellId={cellIds(row.original.place)}
              renderMark={props.renderMark}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Titles and units of the columns. A click sorts by the column. */
function GridHead(props: {
  table: GridTable;
  sheet: Sheet;
  /** The column of the keyboard cursor. */
  cursor: ColumnId | undefined;
  cellId: (column: ColumnId) => string;
  onSort: (column: ColumnId) => void;
  renderMark: (slot: number) => ReactNode;
}) {
  const { table, sheet } = props;
  const titles = sheet.columns.flatMap(({ slot, title }) => (slot === undefined ? [] : title));
  return (
    <thead className={styles.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} className={styles.row}>
          {group.headers.map((header, c) => {
            const column = sheet.columns[c];
            const sorted = header.column.getIsSorted();
            const [start, end] = splitTitle(column?.title ?? '', titles);
            return (
              <th
                key={header.id}
                id={props.cellId(header.id)}
                scope="col"
                aria-sort={sorted ? ({ asc: 'ascending', desc: 'descending' } as const)[sorted] : 'none'}
                className={`row shrink gap-6 one-line ${styles.cell}`}
                data-kind={column?.kind}
                data-cursor={props.cursor === header.id || undefined}
              >
                <UnstyledButton
                  className={`hovers column grow ${styles.sorter}`}
                  tabIndex={-1}
                  title={column?.full}
                  onClick={() => props.onSort(header.id)}
                >
                  <span className={`row gap-6 ink ${styles.headTitle}`}>
                    {sorted === 'asc' && <IconArrowUp size={12} aria-hidden className="accent" />}
                    {sorted === 'desc' && <IconArrowDown size={12} aria-hidden className="accent" />}
                    {column?.slot === undefined ? (
                      <span className="cut">
                        <table.FlexRender header={header} />
                      </span>
                    ) : (
                      <>
                        {props.renderMark(column.slot)}
                        {/* Without room, cut the beginning of a title: its end distinguishes the columns. */}
                        <span className={`cut shrink ${styles.headStart}`}>{start}</span>
                        <span className={`cut ${styles.headEnd}`}>{end}</span>
                      </>
                    )}
                  </span>
                  {column?.detail && <span className={`cut ${styles.detail}`}>{column.detail}</span>}
                </UnstyledButton>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

/** One row in sight. `data-place` and `data-column` mark its cells, so that one listener serves all rows. */
function GridRow(props: {
  table: GridTable;
  row: Row<typeof features, ShownRow>;
  height: number;
  /** Whether the crosshair is on this row. */
  isCurrent: boolean;
  /** The column of the keyboard cursor. */
  cursor: ColumnId | undefined;
  selection: GridSelection | undefined;
  cellId: (column: ColumnId) => string;
  renderMark: (slot: number) => ReactNode;
}) {
  const { table, row, selection } = props;
  const { place, row: index, sheet } = row.original;
  const isPicked = isSelected(selection, sheet.keyOf(index));
  const picked = selection?.columns;
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={isPicked && picked === undefined}
      className={styles.row}
      data-place={place}
      data-current={props.isCurrent || undefined}
      style={{ transform: `translateY(${place * props.height}px)`, height: props.height }}
    >
      {row.getAllCells().map((cell, c) => {
        const column = sheet.columns[c];
        const { id } = cell.column;
        const slot = id === 'series' ? sheet.lineAt(index, id)?.slot : undefined;
        const pad = column?.decimals ? paddingOf(column.text(index), column.decimals) : '';
        const shared = {
          id: props.cellId(id),
          className: `row shrink gap-6 one-line ${column?.kind === 'number' ? 'to-right' : ''} ${styles.cell}`,
          'data-column': id,
          'data-kind': column?.kind,
          'data-cursor': props.cursor === id || undefined,
          'aria-selected': picked === undefined ? undefined : isPicked && picked.has(id),
        };
        if (c === 0)
          return (
            <th key={cell.id} scope="row" {...shared}>
              <table.FlexRender cell={cell} />
            </th>
          );
        return (
          <td key={cell.id} {...shared}>
            {slot !== undefined && props.renderMark(slot)}
            <span className="cut" data-pad={pad || undefined}>
              <table.FlexRender cell={cell} />
            </span>
          </td>
        );
      })}
    </tr>
  );
}

/** The keyboard cursor: a column, in the header or in the crosshair's row. Moves may change the selection. */
function useGridCursor(
  props: GridProps,
  virtual: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>,
) {
  const { sheet, order, selection, onSelectionChange, cursorDay, onCursorDayChange } = props;
  const [isInHead, setIsInHead] = useState(false);
  // The last cell of the cursor.
  const [at, setAt] = useState<{ column: ColumnId; owner: string; day: number | undefined }>({
    ...{ column: 'date', owner: '', day: undefined },
  });
  const columnIndex = Math.max(
    0,
    sheet.columns.findIndex(({ id }) => id === at.column),
  );
  const column = sheet.columns[columnIndex]?.id ?? 'date';
  const current = currentPlace(sheet, order, cursorDay, at.owner);
  // When the pointer leaves the chart, the crosshair disappears, but the cursor stays.
  const stayed = cursorDay === undefined ? currentPlace(sheet, order, at.day, at.owner) : current;
  const place = isInHead ? -1 : stayed;

  const shownDay = useRef<number | undefined>(undefined);
  useEffect(() => {
    // Scrolls to the row if the chart moved the crosshair: the table's own rows are already in sight. After
    // sorting, people want to see the top.
    if (cursorDay !== shownDay.current && current >= 0) virtual.scrollToIndex(current, { align: 'center' });
    shownDay.current = cursorDay;
  }, [cursorDay, current, virtual]);

  const goTo = (target: number, id: ColumnId) => {
    setIsInHead(false);
    const { day, owner } = sheet.keyOf(order.rows[target] as number);
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
    /** The position, as `gridCommand` takes it. */
    at: { place, column: columnIndex, count: sheet.count, columns: sheet.columns.length },
    /** Place of the crosshair's row, -1 for none. The cursor itself may be in the header. */
    current,
    column,
    enterHead,
    goTo,
    move: ({ place: target, column: index, how }: Extract<GridCommand, { do: 'move' }>, key: string) => {
      const id = sheet.columns[index]?.id ?? 'date';
      if (target < 0) return enterHead(id);
      const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
      const to = { place: target, column: id };
      if (how === 'extend') {
        const before =
          selection ?? (stayed < 0 ? undefined : selectRow(sheet, order, { place: stayed, column }));
        const isCells = isSideways || before?.columns !== undefined;
        // Whole rows have no column, so cells start at the cursor's column.
        const start =
          isSideways && before && !before.columns
            ? { ...before, anchor: { ...before.anchor, column } }
            : before;
        onSelectionChange(selectTo(sheet, order, start, to, isCells));
      } else if (how === 'select' && !isSideways) onSelectionChange(selectRow(sheet, order, to));
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

type Cell = { place: number; column: ColumnId };

/**
 * Selects with the pointer. A click selects a row, with Shift all rows up to it; with Ctrl or Cmd it adds or
 * removes the row. A drag selects the cells between, or whole rows if it starts on a date.
 */
function useDrag(
  { sheet, order, selection, onSelectionChange }: GridProps,
  goTo: (place: number, column: ColumnId) => void,
) {
  const started = useRef<{ cell: Cell; selection: GridSelection } | undefined>(undefined);
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0 || cell.place >= sheet.count) return;
    const isControl = event.ctrlKey || event.metaKey;
    const next =
      event.shiftKey && selection
        ? selectTo(sheet, order, selection, cell, selection.columns !== undefined)
        : isControl
          ? toggleRow(sheet, order, selection, cell)
          : selectRow(sheet, order, cell);
    onSelectionChange(next);
    goTo(cell.place, cell.column);
    if (event.shiftKey || isControl) return;
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
    goTo(cell.place, cell.column);
  };
  return { onMouseDown, onMouseOver };
}

/** @returns the cell of an event, by its data attributes; outside the cells, the row's date. */
function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof Element)) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column ?? 'date';
  const place = target.closest<HTMLElement>('[data-place]')?.dataset.place;
  return place === undefined ? undefined : { place: Number(place), column };
}
