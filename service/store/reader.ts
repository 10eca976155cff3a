import type { Origin } from '../contract/catalog.ts';
import { datasetOfList } from '../datasets/index.ts';
import { openChanges, openRevisions } from './changes.ts';
import { openConstituentPages } from './constituent-lists.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { openExplanations, openValuesSeen } from './explanations.ts';
import { Damage, guarded } from './failures.ts';
import { openFetches, readWholeBlocks } from './fetches.ts';
import { openHoldings } from './holdings.ts';
import { notingDamage } from './integrity.ts';
import { isMemoryCopy } from './memory-copy.ts';
import { NO_ROWS, type ObservationRows, valueTexts } from './observation-rows.ts';
import { type Database, openDatabaseReadOnly } from './open-database.ts';
import {
  cellsFor,
  type ObservationPage,
  openRowsNow,
  type Position,
  packedRows,
  type RawRows,
  type RowSource,
  readPage,
  type SeriesRange,
  unpacked,
  unpackRows,
} from './pages.ts';
import type { SeriesKey } from './row-checks.ts';
import { openRuns } from './runs.ts';
import {
  type Offsets,
  openOffsets,
  openSeriesIndex,
  type SelectedSeries,
  type SeriesIndex,
  type SeriesSelection,
} from './series-index.ts';
import { openUndoable } from './undo-import.ts';

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

/** A read-only connection to the data of a folder. Days are day numbers of `calendar/dates`; values are text. */
export type Reader = ReturnType<typeof openReader>;

/** The series and the counts of one data version. */
type DataState = { version: string; series: SeriesIndex; offsets: Offsets };

/**
 * Opens the data of a folder for reading; creates an empty data file if there is none.
 * Each call reads one consistent state of the data, whatever is published meanwhile. It compares the number of rows read with the
 * stored counts, so that a damaged file never gives an incomplete answer that looks complete. Damage is recorded in the folder.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'; the methods throw the first two as well.
 */
export function openReader(dataDir: string) {
  const path = dataFile(dataDir);
  const db = openDatabaseReadOnly(path, DATA_OPTIONS);
  return guarded(path, () => guardAll(path, openMethods(db)));
}

