import { type Static, Type } from 'typebox';
import { orNull } from './schema.ts';
import { FORMAT_NAMES, type TableFormat } from './table-formats.ts';

/** Exports to a file. The page sends its settings without rows; the service computes and writes the rows. */

const Format = Type.Unsafe<TableFormat>(Type.Union(FORMAT_NAMES.map((name) => Type.Literal(name))));

/** Dialect of a CSV file. `PLAIN_CSV` is the default: comma, decimal point, LF, no byte-order mark. */
export const CsvDialect = Type.Object({
  separator: Type.Union([Type.Literal(','), Type.Literal(';'), Type.Literal('\t')]),
  decimal: Type.Union([Type.Literal('.'), Type.Literal(',')]),
  /** Adds a UTF-8 byte-order mark and uses CRLF, which Excel needs to read letters and lines. */
  for_excel: Type.Boolean(),
  /** Adds a space before texts that a spreadsheet would read as formulas (`guardFormula`). */
  guarded: Type.Boolean(),
});
export type CsvDialect = Static<typeof CsvDialect>;
export const PLAIN_CSV: CsvDialect = { separator: ',', decimal: '.', for_excel: false, guarded: false };

const text = (maxLength: number) => Type.String({ maxLength });
const maybe = (maxLength: number) => Type.Union([text(maxLength), Type.Null()]);

export const LineFacts = Type.Object({
  id: text(300),
  title: text(500),
  code: maybe(300),
  formula: maybe(500),
  publisher: maybe(200),
  source: maybe(500),
  /** 'publisher', 'file' or 'sample'; null for formulas, and if the store has no data. */
  origin: maybe(20),
  loaded: maybe(40),
  units: text(100),
  unit: text(300),
  frequency: text(60),
  notes: Type.Array(text(1000), { maxItems: 100 }),
  citation: text(2000),
});
export type LineFacts = Static<typeof LineFacts>;

/** The sources of a view's numbers and their calculation. */
export const ExportProvenance = Type.Object({
  title: text(2000),
  subtitle: Type.Optional(text(2000)),
  created: text(40),
  app: text(100),
  range: Type.Object({ from: text(10), to: text(10) }),
  is_sample: Type.Boolean(),
  lines: Type.Array(LineFacts, { maxItems: 60 }),
  /** API addresses, without a key, that return the same numbers. */
  requests: Type.Array(text(8000), { maxItems: 60 }),
  /** Always empty, because `requests` covers everything; kept for programs that read these files. */
  not_in_requests: Type.Array(text(1000), { maxItems: 60 }),
});
export type ExportProvenance = Static<typeof ExportProvenance>;

export const ViewExport = Type.Object({
  /** Parameters of `GET /api/v1/view`, `series=…&from=…&to=…`, and the user's own heading, if any. */
  search: text(12_000),
  format: Format,
  /** 'wide': a column for each line. 'long': a row for each observation. A workbook is always wide. */
  layout: Type.Union([Type.Literal('wide'), Type.Literal('long')]),
  csv: CsvDialect,
  /** CSV only: puts the file and its provenance into one ZIP instead of two files. */
  zipped: Type.Boolean(),
  /** Series names in the long layout: 'id' `yields.US10Y`, or 'code' `US10Y`, as in the dataset's API. */
  names: Type.Union([Type.Literal('id'), Type.Literal('code')]),
  /** Base address of the API, for `Provenance.requests`; '' if the API does not listen. */
  base_url: text(200),
});
export type ViewExport = Static<typeof ViewExport>;

export const ListExport = Type.Object({
  code: text(40),
  date: text(10),
  format: Format,
  csv: CsvDialect,
  /** As in `ViewExport`. */
  zipped: Type.Boolean(),
  base_url: text(200),
});
export type ListExport = Static<typeof ListExport>;

/** The page's request to export a board as a workbook, with a sheet for each tile. */
export const BoardExport = Type.Object({
  name: text(200),
  /** The tiles in order; `search` as in `ViewExport`, `code` and `date` as in `ListExport`. */
  board: Type.Array(
    Type.Union([
      Type.Object({ title: text(200), search: text(12_000) }),
      Type.Object({ title: text(200), code: text(40), date: text(10) }),
    ]),
    { minItems: 1, maxItems: 24 },
  ),
  /** Titles of tiles that have no numbers and therefore no sheet. */
  left_out: Type.Array(text(200), { maxItems: 24 }),
  base_url: text(200),
});
export type BoardExport = Static<typeof BoardExport>;

export const ExportRequest = Type.Union([ViewExport, ListExport, BoardExport]);
export type ExportRequest = Static<typeof ExportRequest>;

export type TableLine = {
  /** Column name in the wide layout: series id and a suffix for units, `jolts.quits_level_sa_PC1`. */
  column: string;
  series: string;
  /** State of the rows; '' if the line has none. */
  state: string;
  /** 'Weekly, as of Wednesday'. A workbook has one sheet for each frequency. */
  frequency: string;
  /** `YYYY-MM-DD`, ascending, without duplicates. */
  dates: string[];
  values: string[];
};

/** Computed lines, and the settings of the file to write. */
export type TableExport = Pick<ViewExport, 'format' | 'layout' | 'csv' | 'zipped'> & {
  name: string;
  lines: TableLine[];
  provenance: ExportProvenance;
};

export const TableReceipt = Type.Object({
  name: Type.String(),
  format: Format,
  rows: Type.Integer(),
  observations: Type.Integer(),
  series: Type.Integer(),
  /** Dates of the first and last observation, `YYYY-MM-DD`; null if there are no rows. */
  first: orNull(Type.String()),
  last: orNull(Type.String()),
  bytes: Type.Integer(),
  sha256: Type.String(),
  complete: Type.Literal(true),
});
export type TableReceipt = Static<typeof TableReceipt>;

export const WrittenTable = Type.Object({
  receipt: TableReceipt,
  file: Type.String(),
  sidecar: orNull(Type.String()),
});
export type WrittenTable = Static<typeof WrittenTable>;

/** A file that can be downloaded once, within a few minutes. */
export const WaitingFile = Type.Object({ name: Type.String(), url: Type.String() });
export type WaitingFile = Static<typeof WaitingFile>;
export const ExportAnswer = Type.Object({
  receipt: TableReceipt,
  file: WaitingFile,
  /** The provenance and receipt of a CSV, `NAME.csv.json`; null if the data file contains them. */
  sidecar: orNull(WaitingFile),
});
export type ExportAnswer = Static<typeof ExportAnswer>;

/** `POST /host/export-published?id=…`: writes the CSV answer of an API path. Answers an `ExportAnswer`. */
export const PublishedExportRequest = Type.Object({ path: Type.String({ maxLength: 8000 }) });

/** `GET /host/export-progress?id=…`: rows written, and the total; null if that is not known. */
export const ExportProgress = Type.Object({ rows: Type.Integer(), total: orNull(Type.Integer()) });
export type ExportProgress = Static<typeof ExportProgress>;

export const EXPORT_ID = '^[\\w-]{8,64}$';
export const CancelExportRequest = Type.Object({ id: Type.String({ pattern: EXPORT_ID, maxLength: 64 }) });
