import type { Origin } from '../contract/catalog.ts';

/** Where what the store holds comes from: runs, revisions, explanations, fetches. */

/** 'rescue': rows out of a damaged file whose own run could not be read. */
export type RunKind = 'import' | 'refresh' | 'sample' | 'rescue';

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
   * Sources, of the publisher itself, for which this run only stands in: their values stay where one of this run is the same
   * number, rounded. Not kept.
   */
  defersTo?: readonly string[] | undefined;
  /**
   * Whether the values are a publisher's own: where one takes the place of a stand-in's rounding of it, that is no revision, and
   * the rounding is marked as such. Not kept.
   */
  refines?: boolean | undefined;
};

/**
 * A run as it is kept; it is there only when its rows are (one that failed leaves nothing). `finishedAt`, `rows`, `first` and
 * `last` are null where the run is older than layout 2 of the file; `first` and `last` also where it brought no rows.
 */
export type Run = Omit<RunStart, 'defersTo' | 'refines'> & {
  id: number;
  finishedAt: string | null;
  added: number;
  revised: number;
  unchanged: number;
  /** As in `LastRun`. */
  gone: number;
  /** Rows that it brought, unchanged ones too. */
  rows: number | null;
  first: number | null;
  last: number | null;
};

export type RevisionQuery = {
  dataset: string;
  /** Absent: all. */
  codes?: readonly string[] | undefined;
  areas?: readonly string[] | undefined;
  /** Day number, UTC: revisions that were seen on that day or later. */
  since?: number | undefined;
};

/** Opaque: hand back what `last` gave, for the same query. */
export type RevisionPosition = { run: number; day: number; place: number };

/** A value that was replaced by another. Times are ISO 8601, UTC. */
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

/** A value of an observation and where it stood. */
export type SeenValue = {
  value: string;
  /** The place in the file, counted as the run's format says (its `place`); null where it was not kept. */
  row: number | null;
  /** All rows that the value is the sum of, `row` the first; null where it is no sum. */
  summedRows: number[] | null;
  firstSeen: string;
  /** null while it is the current one. */
  supersededAt: string | null;
  /** Whether it was a stand-in's rounding of the publisher's own figure, which has taken its place. */
  isRounding: boolean;
  run: Run;
};

export type Explanation = {
  /** Newest first: the current value, then those before it; empty where there is no observation. */
  values: SeenValue[];
  /** The nearest days of the series that have an observation, or null. */
  before: number | null;
  after: number | null;
  /** The dataset's sample, where real data took its place: nothing of its values is kept. */
  replacedSample: Run | null;
};

export type SeenList = Omit<SeenValue, 'value' | 'summedRows' | 'isRounding'> & { count: number };

export type ListExplanation = Omit<Explanation, 'values'> & { lists: SeenList[] };

/** What happened when an address of a publisher was asked. `url` holds no key. */
export type FetchNote = {
  url: string;
  dataset: string;
  /** Id of the format or source. */
  source: string;
  /** ISO 8601, UTC. */
  checkedAt: string;
  /** 'unchanged': the publisher said so, or sent the same bytes. */
  outcome: 'stored' | 'unchanged' | 'failed';
  /** Why it failed, in a sentence; '' otherwise. */
  message: string;
  /** Of the bytes that were last stored from this address: when they came, what the publisher's headers said, their hash. */
  fetchedAt: string | null;
  etag: string | null;
  lastModified: string | null;
  httpDate: string | null;
  sha256: string | null;
};
