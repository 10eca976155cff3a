import { dateText } from '../../calendar/dates.ts';
import type { Origin } from '../../contract/catalog.ts';
import type { LostRange, RescuedDataset, RescuedSeries } from '../../contract/incidents.ts';
import { findDataset } from '../../datasets/index.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import { column, type Database } from '../open-database.ts';
import { removeSample } from '../run-writes.ts';
import { STRETCH_BITS, STRETCH_DAYS } from '../series-index.ts';
import { rescuedTable } from './open-damaged.ts';

type FoundSeries = { id: number; code: string; area: string; count: number | null };
type DatasetRescue = { dataset: string; file: string; now: Date };

/** Leaves out rows that are, or may be, sample data. @returns the other datasets, and notes for the user. */
export function chooseFound(db: Database): { datasets: string[]; notes: string[] } {
  const ids = (sql: string) => db.prepare<[], string>(sql).pluck().all();
  const titleOf = (dataset: string) => findDataset(dataset)?.title ?? dataset;
  const notes: string[] = [];
  db.exec(`DELETE FROM found_observation WHERE run_id IN (SELECT id FROM found_run WHERE origin = 'sample');
    DELETE FROM found_constituent_list WHERE 'sample' = coalesce((SELECT origin FROM found_run WHERE id = run_id),
      (SELECT origin FROM found_dataset WHERE id = dataset), 'sample')`);
  const leaveOut = db.prepare(`DELETE FROM found_observation WHERE run_id NOT IN (SELECT id FROM found_run)
    AND series_id IN (SELECT id FROM found_series WHERE dataset = ?)`);
  for (const dataset of ids('SELECT dataset FROM found_series EXCEPT SELECT id FROM found_dataset')) {
    const removed = leaveOut.run(dataset).changes;
    if (removed > 0) notes.push(leftOut(removed, ` of ${titleOf(dataset)}`, 'what is sample data'));
  }
  const unnamed = numberOf(
    db,
    'SELECT total(count) FROM found_stretch WHERE series_id NOT IN (SELECT id FROM found_series)',
  );
  if (unnamed > 0) notes.push(leftOut(unnamed, '', 'the name of the series'));
  const samples = ids("SELECT id FROM found_dataset WHERE origin = 'sample'");
  if (samples.length > 0) notes.push(`The sample data of ${samples.map(titleOf).join(', ')} were left out.`);
  const found = ids('SELECT dataset FROM found_series UNION SELECT dataset FROM found_constituent_list');
  return { datasets: found.filter((dataset) => !samples.includes(dataset)), notes };
}

function leftOut(rows: number, datasetWords: string, what: string): string {
  return `${countOf(rows, 'row')}${datasetWords} ${rows === 1 ? 'was' : 'were'} left out: ${what} cannot be read any more.`;
}

/** Stores rows of a dataset that the store lacks. @returns `undefined` if none were found or lost. */
export function storeFound(
  db: Database,
  rescue: DatasetRescue,
): { report: RescuedDataset; notes: string[] } | undefined {
  const { dataset } = rescue;
  const damage = db
    .prepare<[string], FoundSeries>('SELECT * FROM found_series WHERE dataset = ? ORDER BY id')
    .all(dataset)
    .map((series) => damageOf(db, series));
  const lists = leaveOutPartLists(db, dataset);
  const read = damage.reduce((sum, one) => sum + one.read, lists.read);
  const lost = damage.reduce((sum, one) => sum + (one.lost ?? 0), lists.lost);
  if (read === 0 && lost === 0) return undefined;
  const added = storeMissing(db, rescue, read);
  const damaged = damage.filter((one) => one.lost === null || one.lost > 0);
  return { report: { dataset, read, added, held: read - added, lost, damaged }, notes: lists.notes };
}

/** @returns the number of readable rows of a series, and where rows are missing by the stored counts. */
function damageOf(db: Database, { id, code, area, count }: FoundSeries): RescuedSeries {
  const read = numberOf(db, 'SELECT count(*) FROM found_observation WHERE series_id = @id', { id });
  const short = db
    .prepare<[number], { first: number; rows: number }>(
      `SELECT stretch * ${STRETCH_DAYS} AS first, count - (SELECT count(*) FROM found_observation o WHERE o.series_id = s.series_id
         AND date BETWEEN stretch * ${STRETCH_DAYS} AND stretch * ${STRETCH_DAYS} + ${STRETCH_DAYS - 1}) AS rows
       FROM found_stretch s WHERE series_id = ? AND rows > 0 ORDER BY 1`,
    )
    .all(id);
  const ranges: LostRange[] = [];
  for (const { first, rows } of short) {
    const to = dateText(first + STRETCH_DAYS - 1);
    const before = ranges.at(-1);
    if (before?.to === dateText(first - 1)) Object.assign(before, { to, rows: before.rows + rows });
    else ranges.push({ from: dateText(first), to, rows });
  }
  const inRanges = ranges.reduce((sum, { rows }) => sum + rows, 0);
  const lost = count === null ? inRanges || null : Math.max(inRanges, count - read);
  return { series: code, area, read, lost, ranges };
}

