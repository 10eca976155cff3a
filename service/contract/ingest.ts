import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Requests and results of imports and refreshes, between threads and for the page. */

/** A list compared with the previous list: that of the same day, or the newest of an earlier day. */
export const ListChange = Type.Object({
  code: Type.String(),
  /** Day number. */
  asOf: Type.Integer(),
  members: Type.Integer(),
  before: orNull(Type.Object({ asOf: Type.Integer(), members: Type.Integer() })),
  joined: Type.Integer(),
  left: Type.Integer(),
  /** Members of both lists whose name, sector or weight is different. */
  changed: Type.Integer(),
});
export type ListChange = Static<typeof ListChange>;

/** A run's effect on a dataset. `first`, `last`: days of its first and last row, even if unchanged. */
export const IngestRun = Type.Object({
  runId: Type.Integer(),
  dataset: Type.String(),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** FRED's roundings that the publisher's figures replaced, also counted in `unchanged`; absent if none. */
  refined: Type.Optional(Type.Integer()),
  first: orNull(Type.Integer()),
  last: orNull(Type.Integer()),
  lists: Type.Optional(arrayOf(ListChange)),
});
export type IngestRun = Static<typeof IngestRun>;

const FormatName = Type.Object({ id: Type.String(), title: Type.String() });

export const IngestedFile = Type.Object({
  file: Type.String(),
  format: FormatName,
  runs: arrayOf(IngestRun),
  /** Sentences that the user must read about a valid file: 'The list has no date of its own…'. */
  notes: arrayOf(Type.String()),
});
export type IngestedFile = Static<typeof IngestedFile>;

/** An import that was undone. `added`: rows removed again; `revised`: values restored. */
export const UndoneImport = Type.Object({
  file: Type.String(),
  datasets: arrayOf(
    Type.Object({
      dataset: Type.String(),
      added: Type.Integer(),
      revised: Type.Integer(),
      /** Whether the sample data that the import had replaced are back. */
      is_sample: Type.Boolean(),
    }),
  ),
});
export type UndoneImport = Static<typeof UndoneImport>;

/** The result of fetching one file or address of a publisher. */
export const RefreshedSource = Type.Object({
  source: Type.String(),
  runs: arrayOf(IngestRun),
  notes: arrayOf(Type.String()),
});
export type RefreshedSource = Static<typeof RefreshedSource>;

export const IngestProgress = Type.Object({
  file: Type.String(),
  /** 'wait': the job waits for another one to end. */
  phase: Type.Enum(['wait', 'fetch', 'recognise', 'read', 'compare', 'publish']),
  bytes: Type.Number(),
  totalBytes: Type.Number(),
  rows: Type.Number(),
});
export type IngestProgress = Static<typeof IngestProgress>;

/** `name`: shown instead of `path`. `listDate` (`YYYY-MM-DD`), `listCode`: for lists that lack them. */
export const FileToIngest = Type.Object({
  path: Type.String(),
  name: Type.Optional(Type.String()),
  listDate: Type.Optional(Type.String()),
  listCode: Type.Optional(Type.String()),
});
export type FileToIngest = Static<typeof FileToIngest>;

/** Permissions for files that lack many of the stored rows, and for files with implausible values. */
export const Allowed = Type.Object({ allowShrink: Type.Boolean(), allowJumps: Type.Boolean() });
export type Allowed = Static<typeof Allowed>;

/** A value, or a constituent's row, that an import would replace. */
export const PreviewedRevision = Type.Object({
  dataset: Type.String(),
  series: Type.String(),
  /** State code, or the constituent's ticker; otherwise ''. */
  area: Type.String(),
  date: Type.String(),
  before: Type.String(),
  after: Type.String(),
});
export type PreviewedRevision = Static<typeof PreviewedRevision>;

export const PreviewedRow = Type.Object({
  dataset: Type.String(),
  series: Type.String(),
  area: Type.String(),
  date: Type.String(),
  value: Type.String(),
});
export type PreviewedRow = Static<typeof PreviewedRow>;

export const PreviewedDataset = Type.Object({
  dataset: Type.String(),
  rows: Type.Integer(),
  series: Type.Integer(),
  /** Dates of the first and last row, `YYYY-MM-DD`; null if there are no rows. */
  first: orNull(Type.String()),
  last: orNull(Type.String()),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  replacesSample: Type.Boolean(),
  lists: Type.Optional(arrayOf(ListChange)),
});
export type PreviewedDataset = Static<typeof PreviewedDataset>;

/** The contents of a file, and the changes that an import would make. Nothing has been stored. */
export const FilePreview = Type.Object({
  file: Type.String(),
  format: FormatName,
  bytes: Type.Number(),
  sha256: Type.String(),
  datasets: arrayOf(PreviewedDataset),
  revisions: arrayOf(PreviewedRevision),
  /** The first rows of the file. For constituents `area` is the ticker and `value` the weight. */
  rows: arrayOf(PreviewedRow),
  /** Codes of its lists of constituents without a date of their own; `FileToIngest.listDate` gives one. */
  undated: arrayOf(Type.String()),
  /** If a list has no date: the one past day in the file's name, `YYYY-MM-DD`; otherwise null. */
  dateInName: orNull(Type.String()),
  /** Whether the file does not name its list, so that an import needs `FileToIngest.listCode`. */
  isUnnamed: Type.Boolean(),
  notes: arrayOf(Type.String()),
});
export type FilePreview = Static<typeof FilePreview>;
