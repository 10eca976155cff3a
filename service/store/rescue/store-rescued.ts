import type { Origin } from '../../contract/catalog.ts';
import type { RescuedDataset } from '../../contract/incidents.ts';
import type { Database } from '../open-database.ts';
import { removeSample } from '../run-writes.ts';
import { STRETCH_BITS } from '../series-index.ts';
import { isListHeld, storeList, type WholeList, wholeLists } from './rescued-lists.ts';
import { type DatasetRescue, openRescuedRuns, type RescuedRuns } from './rescued-runs.ts';
import { seriesDamage } from './select-rows.ts';
import type { FoundSeries, StagedRows } from './staged-rows.ts';

/**
 * Stores the staged rows of one dataset that the store does not have, within an open transaction. Stored rows never change.
 * @returns a report and notes for the user; undefined if the stage has nothing of the dataset.
 */
export function storeRescued(
  db: Database,
  stage: StagedRows,
  given: DatasetRescue,
): { report: RescuedDataset; notes: string[] } | undefined {
  const { dataset, series } = given;
  const damage = series.map((one) => seriesDamage(db, stage, one));
  const lists = wholeLists(stage, dataset);
  const inLists = lists.whole.reduce((sum, { members }) => sum + members.length, 0);
  const read = damage.reduce((sum, one) => sum + one.read, 0) + inLists;
  const lost = damage.reduce((sum, one) => sum + (one.lost ?? 0), 0) + lists.lost;
  if (read === 0 && lost === 0) return undefined;
  const origin = db.prepare<[string], Origin>('SELECT origin FROM dataset WHERE id = ?').pluck().get(dataset);
  if (origin === 'sample' && read > 0) removeSample(db, dataset);
  for (const { id, code, area } of series) {
    db.prepare(
      `DELETE FROM found WHERE series = ? AND date IN (SELECT date FROM observation WHERE series_id =
         (SELECT id FROM series WHERE dataset = ? AND code = ? AND area = ?))`,
    ).run(id, dataset, code, area);
  }
  const missing = lists.whole.filter((list) => !isListHeld(db, list));
  const added = storeMissing(db, stage, missing, given, { read, held: origin });
  return {
    report: {
      dataset,
      read,
      added,
      held: read - added,
      lost,
      damaged: damage.filter((one) => one.lost === null || one.lost > 0),
    },
    notes: lists.notes,
  };
}

/** Stores rows and lists, with their runs if there are any. @returns the number of observations and members stored. */
function storeMissing(
  db: Database,
  stage: StagedRows,
  lists: readonly WholeList[],
  given: DatasetRescue,
  { read, held }: { read: number; held: Origin | undefined },
): number {
  const count = db.prepare<[number], number>('SELECT count(*) FROM found WHERE series = ?').pluck();
  const series = given.series.filter(({ id }) => Number(count.get(id)) > 0);
  if (series.length === 0 && lists.length === 0) return 0;
  const runs = openRescuedRuns(db, stage, lists, given);
  let added = 0;
  for (const one of series) added += storeSeries(db, runs, one.id, idOf(db, one));
  for (const list of lists) added += storeList(db, runs, list);
  runs.end(added, read);
  const origin = held === undefined || held === 'sample' ? runs.origin : held;
  noteChange(db, given.dataset, origin, given.now, runs.rescue);
  return added;
}

function idOf(db: Database, { dataset, code, area }: FoundSeries): number {
  db.prepare('INSERT OR IGNORE INTO series(dataset, code, area) VALUES (?, ?, ?)').run(dataset, code, area);
  return Number(
    db
      .prepare('SELECT id FROM series WHERE dataset = ? AND code = ? AND area = ?')
      .pluck()
      .get(dataset, code, area),
  );
}

/** Stores the observations of a series. @param old its id in the damaged file. @returns how many were stored. */
function storeSeries(db: Database, runs: RescuedRuns, old: number, id: number): number {
  const inRuns = db
    .prepare<[number], number>('SELECT DISTINCT run FROM found WHERE series = ?')
    .pluck()
    .all(old);
  let added = 0;
  for (const run of inRuns) {
    const here = runs.here(run);
    added += db
      .prepare(
        `INSERT INTO observation(series_id, date, value, run_id, row, rounding)
         SELECT ?, date, value, ?, ${here === undefined ? 'NULL' : 'row'}, rounding FROM found WHERE series = ? AND run = ?`,
      )
      .run(id, here ?? runs.rescue, old, run).changes;
    if (here === undefined) continue;
    db.prepare(
      `INSERT OR IGNORE INTO summed_rows SELECT ?, ?, row, all_rows FROM found_sum WHERE run = ? AND series = ?
         AND row IN (SELECT row FROM found WHERE series = ? AND run = ?)`,
    ).run(here, id, run, old, old, run);
  }
  if (added === 0) return 0;
  storeRevisions(db, runs, old, id);
  recount(db, id);
  return added;
}

/** Stores the revisions of the days stored just now, if both of their runs could be read. */
function storeRevisions(db: Database, runs: RescuedRuns, old: number, id: number): void {
  const rows = db
    .prepare<
      [number],
      {
        date: number;
        run: number;
        value: string;
        first_seen: string;
        superseded_at: string;
        by: number;
        row: number | null;
        was_rounding: number;
        rounding: string | null;
      }
    >(
      `SELECT r.date, r.run, r.value, r.first_seen, r.superseded_at, r.superseded_by AS by, r.row,
         r.was_rounding, r.rounding FROM found_revision r
       JOIN found f ON f.series = r.series AND f.date = r.date WHERE r.series = ?`,
    )
    .all(old);
  const insert = db.prepare(
    `INSERT OR IGNORE INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row,
       was_rounding, rounding)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const one of rows) {
    const [run, by] = [runs.here(one.run), runs.here(one.by)];
    if (run === undefined || by === undefined) continue;
    const { date, value, first_seen, superseded_at, row, was_rounding, rounding } = one;
    insert.run(id, date, value, run, first_seen, superseded_at, by, row, was_rounding, rounding);
  }
}

/** Computes the counts and the first and last day of a series again. */
function recount(db: Database, id: number): void {
  db.prepare('DELETE FROM stretch WHERE series_id = ?').run(id);
  db.prepare(
    `INSERT INTO stretch SELECT series_id, date >> ${STRETCH_BITS}, count(*) FROM observation WHERE series_id = ? GROUP BY 2`,
  ).run(id);
  db.prepare(
    `UPDATE series SET (count, first, last) =
       (SELECT count(*), min(date), max(date) FROM observation WHERE series_id = @id) WHERE id = @id`,
  ).run({ id });
}

function noteChange(db: Database, dataset: string, origin: Origin, now: Date, run: number): void {
  db.prepare(
    `INSERT INTO dataset(id, origin, updated_at, run_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET origin = excluded.origin, updated_at = excluded.updated_at, run_id = excluded.run_id`,
  ).run(dataset, origin, now.toISOString(), run);
  db.prepare('UPDATE data_state SET data_version = data_version + 1').run();
}
