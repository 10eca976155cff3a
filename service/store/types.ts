import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import type { ChangeReader, SeriesKey } from './change-types.ts';
import type { ConstituentPage, ConstituentWrite, KnownList, StoredList } from './list-types.ts';
import type { ObservationRows } from './observation-rows.ts';
import type {
  Explanation,
  FetchNote,
  ListProvenance,
  Revision,
  RevisionPosition,
  RevisionQuery,
  RunStart,
  StoredRun,
  Undoable,
  UndoneRun,
  ValueSeen,
} from './provenance.ts';

export type * from './list-types.ts';
export type * from './observation-rows.ts';
export type * from './provenance.ts';

/**
 * The types of the store's public interface. There are two kinds of connection: readers (read-only, one per process), and one
 * writer at a time. Days are day numbers of `calendar/dates`; values are text. Every expected error is a `Failure`.
 */

export type { SeriesKey };

/**
 * Where a page ended: the day and the series of its last row. `seriesId` is the id of the series in the store, which never
 * changes. Use only positions that a page returned, and only for the same selection.
 */
export type Position = { day: number; seriesId: number };

/** `more`: whether more rows follow this page. `last`: the position after which the next page begins; `undefined` on an empty page. */
export type ObservationPage = ObservationRows & { more: boolean; last: Position | undefined };

/** Which observations of a dataset to read. */
export type SeriesSelection = {
  dataset: string;
  /** Rows of the same day come in this order. */
  codes: readonly string[];
  /** State codes to include; `undefined`: all. '' is the area of every series in a dataset without states. */
  areas?: readonly string[] | undefined;
  /** Day numbers, both included. */
  from: number;
  to: number;
  /**
   * An instant as the store writes times ('2025-03-08T14:30:00.000Z'): return the data as this store knew them then. An observation
   * first seen later is absent; one superseded later has its earlier value. `undefined`: the data as known now. Replaced sample data
   * are not remembered.
   */
  asOf?: string | undefined;
};

/** Observations of one series over a range of days. */
export type SeriesColumn = {
  code: string;
  area: string;
  /** As in `Position`. */
  seriesId: number;
  /** First and last day of the whole series, whatever the range. */
  first: number;
  last: number;
  /** Day numbers, ascending, and the value text of each day: both have the same length. */
  days: Int32Array;
  values: string[];
};

/** Summary of a series, or of a list of constituents: number of rows, first and last day (day numbers). */
export type SeriesHolding = {
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
  /** Format (`source`) of the run that stored the newest observation; absent for lists of constituents. */
  newestFrom?: string;
  /** Of lists of constituents: each that is held, newest first. */
  lists?: readonly StoredList[];
};

/** Summary of a dataset. `first` and `last` are day numbers; null if it has no rows. */
export type DatasetHolding = {
  dataset: string;
  origin: Origin;
  /** When data of this dataset last changed in the store: ISO 8601, UTC. */
  updatedAt: string;
  count: number;
  first: number | null;
  last: number | null;
  series: SeriesHolding[];
};

/** Days that two series have in common, as day numbers. */
export type SharedDays = Pick<SeriesHolding, 'count' | 'first' | 'last'>;

