import { dateText } from '../calendar/dates.ts';
import { datasetOfList } from '../datasets/index.ts';
import { openChanges } from './changes.ts';
import { openConstituentPages } from './constituent-lists.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { openExplanations } from './explanations.ts';
import { Damage, guarded } from './failures.ts';
import { openFetches, readWholeBlocks } from './fetches.ts';
import { openHoldings } from './holdings.ts';
import { notingDamage } from './integrity.ts';
import { isMemoryCopy } from './memory-copy.ts';
import { NO_ROWS, valueTexts } from './observation-rows.ts';
import { type Offsets, openOffsets } from './offsets.ts';
import { type Database, openDatabaseReadOnly } from './open-database.ts';
import { type EstimateDay, openPages } from './pages.ts';
import type { SeriesKey } from './row-checks.ts';
import { CellBuffers, openRowsNow, type RowSource, type SeriesRange, unpackRows } from './row-source.ts';
import { growing, openRowsAsOf } from './rows-as-of.ts';
import { openRuns } from './runs.ts';
import { openSeriesIndex, type SelectedSeries } from './series-index.ts';
import type {
  ObservationPage,
  Position,
  Reader,
  Revision,
  RevisionPosition,
  RevisionQuery,
  SeriesColumn,
  SeriesSelection,
  ValueSeen,
} from './types.ts';
import { openUndoable } from './undo-import.ts';

/**
 * Opens the data of a folder for reading; creates an empty data file if there is none.
 * Each call reads one consistent state of the data, whatever is published meanwhile. It compares the number of rows read with the
 * stored counts, so that a damaged file never gives an incomplete answer that looks complete. Damage is recorded in the folder.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'; the methods throw the first two as well.
 */
