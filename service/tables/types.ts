import type { Origin } from '../contract/catalog.ts';
import type { CsvDialect, ExportProvenance } from '../contract/table-export.ts';
import type { Dataset } from '../datasets/index.ts';
import type { Derivation } from '../derived/index.ts';
import type { Reader } from '../store/index.ts';
import type { RowFormat } from './row-bytes.ts';

/** The contents of a column: dates `YYYY-MM-DD`, any text, or plain decimal numbers. */
export type ColumnKind = 'date' | 'text' | 'number';

export type TableColumn = {
  name: string;
  kind: ColumnKind;
  /** True if cells may be empty: null in Parquet, not an empty text. */
  canBeAbsent?: boolean;
};

/** Rows of a table, valid until the next piece is requested. */
export type TablePiece = {
  count: number;
  /** @returns the texts of a column, '' for empty cells. */
  texts(column: number): readonly string[];
  /** @returns the rows as the API writes them; absent for tables that the API does not offer. */
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
  /** A wide table per frequency, for workbooks. @param check gets the number of cells so far and may throw */
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
  /** The CSV dialect; absent for plain CSV. */
  csv?: CsvDialect;
  /** Gets the number of rows written so far, except for a workbook, which is made in one piece. */
  onRows?: ((rows: number) => void) | undefined;
};

export type WriteFormat = (
  exported: Exported,
  options: WriteOptions,
) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type ExportCounts = {
  /** Rows below the headers of all sheets. For a stored selection: its records. */
  rows: number;
  observations: number;
  first: string | null;
  last: string | null;
};

/** A selection of stored data. Codes, areas and days have been checked. */
export type ExportSelection = {
  dataset: Dataset;
  /** In the requested order, each once. */
  codes: readonly string[];
  /** State codes to keep; `undefined` for all. */
  areas?: readonly string[] | undefined;
  /** For a list: the newest on or before this day number; `undefined` for the newest. */
  onOrBefore?: number | undefined;
  /** Day numbers, both included; `undefined` for the whole history and for lists. */
  from?: number | undefined;
  to?: number | undefined;
  /** The requested day or instant of the values; `undefined` for the values as known now. */
  asOf?: string | undefined;
  /** Other units or a lower frequency; `undefined` for published values and constituents. */
  derivation?: Derivation | undefined;
};

export type ExportContext = {
  reader: Reader;
  selection: ExportSelection;
  /** `undefined` while no data of the dataset are stored. */
  origin: Origin | undefined;
  /** The time of the export, only in XLSX and Parquet, so that equal data give equal CSV and JSON. */
  created: Date;
  version: string;
  /** In CSV, put a space before texts that spreadsheets would read as formulas (`guardFormula`). */
  isGuarded?: boolean;
};