/** A read-only connection: see `openReader` for consistency and errors. */
export type Reader = ChangeReader & {
  /** Whether this reader uses a copy in memory because the data folder cannot be written. It then does not see later publishes. */
  isCopy(): boolean;
  /** A text that differs after every publish that changed data, by any process. Cheap enough to call on every request. */
  dataVersion(): string;
  /** Summary of every dataset that the store holds; empty if it holds none. */
  holdings(): DatasetHolding[];
  /** How many days two series of a dataset without states have in common, with the first and the last; `undefined` for none. */
  sharedDays(dataset: string, codes: readonly [string, string]): SharedDays | undefined;
  /** The newest run of each dataset that was not undone. */
  lastRuns(): LastRun[];
  /** The newest runs of all datasets, newest first. */
  runs(limit: number): StoredRun[];
  /** The imports that can be undone. */
  undoable(): Undoable;
  /** Origin of one dataset; `undefined` if the store holds none of its data. */
  origin(dataset: string): Origin | undefined;
  /**
   * One page of observations, ordered by day, then by the order of `codes`, then by area.
   * The time depends on the size of the page only, not on its position or the size of the table.
   */
  observations(
    selection: SeriesSelection,
    page: { after?: Position | undefined; limit: number },
  ): ObservationPage;
  /**
   * The observations of each series of a selection, by the order of `codes`, then by area. A series without any observations is
   * left out; a series with none in the range is returned with empty `days` and `values`.
   */
  columns(selection: SeriesSelection): SeriesColumn[];
  /** Number of rows in a whole selection. Computed from stored counts; with `asOf` the rows themselves are counted. */
  countObservations(selection: SeriesSelection): number;
  /** As `observations`, for a page at a row offset, found through stored counts (not SQL `OFFSET`). @throws Error with `asOf`. */
  observationsAt(
    selection: SeriesSelection,
    page: { offset: number; limit: number },
  ): ObservationRows & { total: number };
  /** Codes of the lists of constituents that the store holds for a dataset. */
  constituentCodes(dataset: string): string[];
  /**
   * Members of the newest list, or of the newest of a day or before it, by weight descending (without a weight last), then ticker;
   * `undefined` if there is no such list of this code.
   */
  constituents(
    code: string,
    page: { offset: number; limit: number; onOrBefore?: number | undefined },
  ): ConstituentPage | undefined;
  /** All lists of a code, the newest first, as they were known at an instant (`asOf` as in `SeriesSelection`). */
  constituentLists(code: string, asOf?: string): KnownList[];
  /** One page of revisions: newest run first, within a run newest day first, then by series id. `last` is `undefined` on the final page. */
  revisions(
    query: RevisionQuery,
    page: { after?: RevisionPosition | undefined; limit: number },
  ): { rows: Revision[]; last: RevisionPosition | undefined };
  /** Every value that a series has had, by day and then in the order in which they were stored. Replaced sample data are not kept. */
  valuesSeen(series: SeriesKey): ValueSeen[];
  /** Where the observation of a day came from, and its earlier values. */
  explain(series: SeriesKey, day: number): Explanation;
  /**
   * Where the list of constituents of a day came from, and the lists that it replaced.
   * @param member by what identifies it (`byIdentity`): what these lists, and earlier ones, say of it.
   */
  explainList(code: string, day: number, member?: string): ListProvenance;
  /** One run; `undefined` if there is no run of this id. */
  run(id: number): StoredRun | undefined;
  /** The note about the last fetch from a publisher's URL; `undefined` if it was never fetched. */
  lastFetch(url: string): FetchNote | undefined;
  /** The notes about the last fetch from each URL, of all datasets or of one; ordered by dataset, then URL. */
  fetches(dataset?: string): FetchNote[];
  /** Names of the blocks of a dataset's history that were fetched completely (see `Writer.noteWholeBlocks`). */
  wholeBlocks(dataset: string): Set<string>;
  /**
   * For a caller that finds the data it read to be incomplete: reports the data file as damaged.
   * @param what the problem, in words without a full stop.
   * @throws Failure 'broken_data_file', always. The damage is also recorded in the data folder.
   */
  damaged(what: string): never;
  close(): void;
};

/** The newest run of a dataset: where its data came from, and how many rows it changed. */
export type LastRun = Omit<RunStart, 'sha256' | 'defersTo' | 'refines'> & {
  added: number;
  revised: number;
  unchanged: number;
  /** Number of members that left lists of constituents; they are also counted in `revised`. */
  gone: number;
};

/** What a committed run changed, in numbers of rows. */
export type RunResult = {
  runId: number;
  dataset: string;
  added: number;
  revised: number;
  unchanged: number;
  /** Number of rounded values from a substitute source that the publisher's exact figures replaced; also counted in `unchanged`. Absent: none. */
  refined?: number;
  /** First and last day of all rows of this run, also unchanged ones; null if it had no rows. */
  first: number | null;
  last: number | null;
  /** What changed in each list of constituents of the run; absent if it had no lists. */
  lists?: readonly ListChange[];
};

