import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import type { ObservationRows } from './observation-rows.ts';
import type {
  Explanation,
  FetchNote,
  ListExplanation,
  Revision,
  RevisionPosition,
  RevisionQuery,
  Run,
  RunStart,
} from './provenance.ts';

export type { ListChange } from '../contract/ingest.ts';
export type * from './observation-rows.ts';
export type * from './provenance.ts';

/**
 * The door of the store. Two kinds of connection: readers (read-only, one a process) and one writer at a time.
 * Days are day numbers of `calendar/dates`; values are text. Every failure that can be expected is a `Failure`.
 */

/** One series as the store knows it: a state's series is a series of its own; `area` is '' elsewhere. */
export type SeriesKey = { dataset: string; code: string; area: string };

/**
 * Where a page stopped: the last row's day, and its series. `place` is opaque (the series' number in the store, which
 * stays the same for good): hand back what a page gave, for the same selection, and never make one up.
 */
export type Position = { day: number; place: number };

/** `more` tells whether a row follows; `last` is the position to go on after (`undefined` on an empty page). */
export type ObservationPage = ObservationRows & { more: boolean; last: Position | undefined };

/** Members of a list of constituents in its order. `asOf` is a day number. */
export type ConstituentPage = { asOf: number; rows: readonly ConstituentWrite[]; total: number };

export type SeriesSelection = {
  dataset: string;
  /** In the order asked for; it is the order within a day. */
  codes: readonly string[];
  /** State codes to keep, or `undefined` for all that the store holds; '' series only where the dataset has no states. */
  areas?: readonly string[] | undefined;
  /** Day numbers, both included. */
  from: number;
  to: number;
  /**
   * Day number: the data as they were known here at the end of that day, UTC. An observation first seen later is absent, one
   * revised later has the value that it had. `undefined`: as known now. A sample that was replaced is not remembered.
   */
  asOf?: number | undefined;
};

/** Observations of one series over a range of days. */
export type SeriesColumn = {
  code: string;
  area: string;
  /** As in `Position`. */
  place: number;
  /** First and last day of all that the series holds, whatever the range. */
  first: number;
  last: number;
  /** Ascending day numbers and, of the same length, the value texts. */
  days: Int32Array;
  values: string[];
};

export type SeriesHolding = {
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
  /** Format of the run that brought the newest observation; absent of lists of constituents. */
  newestFrom?: string;
};

export type DatasetHolding = {
  dataset: string;
  origin: Origin;
  /** ISO 8601, UTC: when data of the dataset last changed here. */
  updatedAt: string;
  count: number;
  first: number | null;
  last: number | null;
  series: SeriesHolding[];
};

export type Reader = {
  /** Whether it reads a copy in memory, because nothing can be written where the data are: what others publish is not seen. */
  isCopy(): boolean;
  /** Changes with every publish, from any process. Cheap: asked on every request. */
  dataVersion(): string;
  /** What is held of every dataset; empty where nothing is. */
  holdings(): DatasetHolding[];
  /** The newest import, refresh or sample of each dataset. */
  lastRuns(): LastRun[];
  /** The newest runs of all datasets, newest first. */
  runs(limit: number): Run[];
  /** Origin of one dataset, or `undefined` while it holds nothing. */
  origin(dataset: string): Origin | undefined;
  /**
   * A page of observations ordered by day, then place in `codes`, then area.
   * The cost is that of the page, wherever it lies and however large the table is.
   */
  observations(
    selection: SeriesSelection,
    page: { after?: Position | undefined; limit: number },
  ): ObservationPage;
  /**
   * The observations of each series of a selection, in the order of a day; a series that holds nothing is left out, one that
   * only has nothing in the range is there without observations.
   */
  columns(selection: SeriesSelection): SeriesColumn[];
  /** Rows of a whole selection, from maintained counts where the range covers a series, else counted; with `asOf` counted. */
  countObservations(selection: SeriesSelection): number;
  /** As `observations`, but entered by offset through maintained counts; never `OFFSET`, and never `asOf`. */
  observationsAt(
    selection: SeriesSelection,
    page: { offset: number; limit: number },
  ): ObservationRows & { total: number };
  /** Codes that lists of the dataset are held under. */
  constituentCodes(dataset: string): string[];
  /** Rows of the newest `as_of`, by weight descending (empty last), then ticker; `undefined` where no list is held under the code. */
  constituents(code: string, page: { offset: number; limit: number }): ConstituentPage | undefined;
  /** What a page of revisions asks for: newest run first; within a run by day, newest first, then series. Costs the page. */
  revisions(
    query: RevisionQuery,
    page: { after?: RevisionPosition | undefined; limit: number },
  ): { rows: Revision[]; last: RevisionPosition | undefined };
  /** Where the observation of a day comes from, and what it was before. */
  explain(series: SeriesKey, day: number): Explanation;
  /** Where the list of constituents of a day comes from, and the lists that it replaced. */
  explainList(code: string, day: number): ListExplanation;
  /** One run; `undefined` where there is none of this id. */
  run(id: number): Run | undefined;
  /** What was noted of an address of a publisher when it was last asked. */
  lastFetch(url: string): FetchNote | undefined;
  /** The notes of all addresses, or of one dataset's, by dataset and address. */
  fetches(dataset?: string): FetchNote[];
  /** Names of the blocks of a dataset's history that its publisher gave whole (`Writer.noteWholeBlocks`). */
  wholeBlocks(dataset: string): Set<string>;
  /**
   * For whoever finds by other means that what was read cannot be whole. @param what was seen, without a full stop.
   * @throws Failure 'broken_data_file'; it is noted in the folder.
   */
  damaged(what: string): never;
  close(): void;
};

