import type { Origin } from '../contract/catalog.ts';
import { datasetOfList } from '../datasets/index.ts';
import { openChanges, openExplanations, openRevisions, openValuesSeen } from './changes.ts';
import { openConstituentPages } from './constituent-lists.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { Damage, guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import { type Database, isMemoryCopy, openDatabaseReadOnly } from './open-database.ts';
import {
  cellsFor,
  NO_ROWS,
  type ObservationPage,
  type ObservationRows,
  openRowsNow,
  type Position,
  packedRows,
  type RawRows,
  type RowSource,
  readPage,
  type SeriesRange,
  unpacked,
  unpackRows,
  valueTexts,
} from './pages.ts';
import type { SeriesKey } from './row-checks.ts';
import { openUndoable } from './run-writes.ts';
import { openFetches, openHoldings, openRuns, readWholeBlocks } from './runs.ts';
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
  first: number;
  last: number;
  /** Day numbers, ascending, and the value text of each day: both have the same length. */
  days: Int32Array;
  values: string[];
};

/** Days are day numbers of `calendar/dates`; values are text. */
export type Reader = ReturnType<typeof openReader>;

type DataState = { version: string; series: SeriesIndex; offsets: Offsets };

/** Opens the data of a folder for reading. Each call reads one state, and compares its rows with the stored counts: damage hides rows. */
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
    holdings: () => snapshot(holdings.all),
    /** How many days two series of a dataset without states have in common, with the first and the last; `undefined` for none. */
    sharedDays: (dataset: string, codes: readonly [string, string]) =>
      snapshot(() => holdings.sharedDays(dataset, codes)),
    lastRuns: runs.last,
    runs: runs.recent,
    undoable: () => snapshot(undoable),
    origin: (dataset: string): Origin | undefined => holdings.origin(dataset),
    /** A page by day, then by the order of `codes`, then by area. Its time depends on its size only. */
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
    /** By the order of `codes`, then by area. A series with none in the range has empty `days` and `values`; one without any is left out. */
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
    constituentCodes: (dataset: string): string[] =>
      constituents.codes().filter((code) => datasetOfList(code).id === dataset),
    /** By weight descending (without a weight last), then ticker; `undefined` if there is no such list. */
    constituents: (code: string, page: { offset: number; limit: number; onOrBefore?: number | undefined }) =>
      snapshot(() => constituents.page(code, page)),
    constituentLists: (code: string, asOf?: string) =>
      snapshot(() => constituents.known(code, asOf)).map(({ day, members }) => ({
        day,
        members: () => snapshot(members),
      })),
    revisions: (...asked: Parameters<typeof revisions>) => snapshot(() => revisions(...asked)),
    valuesSeen: openValuesSeen(db),
    explain: (series: SeriesKey, day: number) => snapshot(() => explanations.observation(series, day)),
    /** @param member by `byIdentity`: what these lists, and earlier ones, have of it. */
    explainList: (code: string, day: number, member?: string) =>
      snapshot(() => explanations.list(code, day, member)),
    run: runs.one,
    lastFetch: fetches.last,
    fetches: fetches.all,
    wholeBlocks: (dataset: string): Set<string> => readWholeBlocks(db, dataset),
    /** Reports the data file as damaged, for a caller that finds rows missing. @param what the problem, without a full stop. */
    damaged: (what: string): never => {
      throw new Damage(what);
    },
    close: (): void => void db.close(),
  };
}

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

/** Turns errors of SQLite and the file system into `Failure`s. */
function guardAll<Methods extends object>(path: string, methods: Methods): Methods {
  const guardedMethods = Object.entries(methods).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      notingDamage(path, () => guarded(path, () => (call as (...given: unknown[]) => unknown)(...args))),
  ]);
  return Object.fromEntries(guardedMethods) as Methods;
}

type PageEnd = Pick<ObservationPage, 'more' | 'last'>;

/** @returns the part of each range that a page has read: up to its last row, or everything if no row follows. */
function rangesRead(ranges: readonly SeriesRange[], { more, last }: PageEnd): readonly SeriesRange[] {
  if (!more || !last) return ranges;
  const stopped = ranges.findIndex(({ series }) => series.id === last.seriesId);
  return ranges.map(({ series, from, to }, at) => ({
    series,
    from,
    to: Math.min(to, at <= stopped ? last.day : last.day - 1),
  }));
}

/** By the stored counts, which are in other pages of the file than the rows. */
function countKept({ countBetween }: Offsets, ranges: readonly SeriesRange[]): number {
  let sum = 0;
  for (const { series, from, to } of ranges) sum += countBetween(series, from, to);
  return sum;
}

/** A damaged page can hide rows without an error from SQLite. */
function expectRows(read: number, counted: number): void {
  if (read !== counted) throw new Damage(`${read} rows were read where ${counted} are counted`);
}

type EdgesOf = (series: SelectedSeries) => { first: number; last: number } | undefined;

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

function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}

type RowsAsOf = RowSource & {
  count(series: SelectedSeries, from: number, to: number): number;
  edges(series: SelectedSeries): { first: number; last: number } | undefined;
};

/** Without the runs after the instant; where one replaced a value, the newest earlier one. By run id, since a clock may have been set back. */
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

const NOTHING: RowsAsOf = {
  read: () => undefined,
  follows: () => false,
  count: () => 0,
  edges: () => undefined,
};

/** @returns the rows of a dataset as of an instant; `undefined` if nothing was published after it. */
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
