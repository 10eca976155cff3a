import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { brokenFile } from './failures.ts';
import { type DatabaseOptions, isBehind, migrate } from './migrate.ts';
import { openPageFile } from './page-file.ts';

/** The largest file to copy into memory. */
const LARGEST_BYTES = 1024 ** 3;
/** Offsets in the header of the file format versions: 1 is a rollback journal, 2 is WAL (sqlite.org/fileformat2.html). */
const FORMAT_BYTES = [18, 19];

const copies = new WeakSet<Database>();

/**
 * Opens a copy of a database in memory, as of its last commit, including commits that are only in the log (WAL). It is needed because
 * SQLite cannot read a database with a log if it cannot write to the folder. An older layout is migrated in the copy. If there is no
 * file, the copy is empty.
 * @param pageSize in bytes, as for `openPageFile`.
 * @throws Failure 'broken_data_file', 'newer_version', 'folder_unusable' if the file is too large; the file system's error.
 */
export function openMemoryCopy(path: string, options: DatabaseOptions, pageSize: number): Database {
  const db = existsSync(path) ? new Sqlite(wholeFile(path, pageSize)) : new Sqlite(':memory:');
  try {
    if (isBehind(db, options.migrations, options.applicationId))
      migrate(db, options.migrations, options.applicationId);
    copies.add(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @returns whether a connection was opened by `openMemoryCopy`. */
export function isMemoryCopy(db: Database): boolean {
  return copies.has(db);
}

function wholeFile(path: string, pageSize: number): Buffer {
  const file = openPageFile(path, pageSize);
  try {
    if (file.pages * file.pageSize > LARGEST_BYTES) {
      throw new Failure(
        'folder_unusable',
        `${path} is too large to be read where nothing can be written. Copy it to a folder that you may write to.`,
        { file: path },
      );
    }
    const whole = Buffer.alloc(file.pages * file.pageSize);
    for (let page = 1; page <= file.pages; page++) {
      const bytes = file.page(page);
      if (!bytes) throw brokenFile(path);
      bytes.copy(whole, (page - 1) * file.pageSize);
    }
    for (const at of FORMAT_BYTES) if (whole[at] === 2) whole[at] = 1;
    return whole;
  } finally {
    file.close();
  }
}
