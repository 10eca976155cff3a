import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { dateText } from '../../service/calendar/dates.ts';
import { CODES, DATASET, FIRST_DAY, LAST_DAY, valueText } from './fill-folder.ts';

/** The primary key of the plain table, which also sorts its rows. */
export type PlainKey = 'dataset, date, series' | 'dataset, series, date';

/** @returns a plain SQLite file, made once, with the rows of `filledFolder` in one table with text keys. */
export function plainTableFile(key: PlainKey = 'dataset, date, series'): string {
  const name = key === 'dataset, date, series' ? 'plain.sqlite' : 'plain-by-series.sqlite';
  const path = join(import.meta.dirname, '../../.build/bench', name);
  if (existsSync(`${path}.done`)) return path;
  rmSync(path, { force: true });
  const db = new Sqlite(path);
  db.exec(
    `CREATE TABLE obs(dataset TEXT, date TEXT, series TEXT, value TEXT, PRIMARY KEY(${key})) WITHOUT ROWID`,
  );
  const insert = db.prepare('INSERT INTO obs VALUES (?, ?, ?, ?)');
  const sorted = CODES.map((code, place) => ({ code, place })).sort((a, b) => (a.code < b.code ? -1 : 1));
  db.transaction(() => {
    for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
      for (const { code, place } of sorted) insert.run(DATASET, dateText(day), code, valueText(place, day));
    }
  })();
  db.close();
  new Sqlite(`${path}.done`).close();
  return path;
}
