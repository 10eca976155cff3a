import type { Origin } from '../contract/catalog.ts';
import { datasetOfList } from '../datasets/index.ts';
import { explainList, explainObservation, openChanges, openRevisions, valuesSeen } from './changes.ts';
import { openConstituentPages } from './constituent-lists.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { Damage, guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import { column, type Database, isMemoryCopy, openDatabaseReadOnly } from './open-database.ts';
import {
  cellsFor,
  NO_ROWS,
  type ObservationPage,
  type ObservationRows,
  openRowsAsOf,
  openRowsNow,
  type Position,
  type RowSource,
  readPage,
  type SeriesRange,
  unpackRows,
  valueTexts,
} from './pages.ts';
import type { SeriesKey } from './row-checks.ts';
import { undoableRuns } from './run-writes.ts';
import {
  fetchNotes,
  holdingsOf,
  lastFetch,
  lastRuns,
  readWholeBlocks,
  recentRuns,
  runOf,
  sharedDays,
} from './runs.ts';
import {
  type Offsets,
  openOffsets,
  openSeriesIndex,
  type SelectedSeries,
  type SeriesIndex,
  type SeriesSelection,
} from './series-index.ts';

export type SeriesColumn = {
  code: string;
  area: string;
  seriesId: number;
  /** First and last day of the whole series, not of the range. */
  first: number;
  last: number;
  /** Day numbers, ascending, and the value text of each day; both arrays have the same length. */
  days: Int32Array;
  values: string[];
};

/** Days are day numbers of `calendar/dates`; values are text. */
export type Reader = ReturnType<typeof openReader>;

type DataState = { version: string; series: SeriesIndex; offsets: Offsets };

/** Opens a folder's data for reading. Each call reads one state, and counts its rows to detect damage. */
export function openReader(dataDir: string) {
  const path = dataFile(dataDir);
  const db = openDatabaseReadOnly(path, DATA_OPTIONS);
  return guarded(path, () => guardAll(path, openMethods(db)));
}

/** Wraps methods so that errors of SQLite and the file system become `Failure`s, and damage is recorded. */
function guardAll<Methods extends object>(path: string, methods: Methods): Methods {
  const guardedMethods = Object.entries(methods).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      notingDamage(path, () => guarded(path, () => (call as (...given: unknown[]) => unknown)(...args))),
  ]);
  return Object.fromEntries(guardedMethods) as Methods;
}

function openMethods(db: Database) {
  const revisions = openRevisions(db);
  const changes = openChanges(db);
  const rowsNow = openRowsNow(db);
  const rowsAsOf = openRowsAsOf(db);
  const constituents = openConstituentPages(db);
  const version = column<string>(db, "SELECT file_id || '-' || data_version FROM data_state");
  const origin = column<Origin, [string]>(db, 'SELECT origin FROM dataset WHERE id = ?');
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  let state: DataState | undefined;

  /** All reads of `read` see one state of the file. */
  function snapshot<T>(read: () => T): T {
    begin.run();
    try {
      return read();
    } finally {
      if (db.inTransaction) end.run();
    }
  }

  /** Like `snapshot`, with series, counts and rows; series and counts are cached until the data change. */
  function inState<T>(
    { dataset, asOf }: SeriesSelection,
    read: (
      state: DataState,
      rows: RowSource,
      expectHeld: (ranges: readonly SeriesRange[], count: number) => void,
    ) => T,
  ): T {
    return snapshot(() => {
      const now = String(version.get());
      if (now !== state?.version)
        state = { version: now, series: openSeriesIndex(db), offsets: openOffsets(db) };
      const { offsets } = state;
      const rows = (asOf === undefined ? undefined : rowsAsOf(dataset, asOf)) ?? rowsNow;
      return read(state, rows, (ranges, count) => {
        // With `asOf`, damage would hide rows from this read too, so the current rows are counted instead.
        const held = rows === rowsNow ? count : countAll(ranges, rowsNow.count);
        expectRows(held, countByStoredCounts(offsets, ranges));
      });
    });
  }

  return {
    ...changes,
    changedSeries: (after: number) => snapshot(() => changes.changedSeries(after)),
    addedRows: (after: number, dataset: string) => snapshot(() => changes.addedRows(after, dataset)),
    /** Whether this reader uses a memory copy, which does not see later publishes. */
    isCopy: (): boolean => isMemoryCopy(db),
    /** A text that changes whenever any process publishes changed data. Cheap enough for every request. */
    dataVersion: (): string => String(version.get()),
    holdings: () => snapshot(() => holdingsOf(db)),
    sharedDays: (dataset: string, codes: readonly [string, string]) =>
      snapshot(() => sharedDays(db, dataset, codes)),
    lastRuns: () => lastRuns(db),
    runs: (limit: number) => recentRuns(db, limit),
    undoable: () => snapshot(() => undoableRuns(db)),
    origin: (dataset: string): Origin | undefined => origin.get(dataset),
    /** A page by day, then by the order of `codes`, then by area. The time depends only on the page size. */
    observations: (
      selection: SeriesSelection,
      { after, limit }: { after?: Position | undefined; limit: number },
    ): ObservationPage =>
      inState(selection, ({ series }, rows, expectHeld) => {
        const ranges = rangesAfter(series.select(selection), selection, after);
        const page = readPage(rows, ranges, limit);
        expectHeld(rangesRead(ranges, page), page.count);
        return page;
      }),
    /** By `codes`, then area. Series without rows in the range have empty arrays; empty series are absent. */
    columns: (selection: SeriesSelection): SeriesColumn[] =>
      inState(selection, ({ series }, rows, expectHeld) => {
        const ranges = rangesAfter(series.selectAll(selection), selection, undefined);
        const columns = ranges.flatMap((range) => columnOf(rows, range) ?? []);
        expectHeld(
          ranges,
          columns.reduce((sum, { days }) => sum + days.length, 0),
        );
        return columns;
      }),
    /** Number of rows in a whole selection. Uses stored counts; with `asOf` it counts the rows themselves. */
    countObservations: (selection: SeriesSelection): number =>
      inState(selection, ({ series, offsets }, rows) => {
        const ranges = rangesAfter(series.select(selection), selection, undefined);
        return rows === rowsNow ? countByStoredCounts(offsets, ranges) : countAll(ranges, rows.count);
      }),
    /** Like `observations`, from a row offset, which stored counts locate. @throws Error with `asOf` */
    observationsAt: (
      selection: SeriesSelection,
      { offset, limit }: { offset: number; limit: number },
    ): ObservationRows & { total: number } =>
      inState(selection, ({ series, offsets }, _, expectHeld) => {
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
        expectHeld(rangesRead(ranges, page), page.count);
        return { ...page, total };
      }),
    constituentCodes: (dataset: string): string[] =>
      constituents.codes().filter((code) => datasetOfList(code).id === dataset),
    /** By weight descending (members without a weight last), then ticker; `undefined` if there is no list. */
    constituents: (code: string, page: { offset: number; limit: number; onOrBefore?: number | undefined }) =>
      snapshot(() => constituents.page(code, page)),
    /** All lists of a code as the store had them at an instant, newest first. */
    constituentLists: (code: string, asOf?: string) =>
      snapshot(() => constituents.known(code, asOf)).map(({ day, members }) => ({
        day,
        members: () => snapshot(members),
      })),
    revisions: (...asked: Parameters<typeof revisions>) => snapshot(() => revisions(...asked)),
    valuesSeen: (series: SeriesKey) => valuesSeen(db, series),
    explain: (series: SeriesKey, day: number) => snapshot(() => explainObservation(db, series, day)),
    /** @param member a key of `byIdentity`; the answer then has this member from current and old lists. */
    explainList: (code: string, day: number, member?: string) =>
      snapshot(() => explainList(db, code, day, member)),
    run: (id: number) => runOf(db, id),
    lastFetch: (url: string) => lastFetch(db, url),
    fetches: (dataset?: string) => fetchNotes(db, dataset),
    wholeBlocks: (dataset: string): Set<string> => readWholeBlocks(db, dataset),
    /** Reports damage for a caller that finds rows missing. @param what the problem, without a full stop. */
    damaged: (what: string): never => {
      throw new Damage(what);
    },
    close: (): void => void db.close(),
  };
}

