import { minuteText } from '../calendar/dates.ts';
import type { Origin } from '../contract/catalog.ts';
import { Failure } from '../contract/failure.ts';
import type { ListChange } from '../contract/ingest.ts';
import { type ConstituentWrite, openConstituentWrites } from './constituent-lists.ts';
import { openObservationWrites } from './observation-writes.ts';
import { column, type Database } from './open-database.ts';
import type { SeriesKey } from './row-checks.ts';
import type { RunCounts, RunKind, RunResult, RunStart, Undoable } from './runs.ts';
import { STRETCH_BITS } from './series-index.ts';

export type RunWrites = ReturnType<typeof openRunWrites>;

/** Adds the rows of one run to an open publish, in any order. A call that throws abandons the publish. */
export type PublishedRun = Omit<RunWrites, 'finish'>;

/** Starts a run in the open transaction. @throws Error for a sample of a dataset that has real data. */
export function openRunWrites(db: Database, start: RunStart) {
  const runId = insertRun(db, start);
  const observations = openObservationWrites(db, runId, start);
  const summed = openSummedRows(db, runId);
  const constituents = openConstituentWrites(db, { id: runId, ...start });
  const origin = column<Origin, [string]>(db, 'SELECT origin FROM dataset WHERE id = ?').get(start.dataset);
  if (start.origin === 'sample' && origin !== undefined && origin !== 'sample') {
    throw new Error(`A sample of ${start.dataset} must not be written over data from elsewhere`);
  }
  let sampleToRemove = origin === 'sample' && start.origin !== 'sample';
  let hasRemovedSample = false;

  /** A run without rows keeps the sample data. */
  function removeSampleOnce(): void {
    if (!sampleToRemove) return;
    removeSample(db, start.dataset);
    sampleToRemove = false;
    hasRemovedSample = true;
  }

  return {
    series(key: SeriesKey): number {
      if (key.dataset !== start.dataset) throw new Error(`${key.dataset} in a run of ${start.dataset}`);
      removeSampleOnce();
      return observations.series(key);
    },
    observation: observations.add,
    absentDays: observations.absentDays,
    heldLargest: openHeldLargest(db, 'main', runId),
    changes: observations.changes,
    summed: summed.note,
    /** The changes of each list of constituents added so far. */
    lists: (): readonly ListChange[] => constituents.lists(),
    constituents(code: string, asOf: number, rows: readonly ConstituentWrite[], row?: number): void {
      removeSampleOnce();
      constituents.replace(code, asOf, rows, row ?? null);
    },
    /** @param sha256 given if it was not known at the start. */
    finish(now: Date, sha256: string = start.sha256): RunResult {
      const { refined, ...written } = observations.finish();
      const { rows, gone, ...counts } = sum(written, constituents.finish());
      endRun(db, { ...counts, rows, gone, refined, sha256, finishedAt: now.toISOString(), id: runId });
      if (hasRemovedSample || counts.added + counts.revised + refined > 0) noteChange(db, start, runId);
      summed.finish();
      const lists = constituents.lists();
      return {
        runId,
        dataset: start.dataset,
        ...counts,
        ...(refined > 0 ? { refined } : {}),
        ...(lists.length > 0 ? { lists } : {}),
      };
    },
  };
}

function sum(a: RunCounts, b: RunCounts): RunCounts {
  const days = [a.first, a.last, b.first, b.last].filter((day) => day !== null);
  return {
    added: a.added + b.added,
    revised: a.revised + b.revised,
    unchanged: a.unchanged + b.unchanged,
    gone: a.gone + b.gone,
    rows: a.rows + b.rows,
    first: days.length > 0 ? Math.min(...days) : null,
    last: days.length > 0 ? Math.max(...days) : null,
  };
}

