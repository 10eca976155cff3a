import type { Origin } from '../contract/catalog.ts';
import type { ChangeReader } from './changes.ts';
import type { ConstituentPage, KnownList } from './constituent-lists.ts';
import type { Explanation, ListProvenance } from './explanations.ts';
import type { FetchNote } from './fetches.ts';
import type { DatasetHolding, SharedDays } from './holdings.ts';
import type { ObservationRows } from './observation-rows.ts';
import type { SeriesKey } from './row-checks.ts';
import type { LastRun, StoredRun, Undoable } from './runs.ts';

/**
 * What a reader of the store is asked for, and what it answers. Days are day numbers of `calendar/dates`; values are text. Every
 * expected error is a `Failure`.
 */

export type * from './observation-rows.ts';

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

/** A value that a series had for a day (day number), and when it was first seen: ISO 8601, UTC. */
export type ValueSeen = { day: number; value: string; seen: string };

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