/** @returns the days of each series after a position. */
function rangesAfter(
  selected: readonly SelectedSeries[],
  { from, to }: SeriesSelection,
  after: Position | undefined,
): SeriesRange[] {
  if (!after) return selected.map((series) => ({ series, from, to }));
  // If the position's series is empty by now, it is not selected, and its whole day counts as read.
  const stopped = selected.findIndex(({ id }) => id === after.seriesId);
  const done = stopped < 0 ? selected.length - 1 : stopped;
  return selected.map((series, index) => ({
    series,
    from: Math.max(from, index <= done ? after.day + 1 : after.day),
    to,
  }));
}

/** @returns the part of each range that a page has read: up to its last row, or all if no row follows. */
function rangesRead(ranges: readonly SeriesRange[], { more, last }: Pick<ObservationPage, 'more' | 'last'>) {
  if (!more || !last) return ranges;
  const stopped = ranges.findIndex(({ series }) => series.id === last.seriesId);
  return ranges.map((range, at) => ({
    ...range,
    to: Math.min(range.to, at <= stopped ? last.day : last.day - 1),
  }));
}

function countAll(ranges: readonly SeriesRange[], count: (range: SeriesRange) => number): number {
  return ranges.reduce((sum, range) => sum + count(range), 0);
}

/** Counts rows by the stored counts, which lie in other pages of the file than the rows. */
function countByStoredCounts({ countBetween }: Offsets, ranges: readonly SeriesRange[]): number {
  return countAll(ranges, ({ series, from, to }) => countBetween(series, from, to));
}

/** A damaged page can hide rows without an error from SQLite. */
function expectRows(read: number, counted: number): void {
  if (read !== counted) throw new Damage(`${read} rows were read where ${counted} are counted`);
}

function columnOf({ read, edges: edgesOf }: RowSource, range: SeriesRange): SeriesColumn | undefined {
  const { series, from, to } = range;
  const edges = edgesOf(series);
  if (!edges) return undefined;
  const isOutside = from > to || edges.first > to || edges.last < from;
  const rows = isOutside ? undefined : read(range);
  const all = Number.POSITIVE_INFINITY;
  const found = rows && unpackRows(rows, series, all, cellsFor([rows], all));
  return {
    code: series.code,
    area: series.area,
    seriesId: series.id,
    ...edges,
    days: found ? found.days.slice(0, found.count) : new Int32Array(0),
    values: found ? valueTexts(found) : [],
  };
}