/** Leaves out incomplete lists, because they would look complete. Their members count as `lost`. */
function leaveOutPartLists(db: Database, dataset: string): { read: number; lost: number; notes: string[] } {
  const lists = db
    .prepare<[string], { id: number; code: string; count: number; here: number }>(
      `SELECT id, code, count, (SELECT count(*) FROM found_constituent WHERE list_id = id AND rank < count) AS here
       FROM found_constituent_list WHERE dataset = ? ORDER BY id`,
    )
    .all(dataset);
  const parts = lists.filter(({ count, here }) => here < count);
  for (const { id } of parts) db.prepare('DELETE FROM found_constituent_list WHERE id = ?').run(id);
  const lost = parts.reduce((sum, { count }) => sum + count, 0);
  const notes = parts.map(
    ({ code, count, here }) =>
      `The list ${code} with ${countOf(count, 'member')} was left out: ${count - here} of them cannot be read any more.`,
  );
  return { read: lists.reduce((sum, { count }) => sum + count, -lost), lost, notes };
}

/** The found rows of a dataset, with the ids of their series and (if readable) runs in this store. */
const FOUND = `found_series f JOIN series s USING (dataset, code, area) JOIN found_observation o ON o.series_id = f.id
  LEFT JOIN stored_run r ON r.found = o.run_id`;

/** @returns the number of observations and members stored. */
function storeMissing(db: Database, rescue: DatasetRescue, read: number): number {
  const { dataset, now } = rescue;
  const held = column<Origin, [string]>(db, 'SELECT origin FROM dataset WHERE id = ?').get(dataset);
  if (held === 'sample' && read > 0) removeSample(db, dataset);
  const run = (sql: string, values: object = {}) => db.prepare(sql).run({ dataset, ...values }).changes;
  run(`DELETE FROM found_observation WHERE (series_id, date) IN (SELECT f.id, o.date FROM found_series f
    JOIN series s USING (dataset, code, area) JOIN observation o ON o.series_id = s.id WHERE dataset = @dataset)`);
  run(`DELETE FROM found_constituent_list AS f WHERE dataset = @dataset AND EXISTS (SELECT 1 FROM constituent_list
    WHERE code = f.code AND as_of = f.as_of AND superseded_at IS f.superseded_at)`);
  const missing = numberOf(
    db,
    `SELECT EXISTS (SELECT 1 FROM found_series JOIN found_observation ON series_id = id WHERE dataset = @dataset)
       OR EXISTS (SELECT 1 FROM found_constituent_list WHERE dataset = @dataset)`,
    { dataset },
  );
  if (missing === 0) return 0;
  const { id, origin } = storeRuns(db, rescue);
  run(`INSERT OR IGNORE INTO series(dataset, code, area) SELECT dataset, code, area FROM found_series
    WHERE dataset = @dataset AND EXISTS (SELECT 1 FROM found_observation WHERE series_id = id)`);
  const rows = run(
    `INSERT INTO observation(series_id, date, value, run_id, row, rounding)
     SELECT s.id, o.date, o.value, coalesce(r.id, @id), iif(r.id IS NULL, NULL, o.row), o.rounding FROM ${FOUND} WHERE dataset = @dataset`,
    { id },
  );
  run(`INSERT OR IGNORE INTO summed_rows SELECT r.id, s.id, o.row, a.all_rows FROM ${FOUND}
    JOIN found_summed_rows a ON (a.run_id, a.series_id, a.row) = (o.run_id, o.series_id, o.row) WHERE dataset = @dataset AND r.id`);
  // A replaced value is stored if both its own run and the run that replaced it could be read.
  run(`INSERT OR IGNORE INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row, was_rounding, rounding)
    SELECT s.id, v.date, v.value, w.id, v.first_seen, v.superseded_at, b.id, v.row, v.was_rounding, v.rounding
    FROM ${FOUND} JOIN found_revision v ON (v.series_id, v.date) = (o.series_id, o.date)
    JOIN stored_run w ON w.found = v.run_id JOIN stored_run b ON b.found = v.superseded_by WHERE dataset = @dataset`);
  recount(db, dataset);
  const added = rows + storeLists(db, dataset, id);
  run(
    'UPDATE run SET added = @added, unchanged = @read - @added, rows = @read, finished_at = @at WHERE id = @id',
    { added, read, id, at: now.toISOString() },
  );
  run(
    `INSERT INTO dataset(id, origin, updated_at, run_id) VALUES (@dataset, @origin, @at, @id)
     ON CONFLICT DO UPDATE SET origin = excluded.origin, updated_at = excluded.updated_at, run_id = excluded.run_id`,
    { id, at: now.toISOString(), origin: held === undefined || held === 'sample' ? origin : held },
  );
  run('UPDATE data_state SET data_version = data_version + 1');
  return added;
}