/** What is kept of a run: where its bytes came from and what it did. */
export type LastRun = Omit<RunStart, 'sha256' | 'yieldsTo' | 'refines'> & {
  added: number;
  revised: number;
  unchanged: number;
  /** Members that lists of constituents have lost; they count as revised too. */
  gone: number;
};

export type RunResult = {
  runId: number;
  dataset: string;
  added: number;
  revised: number;
  unchanged: number;
  /** Roundings of a stand-in that the publisher's own figures have replaced: they count as unchanged too. Absent: none. */
  refined?: number;
  /** First and last day of this run's rows, unchanged ones too; null where it had none. */
  first: number | null;
  last: number | null;
  /** What became of each list of constituents that the run brought; absent where it brought none. */
  lists?: readonly ListChange[];
};

export type ConstituentWrite = { ticker: string; name: string; sector: string; weight: string };

/** Days of a series that the store holds and a run did not bring. */
export type AbsentDays = SeriesKey & {
  /** Those that it brought days round. */
  days: number[];
  /** How many days the store holds in the stretches that the run covers, these among them. */
  held: number;
  /** All between the run's first day and its last, also where the run itself has a long hole. */
  within: number[];
  /** Those after the run's last day. */
  newer: number[];
};

/** What a run brings to an open publish. Rows may come in any order. A call that throws has abandoned the publish. */
export type PublishedRun = {
  /** @returns a small number that stands for the series in `observation`; creates the series where it is new. */
  series(key: SeriesKey): number;
  /**
   * `row` is the place in the file (1-based; line, record… as the format counts) that is kept and that an error names; `rounding`,
   * where the run yields to another, is half a unit of the last digit that was given. Buffered and written in blocks.
   */
  observation(series: number, day: number, value: string, row: number, rounding?: string): void;
  /** The values of a series that were given with `row` are each the sum of all these rows of the file; `row` is the first. */
  summed(series: number, row: number, rows: readonly number[]): void;
  /** Replaces the constituents of `code` as of `asOf`; `row` is the place in the file where the list begins. */
  constituents(code: string, asOf: number, rows: readonly ConstituentWrite[], row?: number): void;
  /**
   * @param longestGap days of the run that are further apart have a hole between them, which does not count.
   * @returns what the run did not bring of what was held before; asked when all its rows have come.
   */
  absentDays(longestGap: number): AbsentDays[];
  /**
   * @param enough a size, without a sign.
   * @returns a value of a series, as text, that was held before the run, or has been, and is larger than `enough`; else the largest;
   *   `undefined` where there was none but zeros.
   */
  heldLargest(series: SeriesKey, enough: number): string | undefined;
  /** @returns of the observations that the run brought, how many were held before, and how many of them it revises. */
  changes(): { held: number; revised: number };
  /** What has become of the lists of constituents so far. */
  lists(): readonly ListChange[];
};

/**
 * An open publish: everything or nothing. Rows may come in any order. The same day of a series twice is a Failure where the
 * values differ, and counts once where they are the same. A call that throws has abandoned the publish.
 */
export type Publish = PublishedRun & {
  /** Writes the run, counts and data version, and commits. A dataset whose origin is `sample` loses that sample first (unless this run is the sample). */
  commit(): RunResult;
  /** Leaves the store as it was. Safe to call twice and after a failed call. */
  abandon(): void;
};

/** Several runs, one for each dataset of a file, in one transaction: all of them or none. */
export type PublishMany = {
  run(start: RunStart): PublishedRun;
  /**
   * As `Publish.commit`, for all runs, in the order in which they were opened.
   * @param sha256 hex SHA-256 of the bytes that all runs came from, known only when they have been read.
   */
  commit(sha256: string): RunResult[];
  /** Leaves the store as it was. Safe to call twice and after a failed call. */
  abandon(): void;
};

export type Writer = {
  /** Takes the write lock (waits up to 10 s for another writer, then a Failure 'folder_in_use'). */
  begin(run: RunStart): Publish;
  /** As `begin`, for a file that holds several datasets. */
  beginMany(): PublishMany;
  /** Notes what a publisher's address answered, after the publish of what it gave: a note must never be ahead of the data. */
  noteFetch(note: FetchNote): void;
  /** Notes blocks of a history as whole, after the publish of what is in them; their names are those of who fetches. */
  noteWholeBlocks(dataset: string, blocks: readonly string[]): void;
  close(): void;
};
