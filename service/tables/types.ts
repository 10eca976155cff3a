import type { Origin } from '../contract/catalog.ts';
import type { CsvDialect, ExportProvenance } from '../contract/table-export.ts';
import type { Dataset } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import type { Reader } from '../store/index.ts';
import type { RowFormat } from './row-bytes.ts';

/** What the texts of a column hold: dates `YYYY-MM-DD`, any text, or plain decimal numbers. */
export type ColumnKind = 'date' | 'text' | 'number';

export type TableColumn = {
  name: string;
  kind: ColumnKind;
  /** Parquet then has null, not an empty text. */
  canBeAbsent?: boolean;
};

/** Rows of a table, to be used before the next piece is asked for. */
export type TablePiece = {
  count: number;
  /** @returns the texts of a column, '' where a cell is empty. */
  texts(column: number): readonly string[];
  /** @returns the rows as the API writes them; absent for tables that the API does not have. */
  bytes?(format: RowFormat): Buffer;
};

export type ExportTable = { name: string; columns: readonly TableColumn[]; pieces(): Iterable<TablePiece> };

export type Readme = {
  title: string;
  facts: readonly (string | number)[][];
  header: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  widths: readonly number[];
};

export type Exported = {
  table(): ExportTable;
  /** For workbooks: a wide table for each frequency. @param check is called with the number of cells so far, and may throw. */
  sheets(check: (cells: number) => void): ExportTable[];
  title: string;
  creator: string;
  created: Date;
  head(): object;
  footer: { createdBy: string; facts: object };
  readme(notes: Readme['facts']): Readme;
  provenance(): ExportProvenance;
  series: number;
  counts(): ExportCounts;
};

export type WriteOptions = {
  /** The dialect of a CSV; absent: plain. */
  csv?: CsvDialect;
  /** Is called with the number of rows written so far; not for a workbook, which is made in one piece. */
  onRows?: ((rows: number) => void) | undefined;
};

export type WriteFormat = (
  exported: Exported,
  options: WriteOptions,
) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type ExportCounts = {
  /** Rows below the headers of all sheets. For a selection of the store: its records. */
  rows: number;
  observations: number;
  first: string | null;
  last: string | null;
};

/** A selection of the store. Codes, areas and days have been checked. */
export type ExportSelection = {
  dataset: Dataset;
  /** In the order asked for, none twice. */
  codes: readonly string[];
  /** State codes to keep; `undefined` for all. */
  areas?: readonly string[] | undefined;
  /** Of a list: the newest of this day number or before it; `undefined`: the newest. */
  onOrBefore?: number | undefined;
  /** Day numbers, both included; `undefined` for the whole history. Lists have none. */
  from?: number | undefined;
  to?: number | undefined;
  /** The day or instant that the values are as of, as it was asked for; `undefined`: as known now. */
  asOf?: string | undefined;
  /** Other units or a lower frequency; `undefined`: as published. Never of constituents. */
  derivation?: Derivation | undefined;
};

export type ExportContext = {
  reader: Reader;
  selection: ExportSelection;
  /** `undefined` while the store holds nothing of the dataset. */
  origin: Origin | undefined;
  /** Goes into XLSX and Parquet only: the same data give the same bytes of CSV and JSON at any time. */
  created: Date;
  version: string;
  /** In CSV, put a space before texts that a spreadsheet would read as formulas (`guardFormula`). */
  isGuarded?: boolean;
};
