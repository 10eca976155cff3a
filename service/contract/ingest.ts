import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';

/** What crosses the walls round the ingest room: between threads, processes and the host. */

/** A list of constituents beside the one before it: that of the same day, which it replaces, or else the newest of an earlier day. */
export const ListChange = Type.Object({
  code: Type.String(),
  /** Day numbers. */
  asOf: Type.Integer(),
  members: Type.Integer(),
  /** null where none was held. */
  before: orNull(Type.Object({ asOf: Type.Integer(), members: Type.Integer() })),
  joined: Type.Integer(),
  left: Type.Integer(),
  /** Members of both with another name, sector or weight. */
  changed: Type.Integer(),
});
export type ListChange = Static<typeof ListChange>;

/** What a run did to a dataset. `first` and `last` are day numbers of this run's rows, unchanged ones too; null where it had none. */
export const IngestRun = Type.Object({
  runId: Type.Integer(),
  dataset: Type.String(),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** Roundings of a stand-in (FRED) that the publisher's own figures have replaced: they count as unchanged too. Absent: none. */
  refined: Type.Optional(Type.Integer()),
  first: orNull(Type.Integer()),
  last: orNull(Type.Integer()),
  /** Where the run brought lists of constituents: what became of each. */
  lists: Type.Optional(list(ListChange)),
});
export type IngestRun = Static<typeof IngestRun>;

/** Id and title of the format that a file was recognised as. */
const FormatName = Type.Object({ id: Type.String(), title: Type.String() });

export const IngestedFile = Type.Object({
  /** Name of the file, or of the publisher's source. */
  file: Type.String(),
  format: FormatName,
  /** One for each dataset that the file held. */
  runs: list(IngestRun),
  /** What the user must know though the file is good: 'The list has no date of its own…'. A sentence each. */
  notes: list(Type.String()),
});
export type IngestedFile = Static<typeof IngestedFile>;

/** What a publisher's file or address brought. */
export const RefreshedSource = Type.Object({
  /** The publisher and its file, for people. */
  source: Type.String(),
  runs: list(IngestRun),
  notes: list(Type.String()),
});
export type RefreshedSource = Static<typeof RefreshedSource>;

export const IngestProgress = Type.Object({
  /** Name of the file, or of the publisher's source. */
  file: Type.String(),
  /** 'wait': another job is under way, and this one comes after it. */
  phase: Type.Enum(['wait', 'fetch', 'recognise', 'read', 'compare', 'publish']),
  bytes: Type.Number(),
  /** 0 where it is not known. */
  totalBytes: Type.Number(),
  /** Observations and constituents so far. */
  rows: Type.Number(),
});
export type IngestProgress = Static<typeof IngestProgress>;

/** A file on this machine. `name` is what people are told where the path is that of a copy. */
export const FileToIngest = Type.Object({ path: Type.String(), name: Type.Optional(Type.String()) });
export type FileToIngest = Static<typeof FileToIngest>;

/** What a person allows of files: to lack much of what is held, to have values that nobody can have meant. */
export const Allowed = Type.Object({ allowShrink: Type.Boolean(), allowJumps: Type.Boolean() });
export type Allowed = Static<typeof Allowed>;

/** A value that an import would replace, or the rows of constituents that it would. */
export const PreviewedRevision = Type.Object({
  dataset: Type.String(),
  series: Type.String(),
  /** State code, '' elsewhere; of constituents the ticker. */
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
  /** Observations or constituents in the file. */
  rows: Type.Integer(),
  /** Series, or lists of constituents, that they belong to. */
  series: Type.Integer(),
  /** Dates of the first and last row, `YYYY-MM-DD`. */
  first: orNull(Type.String()),
  last: orNull(Type.String()),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** Sample data of the dataset that would go. */
  replacesSample: Type.Boolean(),
  /** Where they are lists of constituents: what would become of each. */
  lists: Type.Optional(list(ListChange)),
});
export type PreviewedDataset = Static<typeof PreviewedDataset>;

/** What a file is, and what an import of it would do; nothing of it has been stored. */
export const FilePreview = Type.Object({
  file: Type.String(),
  format: FormatName,
  bytes: Type.Number(),
  sha256: Type.String(),
  datasets: list(PreviewedDataset),
  /** A few of the values that would be replaced, newest first. */
  revisions: list(PreviewedRevision),
  /** The first rows of the file. Of constituents `area` is the ticker and `value` the weight. */
  rows: list(PreviewedRow),
  notes: list(Type.String()),
});
export type FilePreview = Static<typeof FilePreview>;
