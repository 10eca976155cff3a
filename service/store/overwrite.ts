import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { ALL_PAGES, withDatabase } from './copy-data.ts';
import { asFailure } from './failures.ts';

/**
 * Overwrites a data file in one transaction, by SQLite's back-up API (sqlite.org/backup.html): readers see either all old or all new
 * data, also after a power cut.
 * @param tell reads what the new file has and the old one has not.
 * @throws Failure 'folder_in_use'.
 */
export async function overwrite(from: string, to: string, tell: (db: Database) => unknown): Promise<void> {
  const db = new Sqlite(from, { readonly: true });
  try {
    await db.backup(to, { progress: () => ALL_PAGES });
  } catch (error) {
    throw asFailure(error, to);
  } finally {
    db.close();
  }
  // If another program has locked the file at the first step, SQLite leaves it unchanged without an error.
  if (withDatabase(from, tell) === withDatabase(to, tell)) return;
  throw new Failure(
    'folder_in_use',
    `Another program is writing to ${to}. Nothing was changed. Let it finish, then try again.`,
    { file: to },
  );
}
