/** What crosses the walls round the ingest room: between threads, processes and the host. Plain data, all of it. */

/** What a run did to a dataset. `first` and `last` are day numbers of this run's rows, unchanged ones too; null where it had none. */
export type IngestRun = {
  runId: number;
  dataset: string;
  added: number;
  revised: number;
  unchanged: number;
  /** Roundings of a stand-in (FRED) that the publisher's own figures have replaced: they count as unchanged too. Absent: none. */
  refined?: number;
  first: number | null;
  last: number | null;
  /** Where the run brought lists of constituents: what became of each. */
  lists?: readonly ListChange[];
};

/** A list of constituents beside the one before it: that of the same day, which it replaces, or else the newest of an earlier day. */
export type ListChange = {
  code: string;
  /** Day numbers. */
  asOf: number;
  members: number;
  /** null where none was held. */
  before: { asOf: number; members: number } | null;
  joined: number;
  left: number;
  /** Members of both with another name, sector or weight. */
  changed: number;
};

export type IngestedFile = {
  /** Name of the file, or of the publisher's source. */
  file: string;
  /** Id and title of the format that the file was recognised as. */
  format: { id: string; title: string };
  /** One for each dataset that the file held. */
  runs: readonly IngestRun[];
  /** What the user must know though the file is good: 'The list has no date of its own…'. A sentence each. */
  notes: readonly string[];
};

/** What a publisher's file or address brought. */
export type RefreshedSource = {
  /** The publisher and its file, for people. */
  source: string;
  runs: readonly IngestRun[];
  notes: readonly string[];
};

export type IngestProgress = {
  /** Name of the file, or of the publisher's source. */
  file: string;
  /** 'wait': another job is under way, and this one comes after it. */
  phase: 'wait' | 'fetch' | 'recognise' | 'read' | 'compare' | 'publish';
  bytes: number;
  /** 0 where it is not known. */
  totalBytes: number;
  /** Observations and constituents so far. */
  rows: number;
};

/** A file on this machine. `name` is what people are told where the path is that of a copy. */
export type FileToIngest = { path: string; name?: string };

/** A value that an import would replace, or the rows of constituents that it would. */
export type PreviewedRevision = {
  dataset: string;
  series: string;
  /** State code, '' elsewhere; of constituents the ticker. */
  area: string;
  date: string;
  before: string;
  after: string;
};

export type PreviewedRow = { dataset: string; series: string; area: string; date: string; value: string };

export type PreviewedDataset = {
  dataset: string;
  /** Observations or constituents in the file. */
  rows: number;
  /** Series, or lists of constituents, that they belong to. */
  series: number;
  /** Dates of the first and last row, `YYYY-MM-DD`. */
  first: string | null;
  last: string | null;
  added: number;
  revised: number;
  unchanged: number;
  /** Sample data of the dataset that would go. */
  replacesSample: boolean;
  /** Where they are lists of constituents: what would become of each. */
  lists?: readonly ListChange[];
};

/** What a file is, and what an import of it would do; nothing of it has been stored. */
export type FilePreview = {
  file: string;
  format: { id: string; title: string };
  bytes: number;
  sha256: string;
  datasets: readonly PreviewedDataset[];
  /** A few of the values that would be replaced, newest first. */
  revisions: readonly PreviewedRevision[];
  /** The first rows of the file. Of constituents `area` is the ticker and `value` the weight. */
  rows: readonly PreviewedRow[];
  notes: readonly string[];
};
