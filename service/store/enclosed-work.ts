import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { WORK_FILE } from '../contract/names.ts';
import { copyInto, syncFile, withDatabase } from './copy-data.ts';
import { guarded } from './failures.ts';
import { isBehind } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { WORK_OPTIONS } from './work-file.ts';

/**
 * A back-up is one file: a copy of data.sqlite that encloses a copy of work.sqlite, in a table that the data file itself does not have.
 * An older Almanac, which does not know of it, restores the data all the same.
 */
const TABLE = 'enclosed_work';

/** Encloses work.sqlite of a data folder, as of one moment, in the copy of its data at `part`. @throws Failure 'broken_data_file'. */
export function encloseWork(dataDir: string, part: string): void {
  const file = join(dataDir, WORK_FILE);
  if (!existsSync(file)) return;
  const copy = `${part}-work`;
  try {
    copyInto(file, copy);
    const db = new Sqlite(part);
    try {
      db.exec(`DROP TABLE IF EXISTS ${TABLE}; CREATE TABLE ${TABLE}(bytes BLOB NOT NULL) STRICT`);
      db.prepare(`INSERT INTO ${TABLE} VALUES (?)`).run(readFileSync(copy));
    } finally {
      db.close();
    }
    syncFile(part);
  } finally {
    rmSync(copy, { force: true });
  }
}

/**
 * Takes the copy of work.sqlite out of a copy of a back-up.
 * @returns the path of a work file of the newest layout, which the caller removes; `undefined` if the back-up has none.
 * @throws Failure 'newer_version', 'broken_data_file'.
 */
export function takeWorkOut(db: Database, part: string): string | undefined {
  const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(TABLE);
  if (!has) return undefined;
  const bytes = db.prepare<[], Buffer>(`SELECT bytes FROM ${TABLE}`).pluck().get();
  db.exec(`DROP TABLE ${TABLE}`);
  if (!bytes) return undefined;
  const file = `${part}-work`;
  writeFileSync(file, bytes, { mode: 0o600 });
  const work = openDatabase(file, WORK_OPTIONS);
  work.pragma('journal_mode = DELETE');
  work.close();
  return file;
}

/** What a person makes. Where there is nothing of it, it was lost, or there never was any. */
const MADE = ['item', 'same_company'];
/** What is brought back with it, tables that others refer to first. */
const BROUGHT = ['item', 'item_version', 'same_company', 'preference'];

/**
 * Brings back the work of a back-up where the folder has nothing of the kind, for example after its file was lost. Work that is there
 * stays: a restore of the data must not take away what was made since. @returns whether it was brought back.
 */
export function bringWorkBack(file: string, dataDir: string): boolean {
  const target = join(dataDir, WORK_FILE);
  if (isEmpty(file) || !isEmpty(target)) return false;
  const db = openDatabase(target, WORK_OPTIONS);
  try {
    db.prepare('ATTACH ? AS enclosed').run(file);
    guarded(target, () =>
      db.transaction(() => {
        for (const table of BROUGHT)
          db.exec(`INSERT OR IGNORE INTO ${table} SELECT * FROM enclosed.${table}`);
      })(),
    );
  } finally {
    db.close();
  }
  return true;
}

/** Whether a work file is missing, or has nothing that a person has made. */
function isEmpty(file: string): boolean {
  if (!existsSync(file)) return true;
  return guarded(file, () =>
    withDatabase(file, (db) => {
      isBehind(db, WORK_OPTIONS.migrations, WORK_OPTIONS.applicationId);
      const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
      return MADE.every((name) => !has.get(name) || !db.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get());
    }),
  );
}
