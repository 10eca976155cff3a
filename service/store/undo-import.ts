import { minuteText } from '../calendar/dates.ts';
import type { Origin } from '../contract/catalog.ts';
import { Failure } from '../contract/failure.ts';
import type { Database } from './open-database.ts';
import type { RunKind, Undoable } from './runs.ts';
import { STRETCH_BITS } from './series-index.ts';

/** What the undo of an import took from a dataset. `location`: the file. `sampleAt`: when the sample that it had replaced was made. */
export type UndoneRun = {
  dataset: string;
  location: string;
  added: number;
  revised: number;
  sampleAt: string | null;
};

/** An undo leaves the run, as kind 'undone', and emptied series. A value of a stand-in that the file confirmed stays confirmed. */

type UndoableRun = Pick<UndoneRun, 'dataset' | 'added' | 'revised' | 'location'> & {
  id: number;
  kind: RunKind;
  origin: Origin;
  fetchedAt: string;
  isChange: 0 | 1;
};

const HELD = `SELECT id, kind, dataset, origin, location, fetched_at AS fetchedAt, added, revised,
  added + revised + refined > 0 AS isChange FROM run`;
/** What changes nothing of what an undo takes back: an import that found everything there, and one that was undone. */
const COUNTS = "NOT (kind = 'undone' OR (kind = 'import' AND added + revised + refined = 0))";

export function openUndoable(db: Database): () => Undoable {
  const newest = db.prepare<[], UndoableRun>(
    `${HELD} WHERE kind = 'import' AND id IN (SELECT max(id) FROM run WHERE ${COUNTS} GROUP BY dataset)`,
  );
  return () => {
    const undoable = new Map<number, 'data' | 'sample'>();
    for (const { id } of newest.all()) {
      const runs = runsOfFile(db, id);
      if (runs.some((run) => runAfter(db, run))) continue;
      for (const run of runs)
        undoable.set(run.id, runBefore(db, run)?.origin === 'sample' ? 'sample' : 'data');
    }
    return undoable;
  };
}

/** Undoes an import, which is all runs of its file. @throws Failure 'wrong_usage' if something was published since, or nothing was changed. */
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
  const changed = db
    .prepare<[string, number], number>(
      `SELECT id FROM series WHERE dataset = ? AND EXISTS
         (SELECT 1 FROM observation WHERE series_id = series.id AND run_id = ?)`,
    )
    .pluck()
    .all(dataset, run);
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
      `${HELD} WHERE (kind, location, sha256, fetched_at) =
         (SELECT kind, location, sha256, fetched_at FROM run WHERE id = ?) ORDER BY id`,
    )
    .all(id);
}

function runAfter(db: Database, { dataset, id }: UndoableRun): UndoableRun | undefined {
  return db
    .prepare<[string, number], UndoableRun>(
      `${HELD} WHERE dataset = ? AND id > ? AND ${COUNTS} ORDER BY id LIMIT 1`,
    )
    .get(dataset, id);
}

function runBefore(db: Database, { dataset, id }: UndoableRun): UndoableRun | undefined {
  return db
    .prepare<[string, number], UndoableRun>(
      `${HELD} WHERE dataset = ? AND id < ? AND kind <> 'undone' AND (isChange OR kind = 'rescue') ORDER BY id DESC LIMIT 1`,
    )
    .get(dataset, id);
}

function hasRows(db: Database, dataset: string): boolean {
  return (
    db
      .prepare<[string, string], number>(
        `SELECT EXISTS (SELECT 1 FROM series WHERE dataset = ? AND count > 0)
           OR EXISTS (SELECT 1 FROM constituent_list WHERE dataset = ?)`,
      )
      .pluck()
      .get(dataset, dataset) === 1
  );
}
