import { type Static, Type } from 'typebox';
import { orNull } from './schema.ts';
import { FORMAT_NAMES, type TableFormat } from './table-formats.ts';

/**
 * Export of what is drawn, as a file that is complete or not there. The page sends a `ViewExport` as the body of
 * `POST /host/export?id=…`: the address of its chart, and no rows. The service computes the lines and writes the files, the host
 * hands them out.
 */

const Format = Type.Unsafe<TableFormat>(Type.Union(FORMAT_NAMES.map((name) => Type.Literal(name))));

/** How a CSV is written. Without any of it: comma, point, LF, no byte-order mark. */
export const CsvDialect = Type.Object({
  separator: Type.Union([Type.Literal(','), Type.Literal(';'), Type.Literal('\t')]),
  decimal: Type.Union([Type.Literal('.'), Type.Literal(',')]),
  /** UTF-8 byte-order mark and CRLF, without which Excel takes neither letters nor lines for what they are. */
  for_excel: Type.Boolean(),
  /** A space before texts that a spreadsheet would take for formulas, as `guardFormula` has it: not what a program expects. */
  guarded: Type.Boolean(),
});
export type CsvDialect = Static<typeof CsvDialect>;
export const PLAIN_CSV: CsvDialect = { separator: ',', decimal: '.', for_excel: false, guarded: false };

const text = (maxLength: number) => Type.String({ maxLength });
const maybe = (maxLength: number) => Type.Union([text(maxLength), Type.Null()]);

/** What is known of one line beside its observations. */
export const LineFacts = Type.Object({
  id: text(300),
  title: text(500),
  /** The series' id; null of a formula. */
  code: maybe(300),
  formula: maybe(500),
  publisher: maybe(200),
  source: maybe(500),
  /** 'publisher', 'file' or 'sample'; null where nothing is held, and of formulas. */
  origin: maybe(20),
  loaded: maybe(40),
  units: text(100),
  unit: text(300),
  frequency: text(60),
  notes: Type.Array(text(1000), { maxItems: 100 }),
  citation: text(2000),
});
export type LineFacts = Static<typeof LineFacts>;

/** Where the numbers of a view come from and what was made of them. */
export const Provenance = Type.Object({
  title: text(2000),
  subtitle: Type.Optional(text(2000)),
  /** ISO 8601, UTC. */
  created: text(40),
  app: text(100),
  range: Type.Object({ from: text(10), to: text(10) }),
  is_sample: Type.Boolean(),
  lines: Type.Array(LineFacts, { maxItems: 50 }),
  /** Addresses of the API, without a key, that answer the same numbers. */
  requests: Type.Array(text(4000), { maxItems: 50 }),
  /** Always empty: requests say everything that is drawn. Programs that read these files may look for it. */
  not_in_requests: Type.Array(text(1000), { maxItems: 50 }),
});
export type Provenance = Static<typeof Provenance>;

/** The lines of a chart as a file: what the page asks for. */
export const ViewExport = Type.Object({
  /** The parameters of `GET /api/v1/view`: `series=…&from=…&to=…`, and the words of a heading of one's own. */
  search: text(12_000),
  format: Format,
  /** A column a line, or a row an observation. A workbook is always wide. */
  layout: Type.Union([Type.Literal('wide'), Type.Literal('long')]),
  csv: CsvDialect,
  /** Of a CSV: its provenance in one ZIP with it, not as a second file. */
  zipped: Type.Boolean(),
  /** How rows of the long layout name a series: `yields.US10Y`, or `US10Y` as the API of its dataset does. */
  names: Type.Union([Type.Literal('id'), Type.Literal('code')]),
  /** Address of the API, for the requests that the provenance names; '' where it does not listen. */
  base_url: text(200),
});
export type ViewExport = Static<typeof ViewExport>;

/** One line of a table that is written. */
export type TableLine = {
  /** Its column where each line has one: series' id and suffix of its units, `jolts.quits_level_sa_PC1`. */
  column: string;
  /** How rows name it where each observation has one. */
  series: string;
  /** State of the rows, '' where the line has none. */
  state: string;
  /** 'Weekly, ending Saturday': one sheet of a workbook for each. */
  frequency: string;
  /** `YYYY-MM-DD`, ascending, none twice. */
  dates: string[];
  /** Plain decimal numbers, as many as dates. */
  values: string[];
};

/** Computed lines, and the file that is made of them. */
export type TableExport = Pick<ViewExport, 'format' | 'layout' | 'csv' | 'zipped'> & {
  /** Of the file, without its ending. */
  name: string;
  lines: TableLine[];
  provenance: Provenance;
};

/** What was written, counted as it was written. */
export const TableReceipt = Type.Object({
  /** Of the data file. */
  name: Type.String(),
  format: Format,
  /** Rows below the header, of all sheets. */
  rows: Type.Integer(),
  observations: Type.Integer(),
  series: Type.Integer(),
  /** `YYYY-MM-DD`; null where there is no row. */
  first: orNull(Type.String()),
  last: orNull(Type.String()),
  bytes: Type.Integer(),
  /** Hex, of the data file's bytes. */
  sha256: Type.String(),
  complete: Type.Literal(true),
});
export type TableReceipt = Static<typeof TableReceipt>;

/** What the service has written into the folder that it was given. */
export const WrittenTable = Type.Object({
  receipt: TableReceipt,
  file: Type.String(),
  sidecar: orNull(Type.String()),
});
export type WrittenTable = Static<typeof WrittenTable>;

/** A file that waits to be fetched, once, within some minutes. */
export const WaitingFile = Type.Object({ name: Type.String(), url: Type.String() });
export type WaitingFile = Static<typeof WaitingFile>;
export const ExportAnswer = Type.Object({
  receipt: TableReceipt,
  file: WaitingFile,
  /** Provenance and receipt of a CSV, `NAME.csv.json`; null where the file holds its provenance itself. */
  sidecar: orNull(WaitingFile),
});
export type ExportAnswer = Static<typeof ExportAnswer>;

/** `POST /host/export-published?id=…`: a path of the data API whose CSV is written to a file; answers an `ExportAnswer` too. */
export const PublishedExport = Type.Object({ path: Type.String({ maxLength: 8000 }) });
export type PublishedExport = Static<typeof PublishedExport>;

/** `GET /host/export-progress?id=…`: rows that are written so far, and how many there will be where the host knows. */
export const ExportProgress = Type.Object({ rows: Type.Integer(), total: orNull(Type.Integer()) });
export type ExportProgress = Static<typeof ExportProgress>;

/** `POST /host/cancel-export`: the `id` that the page gave its export. */
export const EXPORT_ID = '^[\\w-]{8,64}$';
export const CancelExportRequest = Type.Object({ id: Type.String({ pattern: EXPORT_ID }) });
export type CancelExportRequest = Static<typeof CancelExportRequest>;