function insertRun(db: Database, { defersTo: _, refines: __, ...start }: RunStart): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO run(kind, dataset, origin, source, location, sha256, fetched_at)
       VALUES (@kind, @dataset, @origin, @source, @location, @sha256, @fetchedAt)`,
    )
    .run(start);
  return Number(lastInsertRowid);
}

type Ended = RunCounts & { refined: number; id: number; sha256: string; finishedAt: string };

function endRun(db: Database, run: Ended): void {
  db.prepare(
    `UPDATE run SET added = @added, revised = @revised, unchanged = @unchanged, gone = @gone, refined = @refined, rows = @rows, first = @first, last = @last,
       sha256 = @sha256, finished_at = @finishedAt WHERE id = @id`,
  ).run(run);
}

function noteChange(db: Database, start: RunStart, runId: number): void {
  db.prepare(
    `INSERT INTO dataset(id, origin, updated_at, run_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET origin = excluded.origin, updated_at = excluded.updated_at, run_id = excluded.run_id`,
  ).run(start.dataset, start.origin, start.fetchedAt, runId);
  db.prepare('UPDATE data_state SET data_version = data_version + 1').run();
}

function openSummedRows(db: Database, runId: number) {
  let isUsed = false;
  return {
    /** Notes that each value added with `row` sums several rows. @param rows all of them, `row` first. */
    note(series: number, row: number, rows: readonly number[]): void {
      isUsed = true;
      db.prepare('INSERT OR REPLACE INTO summed_rows VALUES (?, ?, ?, ?)').run(
        runId,
        series,
        row,
        JSON.stringify(rows),
      );
    },
    /** Removes the notes about values that the run did not change. */
    finish(): void {
      if (!isUsed) return;
      db.prepare(
        `DELETE FROM summed_rows WHERE run_id = @run AND (series_id, row) NOT IN (
           SELECT series_id, row FROM observation
           WHERE run_id = @run AND series_id IN (SELECT series_id FROM summed_rows WHERE run_id = @run))`,
      ).run({ run: runId });
    },
  };
}

/** Finds a value, current or former, above `enough`, or the largest. @param runId the run to ignore, or 0. */
export function openHeldLargest(
  db: Database,
  schema: 'main' | 'held',
  runId: number,
): (series: SeriesKey, enough: number) => string | undefined {
  const id = column<number, [string, string, string]>(
    db,
    `SELECT id FROM ${schema}.series WHERE dataset = ? AND code = ? AND area = ?`,
  );
  const all = `SELECT value, abs(CAST(value AS REAL)) AS size FROM (
    SELECT value, run_id FROM ${schema}.observation WHERE series_id = @id
    UNION ALL SELECT value, run_id FROM ${schema}.revision WHERE series_id = @id) WHERE run_id <> ${runId}`;
  // Usually one of the first rows is large enough, so the rest is not read.
  const enoughOf = column<string, [object]>(db, `SELECT value FROM (${all}) WHERE size > @enough LIMIT 1`);
  const largestOf = column<string, [object]>(
    db,
    `SELECT value FROM (${all}) WHERE size > 0 ORDER BY size DESC LIMIT 1`,
  );
  return ({ dataset, code, area }, enough) => {
    const found = id.get(dataset, code, area);
    if (found === undefined) return undefined;
    return enoughOf.get({ id: found, enough }) ?? largestOf.get({ id: found });
  };
}

/** Deletes all rows of a dataset's sample, including revisions. Its series keep their ids. */
export function removeSample(db: Database, dataset: string): void {
  for (const table of ['observation', 'revision', 'stretch']) {
    db.prepare(`DELETE FROM ${table} WHERE series_id IN (SELECT id FROM series WHERE dataset = ?)`).run(
      dataset,
    );
  }
  db.prepare('UPDATE series SET count = 0, first = NULL, last = NULL WHERE dataset = ?').run(dataset);
  db.prepare('DELETE FROM constituent_list WHERE dataset = ?').run(dataset);
}

/** An import that was undone. `location`: its file. `sampleAt`: when the sample it had replaced was made. */
export type UndoneRun = {
  dataset: string;
  location: string;
  added: number;
  revised: number;
  sampleAt: string | null;
};

/** An undo keeps the run, as 'undone', and the emptied series. Confirmed roundings stay confirmed. */

type UndoableRun = Pick<UndoneRun, 'dataset' | 'added' | 'revised' | 'location'> & {
  id: number;
  kind: RunKind;
  origin: Origin;
  fetchedAt: string;
  isChange: 0 | 1;
};

const SELECT_RUN = `SELECT id, kind, dataset, origin, location, fetched_at AS fetchedAt, added, revised,
  added + revised + refined > 0 AS isChange FROM run`;
/** Runs that prevent an undo of earlier ones: all except undone imports and imports without changes. */
const PREVENTS_UNDO = "NOT (kind = 'undone' OR (kind = 'import' AND added + revised + refined = 0))";

export function undoableRuns(db: Database): Undoable {
  const newest = db
    .prepare<[], UndoableRun>(
      `${SELECT_RUN} WHERE kind = 'import' AND id IN (SELECT max(id) FROM run WHERE ${PREVENTS_UNDO} GROUP BY dataset)`,
    )
    .all();
  const undoable = new Map<number, 'data' | 'sample'>();
  for (const { id } of newest) {
    const runs = runsOfFile(db, id);
    if (runs.some((run) => runAfter(db, run))) continue;
    for (const run of runs) undoable.set(run.id, runBefore(db, run)?.origin === 'sample' ? 'sample' : 'data');
  }
  return undoable;
}

/** Undoes all runs of an import's file. @throws Failure 'wrong_usage' if that is not possible. */
export function undoImport(db: Database, id: number, now: Date): UndoneRun[] {
  const runs = runsOfFile(db, id);
  const [one] = runs;
  if (!one) throw refused('There is no such import.');
  const name = `The import of ${one.location}`;
  if (one.kind === 'undone') throw refused(`${name} is undone already.`);
  if (one.kind !== 'import') throw refused('Only an import can be undone.');
  if (!runs.some(({ isChange }) => isChange))
    throw refused(`${name} changed nothing, so nothing can be undone.`);
  for (const run of runs) {
    const later = runAfter(db, run);
    if (later)
      throw refused(
        `${name} cannot be undone. Something was published after it: ${later.location} at ${minuteText(later.fetchedAt)}.`,
      );
  }
  const undone = runs.map((run) => undoRun(db, run, now));
  db.prepare('UPDATE data_state SET data_version = data_version + 1').run();
  return undone;
}

const refused = (sentence: string): Failure => new Failure('wrong_usage', `${sentence} Nothing was changed.`);

function undoRun(db: Database, run: UndoableRun, now: Date): UndoneRun {
  const { id, dataset, location, added, revised } = run;
  const before = runBefore(db, run);
  const sampleAt = before?.origin === 'sample' ? before.fetchedAt : null;
  undoObservations(db, id, dataset);
  db.prepare('DELETE FROM constituent_list WHERE run_id = ?').run(id);
  db.prepare(
    'UPDATE constituent_list SET superseded_at = NULL, superseded_by = NULL WHERE superseded_by = ?',
  ).run(id);
  db.prepare("UPDATE run SET kind = 'undone', finished_at = ? WHERE id = ?").run(now.toISOString(), id);
  if (before && sampleAt === null)
    db.prepare('UPDATE dataset SET origin = ?, updated_at = ?, run_id = ? WHERE id = ?').run(
      before.origin,
      before.fetchedAt,
      before.id,
      dataset,
    );
  else db.prepare('DELETE FROM dataset WHERE id = ?').run(dataset);
  if (hasRows(db, dataset) !== (before !== undefined && sampleAt === null))
    throw refused(
      `The import of ${location} cannot be undone, because what was held before is not recorded.`,
    );
  return { dataset, location, added, revised, sampleAt };
}

function undoObservations(db: Database, run: number, dataset: string): void {
  const changed = column<number, [string, number]>(
    db,
    `SELECT id FROM series WHERE dataset = ? AND EXISTS
         (SELECT 1 FROM observation WHERE series_id = series.id AND run_id = ?)`,
  ).all(dataset, run);
  for (const id of changed) {
    db.prepare('DELETE FROM observation WHERE series_id = ? AND run_id = ?').run(id, run);
    db.prepare(
      `INSERT INTO observation(series_id, date, value, run_id, row, rounding)
         SELECT series_id, date, value, run_id, row, rounding FROM revision WHERE series_id = ? AND superseded_by = ?`,
    ).run(id, run);
    db.prepare('DELETE FROM revision WHERE series_id = ? AND superseded_by = ?').run(id, run);
    db.prepare('DELETE FROM stretch WHERE series_id = ?').run(id);
    db.prepare(
      `INSERT INTO stretch(series_id, stretch, count)
         SELECT series_id, date >> ${STRETCH_BITS}, count(*) FROM observation WHERE series_id = ? GROUP BY 2`,
    ).run(id);
    db.prepare(
      `UPDATE series SET (count, first, last) =
         (SELECT count(*), min(date), max(date) FROM observation WHERE series_id = series.id) WHERE id = ?`,
    ).run(id);
  }
  db.prepare('DELETE FROM summed_rows WHERE run_id = ?').run(run);
}

function runsOfFile(db: Database, id: number): UndoableRun[] {
  return db
    .prepare<[number], UndoableRun>(
      `${SELECT_RUN} WHERE (kind, location, sha256, fetched_at) =
         (SELECT kind, location, sha256, fetched_at FROM run WHERE id = ?) ORDER BY id`,
    )
    .all(id);
}

function runAfter(db: Database, { dataset, id }: UndoableRun): UndoableRun | undefined {
  return db
    .prepare<[string, number], UndoableRun>(
      `${SELECT_RUN} WHERE dataset = ? AND id > ? AND ${PREVENTS_UNDO} ORDER BY id LIMIT 1`,
    )
    .get(dataset, id);
}

function runBefore(db: Database, { dataset, id }: UndoableRun): UndoableRun | undefined {
  return db
    .prepare<[string, number], UndoableRun>(
      `${SELECT_RUN} WHERE dataset = ? AND id < ? AND kind <> 'undone' AND (isChange OR kind = 'rescue') ORDER BY id DESC LIMIT 1`,
    )
    .get(dataset, id);
}

function hasRows(db: Database, dataset: string): boolean {
  return (
    column<number, [string, string]>(
      db,
      `SELECT EXISTS (SELECT 1 FROM series WHERE dataset = ? AND count > 0)
           OR EXISTS (SELECT 1 FROM constituent_list WHERE dataset = ?)`,
    ).get(dataset, dataset) === 1
  );
}