function openMethods(db: Database) {
  const holdings = openHoldings(db);
  const runs = openRuns(db);
  const undoable = openUndoable(db);
  const revisions = openRevisions(db);
  const changes = openChanges(db);
  const explanations = openExplanations(db, runs);
  const fetches = openFetches(db);
  const rowsNow = openRowsNow(db);
  const rowsAsOf = openRowsAsOf(db);
  const constituents = openConstituentPages(db);
  const version = db.prepare<[], string>("SELECT file_id || '-' || data_version FROM data_state").pluck();
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  let state: DataState | undefined;

  /** Runs reads within one read transaction, so that they see one state of the file. */
  function snapshot<T>(read: () => T): T {
    begin.run();
    try {
      return read();
    } finally {
      if (db.inTransaction) end.run();
    }
  }

  /** As `snapshot`, with the series and counts, which are read again after the data changed. */
  function inState<T>(read: (state: DataState) => T): T {
    return snapshot(() => {
      const now = String(version.get());
      if (now !== state?.version)
        state = { version: now, series: openSeriesIndex(db), offsets: openOffsets(db) };
      return read(state);
    });
  }

  /** The rows as of the selection's `asOf`; `undefined` if they are the current rows. */
  function knownThen({ dataset, asOf }: SeriesSelection) {
    return asOf === undefined ? undefined : rowsAsOf(dataset, asOf);
  }

  /** Checks an `asOf` read by counting the current rows of the ranges: rows hidden by damage would be missing from both. */
  function expectAllHeld(offsets: Offsets, ranges: readonly SeriesRange[]): void {
    const held = ranges.reduce((sum, range) => sum + rowsNow.count(range), 0);
    expectRows(held, countKept(offsets, ranges));
  }

  return {
    ...changes,
    changedSeries: (after: number) => snapshot(() => changes.changedSeries(after)),
    addedRows: (after: number, dataset: string) => snapshot(() => changes.addedRows(after, dataset)),
    /** Whether this reader uses a copy in memory because the data folder cannot be written. It then does not see later publishes. */
    isCopy: (): boolean => isMemoryCopy(db),
    /** A text that differs after every publish that changed data, by any process. Cheap enough to call on every request. */
    dataVersion: (): string => String(version.get()),
    /** Summary of every dataset that the store holds; empty if it holds none. */
    holdings: () => snapshot(holdings.all),
    /** How many days two series of a dataset without states have in common, with the first and the last; `undefined` for none. */
    sharedDays: (dataset: string, codes: readonly [string, string]) =>
      snapshot(() => holdings.sharedDays(dataset, codes)),
    /** The newest run of each dataset that was not undone. */
    lastRuns: runs.last,
    /** The newest runs of all datasets, newest first. */
    runs: runs.recent,
    /** The imports that can be undone. */
    undoable: () => snapshot(undoable),
    /** Origin of one dataset; `undefined` if the store holds none of its data. */
    origin: (dataset: string): Origin | undefined => holdings.origin(dataset),
    /**
     * One page of observations, ordered by day, then by the order of `codes`, then by area.
     * The time depends on the size of the page only, not on its position or the size of the table.
     */
    observations: (
      selection: SeriesSelection,
      { after, limit }: { after?: Position | undefined; limit: number },
    ): ObservationPage =>
      inState(({ series, offsets }) => {
        const then = knownThen(selection);
        const ranges = rangesAfter(series.select(selection), selection, after);
        const page = readPage(then ?? rowsNow, ranges, limit);
        if (then) expectAllHeld(offsets, rangesRead(ranges, page));
        else expectRows(page.count, countKept(offsets, rangesRead(ranges, page)));
        return page;
      }),
    /**
     * The observations of each series of a selection, by the order of `codes`, then by area. A series without any observations is
     * left out; a series with none in the range is returned with empty `days` and `values`.
     */
    columns: (selection: SeriesSelection): SeriesColumn[] =>
      inState((held) => {
        const series = held.series.selectAll(selection);
        const then = knownThen(selection);
        const columns = readColumns(then ?? rowsNow, series, selection, then?.edges ?? edgesNow);
        const ranges = series.map((one) => ({ series: one, from: selection.from, to: selection.to }));
        const rows = columns.reduce((sum, { days }) => sum + days.length, 0);
        if (then) expectAllHeld(held.offsets, ranges);
        else expectRows(rows, countKept(held.offsets, ranges));
        return columns;
      }),
    /** Number of rows in a whole selection. Computed from stored counts; with `asOf` the rows themselves are counted. */
    countObservations: (selection: SeriesSelection): number =>
      inState(({ series, offsets }) => {
        const { from, to } = selection;
        const selected = series.select(selection);
        const then = knownThen(selection);
        if (then) return selected.reduce((sum, one) => sum + then.count(one, from, to), 0);
        return countKept(
          offsets,
          selected.map((one) => ({ series: one, from, to })),
        );
      }),
    /** As `observations`, for a page at a row offset, found through stored counts (not SQL `OFFSET`). @throws Error with `asOf`. */
    observationsAt: (
      selection: SeriesSelection,
      { offset, limit }: { offset: number; limit: number },
    ): ObservationRows & { total: number } =>
      inState(({ series, offsets }) => {
        if (selection.asOf !== undefined) throw new Error('Rows as of a day are not read by offset');
        const selected = series.select(selection);
        const countBefore = (day: number) =>
          selected.reduce((sum, one) => sum + offsets.countBefore(one, day), 0);
        const before = countBefore(selection.from);
        const total = countBefore(selection.to + 1) - before;
        const start = offset < total ? offsets.rowAt(selected, before + offset) : undefined;
        if (!start) return { ...NO_ROWS, total };
        const ranges = selected.map((one, index) => ({
          series: one,
          from: index < start.index ? start.day + 1 : start.day,
          to: selection.to,
        }));
        const page = readPage(rowsNow, ranges, limit);
        expectRows(page.count, Math.min(limit, total - offset));
        expectRows(page.count, countKept(offsets, rangesRead(ranges, page)));
        return { ...page, total };
      }),
    /** Codes of the lists of constituents that the store holds for a dataset. */
    constituentCodes: (dataset: string): string[] =>
      constituents.codes().filter((code) => datasetOfList(code).id === dataset),
    /**
     * Members of the newest list, or of the newest of a day or before it, by weight descending (without a weight last), then ticker;
     * `undefined` if there is no such list of this code.
     */
    constituents: (code: string, page: { offset: number; limit: number; onOrBefore?: number | undefined }) =>
      snapshot(() => constituents.page(code, page)),
    /** All lists of a code, the newest first, as they were known at an instant (`asOf` as in `SeriesSelection`). */
    constituentLists: (code: string, asOf?: string) =>
      snapshot(() => constituents.known(code, asOf)).map(({ day, members }) => ({
        day,
        members: () => snapshot(members),
      })),
    /** One page of revisions. */
    revisions: (...asked: Parameters<typeof revisions>) => snapshot(() => revisions(...asked)),
    valuesSeen: openValuesSeen(db),
    /** Where the observation of a day came from, and its earlier values. */
    explain: (series: SeriesKey, day: number) => snapshot(() => explanations.observation(series, day)),
    /**
     * Where the list of constituents of a day came from, and the lists that it replaced.
     * @param member by what identifies it (`byIdentity`): what these lists, and earlier ones, say of it.
     */
    explainList: (code: string, day: number, member?: string) =>
      snapshot(() => explanations.list(code, day, member)),
    /** One run; `undefined` if there is no run of this id. */
    run: runs.one,
    /** The note about the last fetch from a publisher's URL; `undefined` if it was never fetched. */
    lastFetch: fetches.last,
    /** The notes about the last fetch from each URL, of all datasets or of one; ordered by dataset, then URL. */
    fetches: fetches.all,
    /** Names of the blocks of a dataset's history that were fetched completely. */
    wholeBlocks: (dataset: string): Set<string> => readWholeBlocks(db, dataset),
    /**
     * For a caller that finds the data it read to be incomplete: reports the data file as damaged.
     * @param what the problem, in words without a full stop.
     * @throws Failure 'broken_data_file', always. The damage is also recorded in the data folder.
     */
    damaged: (what: string): never => {
      throw new Damage(what);
    },
    close: (): void => void db.close(),
  };
}

