import { closeSync, openSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { DATA_OPTIONS } from './data-file.ts';
import { syncFile } from './database-files.ts';
import { asFailure, Damage, guarded } from './failures.ts';
import { checkData, checkPages } from './integrity.ts';
import { whileOpen } from './open-database.ts';

/** Makes SQLite's back-up API copy all pages in one step, so that readers never see half a copy. */
const ALL_PAGES = 0x7fff_ffff;

/** Copies a database. Checks its pages first: `VACUUM INTO` would silently drop rows of damaged pages. */
export function copyInto(from: string, to: string): void {
  // VACUUM INTO accepts an empty file. Creating it first keeps the copy unreadable for other users.
  closeSync(openSync(to, 'w', 0o600));
  guarded(from, () =>
    withDatabase(from, (db) => {
      expectOk(checkPages(db));
      db.prepare('VACUUM INTO ?').run(to);
    }),
  );
  syncFile(to);
}

export function expectWholeCopy(copy: string, from: string): void {
  guarded(from, () => expectOk(withDatabase(copy, checkData)));
}

/** Opens a database read-only while `look` runs. */
export function withDatabase<T>(path: string, look: (db: Database) => T): T {
  return whileOpen(
    new Sqlite(path, { readonly: true, fileMustExist: true, timeout: DATA_OPTIONS.waitMs }),
    look,
  );
}

function expectOk(found: string): void {
  if (found !== 'ok') throw new Damage(found);
}

/**
 * Overwrites a data file in one transaction (sqlite.org/backup.html).
 * @param markOf reads a value that the overwrite must change, to see whether SQLite overwrote the file.
 */
export async function overwrite(from: string, to: string, markOf: (db: Database) => unknown): Promise<void> {
  const db = new Sqlite(from, { readonly: true });
  try {
    await db.backup(to, { progress: () => ALL_PAGES });
  } catch (error) {
    throw asFailure(error, to);
  } finally {
    db.close();
  }
  // If another program has locked the file at the first step, SQLite leaves it unchanged without an error.
  if (withDatabase(from, markOf) === withDatabase(to, markOf)) return;
  throw new Failure(
    'folder_in_use',
    `Another program is writing to ${to}. Nothing was changed. Let it finish, then try again.`,
    { file: to },
  );
}
