import type { LineColumn } from '../api/index.ts';

/** A line as the table takes it. */
export type TableSeries = {
  column: LineColumn;
  title: string;
  /** Unit and what was done, a few words: 'persons', '% yr ago · 4-period average'. Under the title, and in copied headers. */
  detail: string;
  /** All that there is to say of the line, for who points at its header. */
  full: string;
  /** Gives its colour mark. */
  slot: number;
};

/** A column a line, or a row an observation. */
export type TableLayout = 'wide' | 'long';

/** A column by its id: 'date', a line's id, or in the long layout 'series', 'value' and 'unit'. */
export type ColumnId = string;

/** What a table is sorted by; a value that is not there comes last in either direction. */
export type Sort = { id: ColumnId; desc: boolean };

/** A row by what it is, not by where it stands: its day and, in the long layout, its line ('' in the wide one). */
export type RowKey = { owner: string; day: number };

export type SheetColumn = {
  id: ColumnId;
  kind: 'date' | 'number' | 'text';
  title: string;
  detail: string;
  full: string;
  slot: number | undefined;
  /** What is copied of a row: the published digits, '' for a gap. */
  text: (row: number) => string;
  /** By what a row is sorted; NaN for a gap. */
  rank: (row: number) => number;
};

/** The rows of one layout, ascending by day, whatever order they are shown in. Nothing of a row is made before it is asked for. */
export type Sheet = {
  layout: TableLayout;
  count: number;
  /** Of every row its day number. */
  days: Int32Array;
  columns: readonly SheetColumn[];
  keyOf: (row: number) => RowKey;
  /** @returns the row, or -1 where the data do not hold it (any more). */
  rowOf: (key: RowKey) => number;
  /** @returns the line whose observation a cell holds; none for the date of a wide row, and for a gap. */
  lineAt: (row: number, column: ColumnId) => TableSeries | undefined;
};