/** The part of each series that follows a position. */
function rangesAfter(
  selected: readonly SelectedSeries[],
  { from, to }: SeriesSelection,
  after: Position | undefined,
): SeriesRange[] {
  if (!after) return selected.map((series) => ({ series, from, to }));
  // The series may be empty by now and not be selected: then its whole day counts as read.
  const stopped = selected.findIndex(({ id }) => id === after.seriesId);
  const done = stopped < 0 ? selected.length - 1 : stopped;
  return selected.map((series, index) => ({
    series,
    from: Math.max(from, index <= done ? after.day + 1 : after.day),
    to,
  }));
}

/** @returns the reader, with errors of SQLite and the file system turned into `Failure`s. */
function guardAll<Methods extends object>(path: string, methods: Methods): Methods {
  const guardedMethods = Object.entries(methods).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      notingDamage(path, () => guarded(path, () => (call as (...given: unknown[]) => unknown)(...args))),
  ]);
  return Object.fromEntries(guardedMethods) as Methods;
}

/** The parts of `ObservationPage` that tell where it ended. */
type PageEnd = Pick<ObservationPage, 'more' | 'last'>;

/**
 * @param ranges in the order in which rows of the same day come.
 * @returns the part of each range that a page has read: up to its last row, or everything if no row follows.
 */
function rangesRead(ranges: readonly SeriesRange[], { more, last }: PageEnd): readonly SeriesRange[] {
  if (!more || !last) return ranges;
  const stopped = ranges.findIndex(({ series }) => series.id === last.seriesId);
  return ranges.map(({ series, from, to }, at) => ({
    series,
    from,
    to: Math.min(to, at <= stopped ? last.day : last.day - 1),
  }));
}

/** @returns the number of rows in the ranges according to the stored counts, which are in other pages of the file than the rows. */
function countKept({ countBetween }: Offsets, ranges: readonly SeriesRange[]): number {
  let sum = 0;
  for (const { series, from, to } of ranges) sum += countBetween(series, from, to);
  return sum;
}

/**
 * Checks the number of rows read, because a damaged page can hide rows without an error from SQLite.
 * @throws Damage if it differs from the stored count.
 */
function expectRows(read: number, counted: number): void {
  if (read !== counted) throw new Damage(`${read} rows were read where ${counted} are counted`);
}

