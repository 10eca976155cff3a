/**
 * The formats of exports, in the order in which the page offers them; their key is the ending of a file. A new one takes an
 * entry here and `service/tables/formats/KEY.ts`: the page's choice, the command line, media types and dialogs read this table.
 */

type FormatFacts = {
  /** In sentences: 'Values stay the exact text in CSV'. */
  title: string;
  /** Of the page's choice, with a few words under it. */
  label: string;
  detail: string;
  /** In the system's dialogs. */
  kind: string;
  mediaType: string;
  /** Whether it can go to a terminal. */
  isText: boolean;
  /** A sheet for each frequency, always wide; Excel opens it. */
  isWorkbook: boolean;
  /** Whether the file itself says where its numbers come from; else that is written beside it. */
  holdsProvenance: boolean;
  /** A second way of writing it, for Excel, which the page offers under `KEY-excel`. */
  forExcel?: { label: string; detail: string };
  /** How its values differ from the exact text, as the end of a sentence; absent: not at all. */
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
/** What is written where nobody names a format. */
export const CSV_FORMAT = 'csv' as const satisfies TableFormat;
/** What the API answers where nobody names a format: it alone comes page by page. */
export const JSON_FORMAT = 'json' as const satisfies TableFormat;
export const FORMAT_NAMES = Object.keys(FORMATS) as TableFormat[];

/** What the page offers: each format, and after it the second way of writing it for Excel. */
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