/** Stores the runs of found rows, with new ids in `stored_run`. @returns a run for rows whose run is lost. */
function storeRuns(db: Database, { dataset, file, now }: DatasetRescue): { id: number; origin: Origin } {
  db.exec(`DROP TABLE IF EXISTS temp.stored_run;
    CREATE TEMP TABLE stored_run(found INTEGER PRIMARY KEY, id INTEGER NOT NULL)`);
  const used = db
    .prepare<{ dataset: string }, { id: number; origin: Origin }>(
      `WITH here AS (SELECT series_id, date, run_id FROM found_observation
           WHERE series_id IN (SELECT id FROM found_series WHERE dataset = @dataset)),
         both AS (SELECT run_id, NULL AS superseded_by FROM here
           UNION SELECT v.run_id, superseded_by FROM here JOIN found_revision v USING (series_id, date)
           UNION SELECT run_id, superseded_by FROM found_constituent_list WHERE dataset = @dataset)
       SELECT id, origin FROM found_run WHERE dataset = @dataset AND origin <> 'sample'
         AND id IN (SELECT run_id FROM both UNION SELECT superseded_by FROM both) ORDER BY id`,
    )
    .all({ dataset });
  const columns = rescuedTable('run').columns.filter((column) => column !== 'id');
  const insert = db.prepare(`INSERT INTO run(${columns}) SELECT ${columns} FROM found_run WHERE id = ?`);
  const known = column<number, [number]>(
    db,
    'SELECT run.id FROM found_run f JOIN run USING (kind, dataset, source, location, sha256, fetched_at) WHERE f.id = ?',
  );
  const note = db.prepare('INSERT INTO stored_run VALUES (?, ?)');
  for (const { id } of used) note.run(id, known.get(id) ?? insert.run(id).lastInsertRowid);
  const foundOrigin = column<Origin, [string]>(db, 'SELECT origin FROM found_dataset WHERE id = ?').get(
    dataset,
  );
  const origin = foundOrigin ?? used.at(-1)?.origin ?? 'file';
  const own = db.prepare(`INSERT INTO run(kind, dataset, origin, source, location, sha256, fetched_at)
    VALUES ('rescue', ?, ?, 'rescue', ?, '', ?)`);
  return { id: Number(own.run(dataset, origin, file, now.toISOString()).lastInsertRowid), origin };
}

function recount(db: Database, dataset: string): void {
  const ids = 'SELECT id FROM series WHERE dataset = ?';
  db.prepare(`DELETE FROM stretch WHERE series_id IN (${ids})`).run(dataset);
  db.prepare(
    `INSERT INTO stretch SELECT series_id, date >> ${STRETCH_BITS}, count(*) FROM observation WHERE series_id IN (${ids}) GROUP BY 1, 2`,
  ).run(dataset);
  db.prepare(
    `UPDATE series SET (count, first, last) =
       (SELECT count(*), min(date), max(date) FROM observation WHERE series_id = series.id) WHERE dataset = ?`,
  ).run(dataset);
}

/** Stores lists; a replaced list only if both its runs were read. @param id the rescue's run. */
function storeLists(db: Database, dataset: string, id: number): number {
  db.prepare(
    `INSERT OR IGNORE INTO constituent_list(dataset, code, as_of, count, run_id, superseded_at, superseded_by, row)
     SELECT dataset, code, as_of, count, coalesce(r.id, @id), superseded_at, b.id, iif(r.id IS NULL, NULL, row)
     FROM found_constituent_list LEFT JOIN stored_run r ON r.found = run_id LEFT JOIN stored_run b ON b.found = superseded_by
     WHERE dataset = @dataset AND (superseded_at IS NULL OR (r.id IS NOT NULL AND b.id IS NOT NULL))`,
  ).run({ dataset, id });
  return db
    .prepare(
      `INSERT OR IGNORE INTO constituent(list_id, rank, ticker, name, sector, weight, row)
       SELECT l.id, rank, ticker, name, sector, weight, iif(r.id IS NULL, NULL, m.row)
       FROM found_constituent_list f JOIN constituent_list l USING (dataset, code, as_of)
       JOIN found_constituent m ON m.list_id = f.id AND rank < f.count LEFT JOIN stored_run r ON r.found = f.run_id
       WHERE dataset = ? AND l.superseded_at IS f.superseded_at`,
    )
    .run(dataset).changes;
}

function numberOf(db: Database, sql: string, values: object = {}): number {
  return Number(db.prepare(sql).pluck().get(values));
}