/** First and last day of a series; `undefined` if it has no rows. */
type EdgesOf = (series: SelectedSeries) => { first: number; last: number } | undefined;

/** @returns each series with its rows from one day to another, both included. Series without any rows are left out. */
function readColumns(
  { read }: RowSource,
  series: readonly SelectedSeries[],
  { from, to }: { from: number; to: number },
  edgesOf: EdgesOf,
): SeriesColumn[] {
  return series.flatMap((one) => {
    const edges = edgesOf(one);
    if (!edges) return [];
    const isOutside = from > to || edges.first > to || edges.last < from;
    const rows = isOutside ? undefined : read({ series: one, from, to });
    const all = Number.POSITIVE_INFINITY;
    const column = rows && unpackRows(rows, one, all, cellsFor([rows], all));
    return [
      {
        code: one.code,
        area: one.area,
        seriesId: one.id,
        ...edges,
        days: column ? column.days.slice(0, column.count) : new Int32Array(0),
        values: column ? valueTexts(column) : [],
      },
    ];
  });
}

/** First and last day of a series now, as stored in its row. */
function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}

/** The observations as this store knew them at an instant. */
type RowsAsOf = RowSource & {
  /** Number of rows of a series from one day to another, both included. */
  count(series: SelectedSeries, from: number, to: number): number;
  /** First and last day of a series; `undefined` if it had no rows. */
  edges(series: SelectedSeries): { first: number; last: number } | undefined;
};

/**
 * Leaves out the values of runs after that instant. Where such a run replaced a value, the newest earlier value in
 * `revision` is used. Values are ordered by run id, not time: even with a clock that was set back, each date has one value.
 * Both SELECTs are in the order of their primary keys, so a page reads only the rows it needs.
 */
const KNOWN = `
  WITH late AS MATERIALIZED (SELECT id FROM run WHERE dataset = @dataset AND fetched_at > @asOf)
  SELECT date, value FROM observation
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
  UNION ALL
  SELECT date, value FROM revision r
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
      AND run_id = (SELECT max(run_id) FROM revision n
        WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id NOT IN late)
      AND (SELECT run_id FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date) IN late`;

/** The result for an instant before the first run. */
const NOTHING: RowsAsOf = {
  read: () => undefined,
  follows: () => false,
  count: () => 0,
  edges: () => undefined,
};

/**
 * @returns a function for the rows of a dataset as of an instant (as in `SeriesSelection`). It returns `undefined` if nothing was published
 * after it, because the current rows are then the same.
 */
function openRowsAsOf(db: Database): (dataset: string, asOf: string) => RowsAsOf | undefined {
  const isLate = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at > ? LIMIT 1')
    .pluck();
  const isEarly = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at <= ? LIMIT 1')
    .pluck();
  const rowsOf = db.prepare<object, RawRows>(packedRows('min(date)', `(${KNOWN} ORDER BY date)`)).raw();
  const counted = db.prepare<object, number>(`SELECT count(*) FROM (${KNOWN})`).pluck();
  const rowFollows = db.prepare<object, number>(`SELECT 1 FROM (${KNOWN}) LIMIT 1`).pluck();
  // Both SELECTs are in the order of their keys: finding the first or last row only skips hidden rows.
  const firstRow = db.prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date) LIMIT 1`).pluck();
  const lastRow = db
    .prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date DESC) LIMIT 1`)
    .pluck();

  return (dataset, asOf) => {
    if (isLate.get(dataset, asOf) !== 1) return undefined;
    if (isEarly.get(dataset, asOf) !== 1) return NOTHING;
    const range = (series: SelectedSeries, from: number, to: number) => ({
      dataset,
      asOf,
      id: series.id,
      from,
      to,
    });
    return {
      read: ({ series, from, to }) => unpacked(rowsOf.get(range(series, from, to))),
      follows: ({ series, from, to }) => rowFollows.get(range(series, from, to)) === 1,
      count: (series, from, to) => Number(counted.get(range(series, from, to))),
      edges: (series) => {
        const whole = range(series, series.first, series.last);
        const first = firstRow.get(whole);
        const last = lastRow.get(whole);
        return first === undefined || last === undefined ? undefined : { first, last };
      },
    };
  };
}
