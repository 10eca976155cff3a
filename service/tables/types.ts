import type { Origin } from '../contract/catalog.ts';
import type { CsvDialect, Provenance } from '../contract/table-export.ts';
import type { Dataset } from '../datasets/index.ts';
import type { Derivation } from '../derived/types.ts';
import type { Reader } from '../store/types.ts';
import type { RowFormat } from './row-bytes.ts';

/** What the texts of a column are: `YYYY-MM-DD`, anything, or plain decimal numbers. */
export type ColumnKind = 'date' | 'text' | 'number';

export type Column = {
  name: string;
  kind: ColumnKind;
  /** Whether a cell without a number says so (null of Parquet), and is not an empty text. */
  canBeAbsent?: boolean;
};

/** Rows of a table, to be used before the next piece is asked for. */
export type Piece = {
  count: number;
  /** @returns the texts of a column, '' where a cell has none. */
  texts(column: number): readonly string[];
  /** @returns the rows as the API writes them; absent where the table is none of the API's. */
  bytes?(format: RowFormat): Buffer;
};

/** Typed columns, and their rows piece by piece, made as they are asked for. */
export type Table = { name: string; columns: readonly Column[]; pieces(): Iterable<Piece> };

/** Cells of a sheet that tells what the data are. */
export type Readme = {
  title: string;
  /** A name and what it is; its cells. */
  facts: readonly (string | number)[][];
  /** A table of the series or lines, with the widths of the sheet's columns. */
  header: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  widths: readonly number[];
};

/** What a format writes a file of: tables, and what is told of them. */
export type Exported = {
  /** The one table of a file that has one. */
  table(): Table;
  /** Of a workbook: a wide one for each frequency, whose cells are counted as they come. @param check hears how many there are so far. */
  sheets(check: (cells: number) => void): Table[];
  title: string;
  /** Program and version. */
  creator: string;
  created: Date;
  /** Of JSON, before its records. */
  head(): object;
  /** Of the footer of Parquet: its writer, and facts. */
  footer: { createdBy: string; facts: object };
  /** @param notes on the sheets. */
  readme(notes: Readme['facts']): Readme;
  /** Of the file beside one that does not say itself where its numbers come from. */
  provenance(): Provenance;
  series: number;
  /** What really went into the file, once it is written. */
  counts(): Counts;
};

export type WriteOptions = {
  /** How a CSV is written; absent: plain. */
  csv?: CsvDialect;
  /** Hears how many rows are written. A workbook is made in one piece, and tells nothing. */
  onRows?: ((rows: number) => void) | undefined;
};

/** What `formats/NAME.ts` exports as `write`: the bytes of a file, made as they are asked for. */
export type WriteFormat = (
  exported: Exported,
  options: WriteOptions,
) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type Counts = {
  /** Rows below the header, of all sheets; of a published selection the records. */
  rows: number;
  observations: number;
  /** `YYYY-MM-DD`; null where there is no row. */
  first: string | null;
  last: string | null;
};

/** What is to be exported; every code, area and day is known to be right. */
export type ExportSelection = {
  dataset: Dataset;
  /** In the order asked for, none twice. */
  codes: readonly string[];
  /** State codes to keep; `undefined` for all. */
  areas?: readonly string[] | undefined;
  /** Day numbers, both included; `undefined` for the whole history. Constituents have none: their newest `as_of` only. */
  from?: number | undefined;
  to?: number | undefined;
  /** Other units or a lower frequency; `undefined`: as published. Never of constituents. */
  derivation?: Derivation | undefined;
};

/** All that a writer needs beside the rows. */
export type ExportContext = {
  reader: Reader;
  selection: ExportSelection;
  /** `undefined` while the store holds nothing of the dataset. */
  origin: Origin | undefined;
  /** Goes into XLSX and Parquet only: the same data give the same bytes of CSV and JSON at any time. */
  created: Date;
  version: string;
  /** Of a CSV: texts that a spreadsheet would take for formulas get a space before them (`guardFormula`). */
  isGuarded?: boolean;
};