export function openReader(dataDir: string): Reader {
  const path = dataFile(dataDir);
  const db = openDatabaseReadOnly(path, DATA_OPTIONS);
  return guarded(path, () => {
    const holdings = openHoldings(db);
    const runs = openRuns(db);
    const undoable = openUndoable(db);
    const revisions = openRevisions(db);
    const changes = openChanges(db);
    const explanations = openExplanations(db, runs);
    const valuesSeen = openValuesSeen(db);
    const fetches = openFetches(db);
    const rowsNow = openRowsNow(db);
    const pages = openPages(rowsNow);
    const rowsAsOf = openRowsAsOf(db);
    const constituents = openConstituentPages(db);
    const version = db.prepare<[], string>("SELECT file_id || '-' || data_version FROM data_state").pluck();
    const dataVersion = () => String(version.get());
    let state = { version: '', series: openSeriesIndex(db), offsets: openOffsets(db) };
    let isCurrent = false;
    const inTransaction = openSnapshot(db);
    const snapshot = <T>(read: () => T): T => {
      isCurrent = false;
      return inTransaction(read);
    };

    /** Cached series and counts, read again after the data changed. Within a snapshot they cannot change: one check is enough. */
    function current() {
      if (isCurrent) return state;
      const now = dataVersion();
      if (now !== state.version) {
        state = { version: now, series: openSeriesIndex(db), offsets: openOffsets(db) };
      }
      isCurrent = true;
      return state;
    }

    function countBefore(series: readonly SelectedSeries[], day: number): number {
      return series.reduce((sum, one) => sum + current().offsets.countBefore(one, day), 0);
    }

    /** The rows as of the selection's `asOf`; `undefined` if they are the current rows. */
    function knownThen({ dataset, asOf }: SeriesSelection) {
      return asOf === undefined ? undefined : rowsAsOf(dataset, asOf);
    }

    /** Checks an `asOf` read by counting the current rows of the ranges: rows hidden by damage would be missing from both. */
    function expectAllHeld(ranges: readonly SeriesRange[]): void {
      const held = ranges.reduce((sum, range) => sum + rowsNow.count(range), 0);
      expectRows(held, countKept(current().offsets, ranges));
    }

    const estimate: EstimateDay = (ranges, rows) =>
      current().offsets.estimateDay(
        ranges.map(({ series }) => series),
        Math.min(...ranges.map(({ from }) => from)),
        rows,
      );

    const reader: Reader = {
      isCopy: () => isMemoryCopy(db),
      dataVersion,
      holdings: () => snapshot(holdings.all),
      sharedDays: (dataset, codes) => snapshot(() => holdings.sharedDays(dataset, codes)),
      lastRuns: runs.last,
      runs: runs.recent,
      undoable: () => snapshot(undoable),
      origin: holdings.origin,
      observations: (selection, { after, limit }) =>
        snapshot(() => {
          const then = knownThen(selection);
          const ranges = rangesAfter(current().series.select(selection), selection, after);
          if (!then) {
            const page = pages.read(ranges, limit, estimate);
            expectRows(page.count, countKept(current().offsets, rangesRead(ranges, page)));
            return page;
          }
          const page = openPages(then).read(ranges, limit, growing(estimate));
          expectAllHeld(rangesRead(ranges, page));
          return page;
        }),
      columns: (selection) =>
        snapshot(() => {
          const series = current().series.selectAll(selection);
          const then = knownThen(selection);
          const columns = readColumns(then ?? rowsNow, series, selection, then?.edges ?? edgesNow);
          const ranges = series.map((one) => ({ series: one, from: selection.from, to: selection.to }));
          if (then) expectAllHeld(ranges);
          else
            expectRows(
              columns.reduce((sum, { days }) => sum + days.length, 0),
              countKept(current().offsets, ranges),
            );
          return columns;
        }),
      countObservations: (selection) =>
        snapshot(() => {
          const series = current().series.select(selection);
          const then = knownThen(selection);
          if (then)
            return series.reduce((sum, one) => sum + then.count(one, selection.from, selection.to), 0);
          const { from, to } = selection;
          return countKept(
            current().offsets,
            series.map((one) => ({ series: one, from, to })),
          );
        }),
      observationsAt: (selection, { offset, limit }) =>
        snapshot(() => {
          if (selection.asOf !== undefined) throw new Error('Rows as of a day are not read by offset');
          const series = current().series.select(selection);
          const before = countBefore(series, selection.from);
          const total = countBefore(series, selection.to + 1) - before;
          const start = offset < total ? current().offsets.rowAt(series, before + offset) : undefined;
          if (!start) return { ...NO_ROWS, total };
          const ranges = series.map((one, index) => ({
            series: one,
            from: index < start.index ? start.day + 1 : start.day,
            to: selection.to,
          }));
          const page = pages.read(ranges, limit, estimate);
          expectRows(page.count, Math.min(limit, total - offset));
          expectRows(page.count, countKept(current().offsets, rangesRead(ranges, page)));
          return { ...page, total };
        }),
      constituentCodes: (dataset) =>
        constituents.codes().filter((code) => datasetOfList(code).id === dataset),
      constituents: (code, page) => snapshot(() => constituents.page(code, page)),
      constituentLists: (code, asOf) =>
        snapshot(() => constituents.known(code, asOf)).map(({ day, members }) => ({
          day,
          members: () => snapshot(members),
        })),
      revisions: (query, page) => snapshot(() => revisions(query, page)),
      lastRun: changes.lastRun,
      changedSeries: (after) => snapshot(() => changes.changedSeries(after)),
      changedLists: changes.changedLists,
      revisedRows: changes.revisedRows,
      addedRows: (after, dataset) => snapshot(() => changes.addedRows(after, dataset)),
      replaced: changes.replaced,
      valuesSeen,
      explain: (series, day) => snapshot(() => explanations.observation(series, day)),
      explainList: (code, day, member) => snapshot(() => explanations.list(code, day, member)),
      run: runs.one,
      lastFetch: fetches.last,
      fetches: fetches.all,
      wholeBlocks: (dataset) => readWholeBlocks(db, dataset),
      damaged: (what) => {
        throw new Damage(what);
      },
      close: () => db.close(),
    };
    return guardAll(path, reader);
  });
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

/** @returns a function that runs reads within one read transaction, so that they see one state of the file. */
function openSnapshot(db: Database): <T>(read: () => T) => T {
  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');
  return (read) => {
    begin.run();
    try {
      return read();
    } finally {
      if (db.inTransaction) end.run();
    }
  };
}

/** @returns the reader, with errors of SQLite and the file system turned into `Failure`s. */
function guardAll(path: string, reader: Reader): Reader {
  const guardedReader = Object.entries(reader).map(([name, call]) => [
    name,
    (...args: unknown[]) =>
      notingDamage(path, () => guarded(path, () => (call as (...given: unknown[]) => unknown)(...args))),
  ]);
  return Object.fromEntries(guardedReader) as Reader;
}

/** @returns a query of every value that a series has had, as `Reader.valuesSeen`. */
function openValuesSeen(db: Database): (series: SeriesKey) => ValueSeen[] {
  // Run ids grow with every publish: they give the order of the values even if a clock was wrong.
  const values = db.prepare<SeriesKey, ValueSeen>(
    `WITH one AS (SELECT id FROM series WHERE dataset = @dataset AND code = @code AND area = @area)
     SELECT day, value, seen FROM (
       SELECT date AS day, value, fetched_at AS seen, run_id
         FROM observation JOIN run ON run.id = run_id WHERE series_id = (SELECT id FROM one)
       UNION ALL
       SELECT date, value, first_seen, run_id FROM revision WHERE series_id = (SELECT id FROM one))
     ORDER BY day, run_id`,
  );
  return ({ dataset, code, area }) => values.all({ dataset, code, area });
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
  const cells = new CellBuffers();
  return series.flatMap((one) => {
    const edges = edgesOf(one);
    if (!edges) return [];
    const isOutside = from > to || edges.first > to || edges.last < from;
    const rows = isOutside ? undefined : read({ series: one, from, to });
    cells.used = 0;
    const column = rows && unpackRows(rows, one, Number.POSITIVE_INFINITY, cells);
    return [
      {
        code: one.code,
        area: one.area,
        seriesId: one.id,
        ...edges,
        days: cells.days.slice(0, cells.used),
        values: column ? valueTexts(cells, column) : [],
      },
    ];
  });
}

/** First and last day of a series now, as stored in its row. */
function edgesNow({ first, last }: SelectedSeries): { first: number; last: number } {
  return { first, last };
}

type Revisions = (
  query: RevisionQuery,
  page: { after?: RevisionPosition | undefined; limit: number },
) => { rows: Revision[]; last: RevisionPosition | undefined };

type RevisionRow = Revision & { seriesId: number };

/** The position before the first row of a run: newer than every day. */
const FIRST = { day: 9_999_999, seriesId: 0 };

/** @returns a query of revisions as `Reader.revisions`, run by run through the index `revision_by_run`. Replaced roundings are left out. */
function openRevisions(db: Database): Revisions {
  const runs = db
    .prepare<[string, number, string], number>(
      `SELECT id FROM run WHERE dataset = ? AND id <= ? AND revised > 0 AND fetched_at >= ? ORDER BY id DESC`,
    )
    .pluck();
  // The new value is the current one, or it has been replaced since.
  const ofRun = db.prepare<object, RevisionRow>(
    `SELECT code, area, r.date AS day, r.value AS oldValue,
       coalesce(
         (SELECT value FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date AND o.run_id = @run),
         (SELECT value FROM revision n WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id = @run)
       ) AS newValue,
       first_seen AS firstSeen, superseded_at AS supersededAt, r.run_id AS oldRun, @run AS newRun, r.series_id AS seriesId
     FROM revision r INDEXED BY revision_by_run JOIN series ON series.id = r.series_id
     WHERE superseded_by = @run AND NOT r.was_rounding AND r.date <= @day AND (r.date < @day OR r.series_id > @seriesId)
       AND (@codes IS NULL OR code IN (SELECT value FROM json_each(@codes)))
       AND (@areas IS NULL OR area IN (SELECT value FROM json_each(@areas)))
     ORDER BY r.date DESC, r.series_id LIMIT @limit`,
  );

  return ({ dataset, codes, areas, since }, { after, limit }) => {
    const from = since === undefined ? '' : dateText(since);
    const filter = {
      codes: codes ? JSON.stringify(codes) : null,
      areas: areas ? JSON.stringify(areas) : null,
    };
    const found: RevisionRow[] = [];
    for (const run of runs.all(dataset, after?.run ?? Number.MAX_SAFE_INTEGER, from)) {
      if (found.length === limit) break;
      const { day, seriesId } = run === after?.run ? after : FIRST;
      found.push(...ofRun.all({ ...filter, run, day, seriesId, limit: limit - found.length }));
    }
    const end = found.at(-1);
    return {
      rows: found.map(({ seriesId: _, ...row }) => row),
      last:
        end && found.length === limit ? { run: end.newRun, day: end.day, seriesId: end.seriesId } : undefined,
    };
  };
}
