import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';

/** Opens a data file with SQLite directly, to check what the store does not expose. */
export function openRaw(dataDir: string, file = 'data.sqlite'): { db: Database } & Disposable {
  const db = new Sqlite(join(dataDir, file));
  return { db, [Symbol.dispose]: () => db.close() };
}

/** @returns the faults of a data file: damage, and counts that disagree with the observations. */
export function findFaults(db: Database): unknown[] {
  const integrity = db.pragma('integrity_check', { simple: true });
  const queries = [
    // Series whose count or first or last day is wrong.
    `SELECT s.id FROM series s LEFT JOIN
       (SELECT series_id, count(*) AS n, min(date) AS a, max(date) AS z FROM observation GROUP BY series_id) o
       ON o.series_id = s.id WHERE s.count IS NOT coalesce(o.n, 0) OR s.first IS NOT o.a OR s.last IS NOT o.z`,
    // Stretches of 256 days with a missing, a wrong or a superfluous count.
    `SELECT * FROM (SELECT series_id, date >> 8 AS stretch, count(*) FROM observation GROUP BY 1, 2
       EXCEPT SELECT series_id, stretch, count FROM stretch)`,
    `SELECT * FROM (SELECT series_id, stretch, count FROM stretch
       EXCEPT SELECT series_id, date >> 8, count(*) FROM observation GROUP BY 1, 2)`,
    // Observations without a run or series, and revisions without a run or the value that replaced them.
    'SELECT run_id FROM observation WHERE run_id NOT IN (SELECT id FROM run)',
    'SELECT series_id FROM observation WHERE series_id NOT IN (SELECT id FROM series)',
    'SELECT run_id FROM revision WHERE run_id NOT IN (SELECT id FROM run) OR superseded_by NOT IN (SELECT id FROM run)',
    'SELECT series_id FROM revision WHERE (series_id, date) NOT IN (SELECT series_id, date FROM observation)',
  ];
  const faults = queries.flatMap((query) => db.prepare(query).all());
  return integrity === 'ok' ? faults : [integrity, ...faults];
}

/** @returns all tables except the log of runs, without series that have no rows. */
export function contentOf(db: Database): Record<string, unknown[][]> {
  const tables = ['observation', 'revision', 'stretch', 'dataset', 'constituent_list', 'constituent'];
  const more = ['summed_rows', 'fetch', 'whole_block'];
  const all = [...tables, ...more].map((table) => [
    table,
    db.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][],
  ]);
  const series = db.prepare('SELECT * FROM series WHERE count > 0 ORDER BY id').raw().all() as unknown[][];
  return { ...Object.fromEntries(all), series };
}
