import type { TableLayout } from '../../service/view/index.ts';
import type { LineColumn } from '../../service/view/types.ts';

/** A line of the table. */
export type TableSeries = {
  column: LineColumn;
  title: string;
  /** Unit and transformation in a few words: 'persons', '% yr ago, average of the last 4 observations'. Shown under the title, and copied with it. */
  detail: string;
  /** Everything about the line, as the tooltip of its header. */
  full: string;
  /** Slot of the palette, for its colour mark. */
  slot: number;
};

/** A column by its id: 'date', a line's id, or in the long layout 'series', 'value' and 'unit'. */
export type ColumnId = string;

/** The column and direction that a table is sorted by. Gaps come last in either direction. */
export type TableSort = { id: ColumnId; desc: boolean };

/** Identifies a row independently of its place: its day and, in the long layout, its line (`owner`; '' in the wide layout). */
export type RowKey = { owner: string; day: number };

export type SheetColumn = {
  id: ColumnId;
  kind: 'date' | 'number' | 'text';
  title: string;
  detail: string;
  full: string;
  slot: number | undefined;
  /** Of a column of numbers: the most decimals that any of them has. */
  decimals?: number;
  /** The text of a row: the digits as published, '' for a gap. */
  text: (row: number) => string;
  /** The number that a row is sorted by; NaN for a gap. */
  rank: (row: number) => number;
};

/** The rows of one layout, ascending by day, whatever order they are shown in. The texts of a row are made when they are read. */
export type Sheet = {
  layout: TableLayout;
  count: number;
  /** The day number of each row. */
  days: Int32Array;
  columns: readonly SheetColumn[];
  keyOf: (row: number) => RowKey;
  /** @returns the row, or -1 where the data do not have it. */
  rowOf: (key: RowKey) => number;
  /** @returns the line of a cell's observation; `undefined` for the date of a wide row and for a gap. */
  lineAt: (row: number, column: ColumnId) => TableSeries | undefined;
};
