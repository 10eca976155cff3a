import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { copyBytes } from './database-files.ts';
import { unwritable } from './failures.ts';
import { failedToWrite } from './folder-access.ts';
import { type DatabaseOptions, isBehind, migrate } from './migrate.ts';

const LARGEST_BYTES = 1024 ** 3;

const copies = new WeakSet<Database>();

/** Opens a copy in memory, log included: SQLite cannot read a database with a log where it cannot write. No file: an empty copy. */
export function openMemoryCopy(path: string, options: DatabaseOptions): Database {
  const db = existsSync(path) ? new Sqlite(wholeFile(path)) : new Sqlite(':memory:');
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

export function isMemoryCopy(db: Database): boolean {
  return copies.has(db);
}

/** @returns the bytes of a database with its log, which SQLite applies to a copy in the temporary folder. */
function wholeFile(path: string): Buffer {
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  if (Math.max(...sizes) > LARGEST_BYTES) {
    throw new Failure(
      'folder_unusable',
      `${path} is too large to be read where nothing can be written. Copy it to a folder that you may write to.`,
      { file: path },
    );
  }
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'almanac-read-'));
    const copy = join(folder, 'copy.sqlite');
    copyBytes(path, copy);
    const db = new Sqlite(copy);
    try {
      // A database in memory cannot have a log.
      db.pragma('journal_mode = DELETE');
      return db.serialize();
    } finally {
      db.close();
    }
  } catch (error) {
    if (!failedToWrite(join(folder ?? tmpdir(), 'copy.sqlite'), error)) throw error;
    const { code, message } = unwritable(path);
    const says = `${message} To read it, Almanac needs room in the temporary folder ${tmpdir()}, which is full or cannot be written.`;
    throw new Failure(code, says, { file: path }, { cause: error });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
