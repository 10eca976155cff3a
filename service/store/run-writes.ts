import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import { type ConstituentWrite, openConstituentWrites } from './constituent-lists.ts';
import { openObservationWrites } from './observation-writes.ts';
import type { Database } from './open-database.ts';
import type { SeriesKey } from './row-checks.ts';
import type { RunCounts, RunResult, RunStart } from './runs.ts';

export type RunWrites = ReturnType<typeof openRunWrites>;

/** Adds the rows of one run to an open publish, in any order. If a call throws, the whole publish is abandoned. */
export type PublishedRun = Omit<RunWrites, 'finish'>;

/** Starts writing a run in the open transaction of `db`. @throws Error if it is a sample and the dataset holds real data. */
export function openRunWrites(db: Database, start: RunStart) {
  const runId = insertRun(db, start);
  const observations = openObservationWrites(db, runId, start);
  const summed = openSummedRows(db, runId);
  const constituents = openConstituentWrites(db, { id: runId, ...start });
  const origin = db
    .prepare<[string], Origin>('SELECT origin FROM dataset WHERE id = ?')
    .pluck()
    .get(start.dataset);
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
    /** What changed in each list of constituents added so far. */
    lists: (): readonly ListChange[] => constituents.lists(),
    constituents(code: string, asOf: number, rows: readonly ConstituentWrite[], row?: number): void {
      removeSampleOnce();
      constituents.replace(code, asOf, rows, row ?? null);
    },
    /** @param sha256 if it was not known at the start. */
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
    /** Records that each value of a series added with `row` is the sum of several rows of the file. @param rows all of them, `row` first. */
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

/** Finds a value of a series, current or former, larger than `enough`; else the largest. @param runId whose values are ignored; 0: none. */
export function openHeldLargest(
  db: Database,
  schema: 'main' | 'held',
  runId: number,
): (series: SeriesKey, enough: number) => string | undefined {
  const id = db
    .prepare<[string, string, string], number>(
      `SELECT id FROM ${schema}.series WHERE dataset = ? AND code = ? AND area = ?`,
    )
    .pluck();
  const all = `SELECT value, abs(CAST(value AS REAL)) AS size FROM (
    SELECT value, run_id FROM ${schema}.observation WHERE series_id = @id
    UNION ALL SELECT value, run_id FROM ${schema}.revision WHERE series_id = @id) WHERE run_id <> ${runId}`;
  // Usually one of the first rows is large enough; the rest is then not read.
  const enoughOf = db
    .prepare<object, string>(`SELECT value FROM (${all}) WHERE size > @enough LIMIT 1`)
    .pluck();
  const largestOf = db
    .prepare<object, string>(`SELECT value FROM (${all}) WHERE size > 0 ORDER BY size DESC LIMIT 1`)
    .pluck();
  return ({ dataset, code, area }, enough) => {
    const found = id.get(dataset, code, area);
    if (found === undefined) return undefined;
    return enoughOf.get({ id: found, enough }) ?? largestOf.get({ id: found });
  };
}

/** Deletes all rows of a dataset that holds sample data, revisions too. The series keep their ids, with no rows. */
export function removeSample(db: Database, dataset: string): void {
  for (const table of ['observation', 'revision', 'stretch']) {
    db.prepare(`DELETE FROM ${table} WHERE series_id IN (SELECT id FROM series WHERE dataset = ?)`).run(
      dataset,
    );
  }
  db.prepare('UPDATE series SET count = 0, first = NULL, last = NULL WHERE dataset = ?').run(dataset);
  db.prepare('DELETE FROM constituent_list WHERE dataset = ?').run(dataset);
}
