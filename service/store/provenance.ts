import type { Origin } from '../contract/catalog.ts';

/** Types of where the stored data came from: runs, revisions, explanations, fetches. */

/** 'rescue': rows from a damaged file whose original run could not be read. 'undone': an import that was taken back; nothing held is of it. */
export type RunKind = 'import' | 'refresh' | 'sample' | 'rescue' | 'undone';

/** The runs of imports that can be undone, by id, and what comes back: data, or the sample data that they replaced. */
export type Undoable = ReadonlyMap<number, 'data' | 'sample'>;

/** What the undo of an import took from a dataset. `location`: the file. `sampleAt`: when the sample that it had replaced was made. */
export type UndoneRun = {
  dataset: string;
  location: string;
  added: number;
  revised: number;
  sampleAt: string | null;
};

/** What is known of a run when it begins. */
export type RunStart = {
  kind: RunKind;
  dataset: string;
  origin: Origin;
  /** Name of the format or source: 'fiscaldata-debt-csv'. */
  source: string;
  /** File name or URL, without a key; '' for samples. */
  location: string;
  /** Hex SHA-256 of the bytes; '' for samples. */
  sha256: string;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  /**
   * Sources of the publisher itself, if this run comes from a substitute source: a value of theirs is kept if the value of this
   * run is a rounding of it. Not stored.
   */
  defersTo?: readonly string[] | undefined;
  /**
   * Whether the values are the publisher's own exact figures: where one replaces a rounded value from a substitute source, that
   * does not count as a revision, and the rounded value is marked as such. Not stored.
   */
  refines?: boolean | undefined;
};

/**
 * A stored run. Run and rows are stored together; a failed run is not stored. `finishedAt`, `rows`, `first` and `last` are null for
 * runs older than layout 2 of the file; `first` and `last` also for a run without rows.
 */
export type StoredRun = Omit<RunStart, 'defersTo' | 'refines'> & {
  id: number;
  finishedAt: string | null;
  added: number;
  revised: number;
  unchanged: number;
  /** As in `LastRun`. */
  gone: number;
  /** Number of rows of the run, also unchanged ones. */
  rows: number | null;
  first: number | null;
  last: number | null;
};

/** Which revisions of a dataset to read. */
export type RevisionQuery = {
  dataset: string;
  /** Absent: all. */
  codes?: readonly string[] | undefined;
  areas?: readonly string[] | undefined;
  /** Day number, UTC: only revisions that were stored on that day or later. */
  since?: number | undefined;
};

/** The position after a page of revisions. Use only positions returned as `last`, for the same query. */
export type RevisionPosition = { run: number; day: number; seriesId: number };

/** A value that was replaced by another. Times are ISO 8601, UTC; `day` is a day number. */
export type Revision = {
  code: string;
  area: string;
  day: number;
  oldValue: string;
  newValue: string;
  firstSeen: string;
  supersededAt: string;
  /** Ids of the run that wrote the old value and of the one that wrote the new. */
  oldRun: number;
  newRun: number;
};

/** A current or former value of an observation, and where it came from. */
export type ValueVintage = {
  value: string;
  /** Row in the file, counted in the unit of the run's format (`place`: line, row, record); null if it was not stored. */
  row: number | null;
  /** If the value is a sum of several rows: all of them, `row` first; else null. */
  summedRows: number[] | null;
  firstSeen: string;
  /** null for the current value. */
  supersededAt: string | null;
  /** Whether it was a rounded value from a substitute source that the publisher's exact figure replaced. */
  isRounding: boolean;
  run: StoredRun;
};

/** A value that a series had for a day (day number), and when it was first seen: ISO 8601, UTC. */
export type ValueSeen = { day: number; value: string; seen: string };

/** Where an observation came from. */
export type Explanation = {
  /** Newest first: the current value, then the earlier ones; empty if there is no observation. */
  values: ValueVintage[];
  /** The nearest days of the series that have an observation, or null. */
  before: number | null;
  after: number | null;
  /** The run of the dataset's sample, if real data replaced it; its values are not kept. Else null. */
  replacedSample: StoredRun | null;
};

/** A member of a list, and its row in the file, where that is known. */
export type SeenMember = { ticker: string; name: string; sector: string; weight: string; row: number | null };

/** A current or former list of constituents, and where it came from. `count` is the number of its members; `row` that of its first. */
export type ListVintage = Omit<ValueVintage, 'value' | 'summedRows' | 'isRounding'> & {
  count: number;
  /** The member that was asked for; null if the list does not have it, or if none was asked for. */
  member: SeenMember | null;
};

/** As `Explanation`, for a list of constituents. */
export type ListProvenance = Omit<Explanation, 'values'> & {
  lists: ListVintage[];
  /** Of the member that was asked for: what the newest of the earlier lists say of it, newest first. */
  earlier: { asOf: number; member: SeenMember | null }[];
};

/** The result of the last fetch from a URL of a publisher. `url` never contains an API key. */
export type FetchNote = {
  url: string;
  dataset: string;
  /** Id of the format or source. */
  source: string;
  /** ISO 8601, UTC. */
  checkedAt: string;
  /** 'unchanged': the publisher answered that nothing changed, or sent the same bytes. */
  outcome: 'stored' | 'unchanged' | 'failed';
  /** A sentence why it failed; '' otherwise. */
  message: string;
  /** About the bytes last stored from this URL: time of the fetch, headers of the publisher. */
  fetchedAt: string | null;
  etag: string | null;
  lastModified: string | null;
};
