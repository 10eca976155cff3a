/** The export formats by file extension, in the page's order. Each has a `service/tables/formats/KEY.ts`. */

type FormatFacts = {
  /** Name of the format within sentences: 'Values stay the exact text in CSV'. */
  title: string;
  /** Label in the page's list of formats, and a few words below it. */
  label: string;
  detail: string;
  /** Name of the file type in the system's dialogs. */
  kind: string;
  mediaType: string;
  /** Whether the format is text and can be printed in a terminal. */
  isText: boolean;
  /** Whether it is an Excel workbook: a sheet for each frequency, always in the wide layout. */
  isWorkbook: boolean;
  /** Whether the file contains its provenance; if not, a second file does. */
  holdsProvenance: boolean;
  /** A variant of the format for Excel, which the page offers as `KEY-excel`. */
  forExcel?: { label: string; detail: string };
  /** How values differ from the exact text, as the end of a sentence; absent if they do not differ. */
  values?: string;
};

const FORMATS = {
  csv: {
    title: 'CSV',
    label: 'CSV',
    detail: 'UTF-8, comma, point',
    kind: 'Comma-separated values',
    mediaType: 'text/csv; charset=utf-8',
    isText: true,
    isWorkbook: false,
    holdsProvenance: false,
    forExcel: { label: 'CSV for Excel', detail: 'opens by a double click' },
  },
  xlsx: {
    title: 'XLSX',
    label: 'Excel workbook',
    detail: 'README, a sheet a frequency',
    kind: 'Excel workbook',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isText: false,
    isWorkbook: true,
    holdsProvenance: true,
    values: 'holds numbers where Excel can hold them exactly',
  },
  parquet: {
    title: 'Parquet',
    label: 'Parquet',
    detail: 'for pandas, R, DuckDB',
    kind: 'Apache Parquet',
    mediaType: 'application/vnd.apache.parquet',
    isText: false,
    isWorkbook: false,
    holdsProvenance: true,
  },
  json: {
    title: 'JSON',
    label: 'JSON',
    detail: 'values as text',
    kind: 'JSON',
    mediaType: 'application/json; charset=utf-8',
    isText: true,
    isWorkbook: false,
    holdsProvenance: true,
  },
} as const satisfies Record<string, FormatFacts>;

export type TableFormat = keyof typeof FORMATS;
export const TABLE_FORMATS: Readonly<Record<TableFormat, FormatFacts>> = FORMATS;
export const CSV_FORMAT = 'csv' as const satisfies TableFormat;
/** The default format of API answers, and the only one with pages. */
export const JSON_FORMAT = 'json' as const satisfies TableFormat;
/** Returns all rows of an API request as typed columns. */
export const PARQUET_FORMAT = 'parquet' as const satisfies TableFormat;
export const FORMAT_NAMES = Object.keys(FORMATS) as TableFormat[];

/** The formats that the page offers: each format, followed by its variant for Excel. */
export type FormatChoice = TableFormat | 'csv-excel';
export const FORMAT_CHOICES: readonly (FormatFacts & {
  choice: FormatChoice;
  format: TableFormat;
  isForExcel: boolean;
})[] = FORMAT_NAMES.flatMap((format) => {
  const facts = TABLE_FORMATS[format];
  const plain = { ...facts, choice: format, format, isForExcel: false };
  const { forExcel } = facts;
  return forExcel
    ? [plain, { ...facts, ...forExcel, choice: `${format}-excel` as FormatChoice, format, isForExcel: true }]
    : [plain];
});
