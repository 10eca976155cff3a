import { ActionIcon, Box, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCopy, IconFilter } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { guardFormula } from '../../service/series-math/spreadsheet-cells.ts';
import type { TableLayout } from '../../service/view/index.ts';
import { restText, useStable } from '../api/index.ts';
import { ObservationGrid } from './observation-grid.tsx';
import { countSelected, type GridSelection, selectedColumns, selectedRows } from './selection.ts';
import {
  alignRows,
  columnWidths,
  completeRows,
  orderRows,
  type RowOrder,
  type Sheet,
  type SheetColumn,
  sheetOf,
  type TableSeries,
  type TableSort,
} from './sheet.ts';
import styles from './table.module.css';

/**
 * Observations as a table, with the digits as published: a column per line, or a row per observation. Rows
 * can be sorted by any column. Selected rows or cells are copied in a form that spreadsheets paste.
 */
export function ObservationTable(props: {
  series: readonly TableSeries[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  /** The order by date, which applies unless another column is sorted. */
  newestFirst: boolean;
  onOrderChange: (newestFirst: boolean) => void;
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  renderMark: (slot: number) => ReactNode;
  /** Called to explain a value. @param date `YYYY-MM-DD` */
  onExplain?: ((lineId: string, date: string) => void) | undefined;
}) {
  const { series, layout, newestFirst } = props;
  const [chosenSort, setChosenSort] = useState<TableSort | undefined>();
  const [isComplete, setIsComplete] = useState(false);
  const [selection, setSelection] = useState<GridSelection | undefined>();
  const { copy, refuse, message } = useCopy();
  const rest = restText(series.map(({ column }) => column));

  const isThere = chosenSort && isColumn(chosenSort.id, layout, series);
  const sort = isThere ? chosenSort : { id: 'date', desc: newestFirst };
  const { sheet, order, observations, hasGaps } = useSheet(series, { layout, isComplete, sort });
  const widths = useMemo(() => columnWidths(layout, series), [layout, series]);
  const selected = useMemo(() => countSelected(selection, sheet), [selection, sheet]);
  const columns = selectedColumns(selection, sheet);
  const cellColumns = selection?.columns && columns.length;
  const isMore = selected > 1 || cellColumns !== undefined;

  const changeSort = (next: TableSort | undefined) => {
    const isOfDate = (next ?? sort).id === 'date';
    setChosenSort(isOfDate ? undefined : next);
    if (isOfDate && (next?.desc ?? true) !== newestFirst) props.onOrderChange(!newestFirst);
  };
  const copySelected = (current: number) => {
    const isNone = selected === 0 || columns.length === 0;
    const rows = isNone
      ? Uint32Array.from(current < 0 ? [] : [order.rows[current] as number])
      : selectedRows(selection, sheet, order);
    if (rows.length === 0) return;
    if (rest !== undefined && rows.length > 1 && rows.length === sheet.count) return refuse(rest);
    const what = selectedText(rows.length, isNone ? undefined : cellColumns);
    copy(tabSeparated(isNone ? sheet.columns : columns, rows), what);
  };

  return (
    <>
      <TableBar
        counts={[
          ...(layout === 'wide' ? [counted(sheet.count, 'row')] : []),
          counted(series.length, 'line'),
          counted(observations, 'observation'),
        ].join(' · ')}
        status={message ?? (isMore && selected > 0 ? `${selectedText(selected, cellColumns)} selected` : '')}
        layout={layout}
        onLayoutChange={props.onLayoutChange}
        isComplete={isComplete}
        onCompleteChange={layout === 'wide' && hasGaps ? setIsComplete : undefined}
        onCopyAll={
          sheet.count === 0
            ? undefined
            : rest !== undefined
              ? () => refuse(rest)
              : () => copy(tabSeparated(sheet.columns, order.rows), counted(sheet.count, 'row'))
        }
      />
      <div className={`fill low ${styles.frame}`}>
        <ObservationGrid
          sheet={sheet}
          order={order}
          sort={sort}
          onSortChange={changeSort}
          widths={widths}
          selection={selection}
          onSelectionChange={setSelection}
          cursorDay={props.cursorDay}
          onCursorDayChange={props.onCursorDayChange}
          onCopy={copySelected}
          onExplain={props.onExplain}
          renderMark={props.renderMark}
        />
        {sheet.count === 0 && (
          <Box component="p" className="overlay center quiet" inset="36px 0 0">
            {rest !== undefined
              ? 'The observations are not loaded.'
              : observations === 0 && isComplete && hasGaps
                ? 'There is no day on which all lines have a value.'
                : 'There are no observations in this range.'}
          </Box>
        )}
      </div>
    </>
  );
}

function isColumn(id: string, layout: TableLayout, series: readonly TableSeries[]): boolean {
  return layout === 'wide'
    ? series.some(({ column }) => column.id === id)
    : ['series', 'value', 'unit'].includes(id);
}

/** '1 row', '1,234 rows'. */
function counted(count: number, one: string): string {
  return `${groupDigits(String(count))} ${one}${count === 1 ? '' : 's'}`;
}

/** '12 rows', '24 cells'. @param columns columns of selected cells; `undefined` for whole rows */
function selectedText(rows: number, columns: number | undefined): string {
  return columns === undefined ? counted(rows, 'row') : counted(rows * columns, 'cell');
}

/** Aligns and orders the rows. Each step reruns only for new input: another order does not align again. */
function useSheet(
  series: readonly TableSeries[],
  { layout, isComplete, sort }: { layout: TableLayout; isComplete: boolean; sort: TableSort },
): {
  sheet: Sheet;
  order: RowOrder;
  /** Number of values in the shown rows. */
  observations: number;
  /** Whether a line lacks a value on a day that another line has. */
  hasGaps: boolean;
} {
  const columns = useStable(series.map(({ column }) => column));
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

/**
 * Writes rows as tab-separated text with a header, which spreadsheets paste as cells. Values are the
 * publisher's own text without thousands separators, so that they arrive as numbers. Gaps are empty cells. A
 * single cell has no header, because people who copy one number want only the number.
 * @param rows rows of the sheet, in the order to copy
 */
export function tabSeparated(columns: readonly SheetColumn[], rows: Uint32Array): string {
  if (columns.length === 1 && rows.length === 1) return columns[0]?.text(rows[0] as number) ?? '';
  const lines = [columns.map(headerText).join('\t')];
  for (const row of rows) lines.push(columns.map(({ text }) => cleanCell(text(row))).join('\t'));
  return lines.join('\n');
}

/** 'Initial claims, SA (% yr ago)'. Columns without a line ('date') get lower case, as in exported files. */
function headerText({ slot, title, detail }: SheetColumn): string {
  if (slot === undefined) return title.toLowerCase();
  return guardFormula(cleanCell(detail === '' ? title : `${title} (${detail})`));
}

/** A tab or line break inside a cell would open a new one. */
function cleanCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Copies text to the clipboard. For 4 seconds `message` shows whether it worked, or why it was refused. */
function useCopy(): {
  copy: (text: string, what: string) => void;
  refuse: (why: string) => void;
  message: string | undefined;
} {
  const [message, setMessage] = useState<string | undefined>();
  const forget = useTimeout(() => setMessage(undefined), 4000);
  const say = (text: string) => {
    setMessage(text);
    forget.clear();
    forget.start();
  };
  const copy = (text: string, what: string) => {
    navigator.clipboard.writeText(text).then(
      () => say(`${what} copied`),
      () => say('Nothing was copied. Click the table and copy again.'),
    );
  };
  return { copy, refuse: (why) => say(`Nothing copied: ${why}`), message };
}

/** The bar above the rows: counts, what is selected or was copied, and the layout. */
function TableBar(props: {
  /** '1,234 rows · 3 lines · 3,210 observations'. */
  counts: string;
  status: string;
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  isComplete: boolean;
  /** Absent if every row is complete. */
  onCompleteChange: ((isComplete: boolean) => void) | undefined;
  onCopyAll: (() => void) | undefined;
}) {
  const { isComplete, onCompleteChange, onCopyAll } = props;
  return (
    <div className={`row fixed gap-12 ${styles.bar}`}>
      <Box component="h2" className="strong unseen-where-narrow" fz="0.8125rem">
        Observations
      </Box>
      <span className="cut quiet fine one-line">{props.counts}</span>
      <span className="cut fixed accent fine one-line" role="status">
        {props.status}
      </span>
      <div className="row fixed at-end gap-6">
        {onCompleteChange && (
          <Tooltip label="Only rows where all lines have a value">
            <ActionIcon
              size={24}
              aria-label="Only rows where all lines have a value"
              aria-pressed={isComplete}
              className="presses"
              onClick={() => onCompleteChange(!isComplete)}
            >
              <IconFilter size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <SegmentedControl
          size="xs"
          className={styles.layout}
          aria-label="Layout of the table"
          data={[
            { value: 'wide', label: 'Wide' },
            { value: 'long', label: 'Long' },
          ]}
          value={props.layout}
          onChange={props.onLayoutChange}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconCopy size={15} stroke={1.6} />}
          disabled={onCopyAll === undefined}
          onClick={onCopyAll}
        >
          Copy all
        </Button>
      </div>
    </div>
  );
}