/** Days of a series that the store has and a run did not contain. Day numbers. */
export type AbsentDays = SeriesKey & {
  /** Missing days in the periods that the run covers: it has days before and after them, at most `longestGap` apart. */
  days: number[];
  /** Number of days that the store had in the periods that the run covers, including `days`. */
  held: number;
  /** All missing days between the first and the last day of the run, also those inside its long gaps. */
  within: number[];
  /** Missing days after the last day of the run. */
  newer: number[];
};

/** Adds the rows of one run to an open publish, in any order. If a call throws, the whole publish is abandoned. */
export type PublishedRun = {
  /** @returns the id of the series, for `observation`. A new series is created. @throws Failure 'invalid_file' for an invalid code. */
  series(key: SeriesKey): number;
  /**
   * Adds one observation. Rows are buffered and written in blocks.
   * @param series id from `series`. @param day day number. @param value plain decimal text.
   * @param row its position in the file (1-based line, record…, as the format counts); stored, and named in errors.
   * @param rounding for a run with `defersTo`: half a unit of the last digit of the value.
   * @throws Failure 'invalid_file' for an invalid day or value, or a second, different value of the same day.
   */
  observation(series: number, day: number, value: string, row: number, rounding?: string): void;
  /** Records that each value of a series added with `row` is the sum of several rows of the file. @param rows all of them, `row` first. */
  summed(series: number, row: number, rows: readonly number[]): void;
  /** Replaces the list `code` of the day `asOf`. @param row where the list begins in the file. @throws Failure 'invalid_file'. */
  constituents(code: string, asOf: number, rows: readonly ConstituentWrite[], row?: number): void;
  /**
   * Call it after all rows were added.
   * @param longestGap in days. Two days of the run that are further apart have a gap between them that the run does not cover.
   * @returns the series for which the store has days that the run did not contain.
   */
  absentDays(longestGap: number): AbsentDays[];
  /**
   * Looks at the current and former values that the series had before this run, by absolute size.
   * @param enough an absolute size.
   * @returns the text of any value larger than `enough`; if there is none, of the largest; `undefined` if all are zero or there are none.
   */
  heldLargest(series: SeriesKey, enough: number): string | undefined;
  /** @returns how many observations of the run the store already had, and how many of these the run revises. */
  changes(): { held: number; revised: number };
  /** What changed in each list of constituents added so far. */
  lists(): readonly ListChange[];
};

/**
 * An open publish, which is stored completely or not at all. A day that a series has twice counts once if both values are the
 * same number; otherwise it is a Failure. If a call throws, the publish is abandoned.
 */
export type Publish = PublishedRun & {
  /** Writes the run, the counts and the data version, and commits. A run with data that are no sample replaces the sample data of its dataset. */
  commit(): RunResult;
  /** Leaves the store as it was. Safe to call twice and after a failed call. */
  abandon(): void;
};

/** Several runs, one for each dataset of a file, in one transaction: all are stored or none. */
export type PublishMany = {
  run(start: RunStart): PublishedRun;
  /**
   * As `Publish.commit`, for all runs. Results come in the order in which the runs were opened.
   * @param sha256 hex SHA-256 of the file that all runs came from; it is known only after the file was read.
   */
  commit(sha256: string): RunResult[];
  /** Leaves the store as it was. Safe to call twice and after a failed call. */
  abandon(): void;
};

/** An import that was undone, and the sample data that it had replaced, in one transaction. */
export type Undo = PublishMany & { undone: readonly UndoneRun[] };

/** A connection for publishing. It can have one open publish at a time. */
export type Writer = {
  /** Takes the write lock; waits up to 10 s for another writer. @throws Failure 'folder_in_use' after that. */
  begin(run: RunStart): Publish;
  /** As `begin`, for a file with several datasets. */
  beginMany(): PublishMany;
  /**
   * Undoes the import that a run belongs to.
   * @throws Failure 'wrong_usage' if something was published since, or there is nothing to undo.
   */
  beginUndo(run: number): Undo;
  /** Records the result of a fetch. Call it after the fetched data were published: a note must never be ahead of the data. */
  noteFetch(note: FetchNote): void;
  /** Records that blocks of a dataset's history were fetched completely. Call it after their data were published. The fetching code chooses the names. */
  noteWholeBlocks(dataset: string, blocks: readonly string[]): void;
  close(): void;
};
