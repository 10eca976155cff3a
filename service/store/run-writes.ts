import type { Origin } from '../contract/catalog.ts';
import { openConstituentWrites } from './constituent-writes.ts';
import { openHeldLargest } from './held-largest.ts';
import { openObservationWrites, type RunCounts } from './observation-writes.ts';
import type { Database } from './open-database.ts';
import { removeSample } from './sample-removal.ts';
import type { PublishedRun, RunResult, RunStart } from './types.ts';

/** Writes one run within a transaction that the caller begins and ends. */
export type RunWrites = PublishedRun & {
  /** Writes the counts, the end time and the data version. @param sha256 if it was not known at the start. */
  finish(now: Date, sha256?: string): RunResult;
};

/**
 * Starts writing a run in the open transaction of `db`.
 * @throws Error if the run is a sample and the dataset holds real data.
 */
export function openRunWrites(db: Database, start: RunStart): RunWrites {
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

  /** Called before the first row is written: a run without rows keeps the sample data. */
  function removeSampleOnce(): void {
    if (!sampleToRemove) return;
    removeSample(db, start.dataset);
    sampleToRemove = false;
    hasRemovedSample = true;
  }

  return {
    series(key) {
      if (key.dataset !== start.dataset) throw new Error(`${key.dataset} in a run of ${start.dataset}`);
      removeSampleOnce();
      return observations.series(key);
    },
    observation: observations.add,
    absentDays: observations.absentDays,
    heldLargest: openHeldLargest(db, 'main', runId),
    changes: observations.changes,
    summed: summed.note,
    lists: constituents.lists,
    constituents(code, asOf, rows, row) {
      removeSampleOnce();
      constituents.replace(code, asOf, rows, row ?? null);
    },
    finish(now, sha256 = start.sha256) {
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

/** Updates the dataset and the data version. Call it only if the run changed something. */
function noteChange(db: Database, start: RunStart, runId: number): void {
  db.prepare(
    `INSERT INTO dataset(id, origin, updated_at, run_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET origin = excluded.origin, updated_at = excluded.updated_at, run_id = excluded.run_id`,
  ).run(start.dataset, start.origin, start.fetchedAt, runId);
  db.prepare('UPDATE data_state SET data_version = data_version + 1').run();
}

/** Stores which rows of a file the values that are sums were added from. */
function openSummedRows(db: Database, runId: number) {
  let isUsed = false;
  return {
    note(series: number, row: number, rows: readonly number[]): void {
      isUsed = true;
      db.prepare('INSERT OR REPLACE INTO summed_rows VALUES (?, ?, ?, ?)').run(
        runId,
        series,
        row,
        JSON.stringify(rows),
      );
    },
    /** Call it after all observations were written. It removes the notes about values that the run did not change. */
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
