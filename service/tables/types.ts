import type { Origin } from '../contract/catalog.ts';
import type { Dataset } from '../datasets/index.ts';

import type { Derivation } from '../derived/types.ts';
import type { Reader } from '../store/types.ts';

/** The door of the export room: a selection of the store as bytes of a file format, complete or not there at all. */

export const EXPORT_FORMATS = ['csv', 'json', 'xlsx', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the texts of a column are. */
export type ColumnKind = 'date' | 'text' | 'number';

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

export type ExportReceipt = {
  dataset: string;
  format: ExportFormat;
  origin: Origin | undefined;
  rows: number;
  /** `YYYY-MM-DD`; `undefined` where there is no row. */
  first: string | undefined;
  last: string | undefined;
  bytes: number;
  /** Hex, of the bytes written. */
  sha256: string;
};
