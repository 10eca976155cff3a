import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { putLogAside, rememberFile } from './database-files.ts';
import { guarded } from './failures.ts';
import { failedToWrite, makeFolder } from './folder-access.ts';
import { openMemoryCopy } from './memory-copy.ts';
import { type DatabaseOptions, isBehind, migrate } from './migrate.ts';

export type { Database, Statement } from 'better-sqlite3';

/** In bytes. For long tables of short rows, 8 KiB pages have fewer levels and less overhead per row than 4 KiB (measured). */
export const PAGE_SIZE = 8192;

/** Without this call, the first database that a thread opens loads SQLite's native package. */
export function loadSqlite(): void {
  new Sqlite(':memory:').close();
}

/** Opens a database for writing (WAL); creates the folder and the file if they are missing, and migrates the file. */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    makeFolder(dirname(path));
    // Check the log first: if another process is creating the database now, its log appears only after the first page of the file.
    if (existsSync(`${path}-wal`) && isEmptyOrAbsent(path)) putLogAside(path, new Date());
    makePrivateFile(path);
    const db = new Sqlite(path, { timeout: options.waitMs });
    try {
      const behind = isBehind(db, options.migrations, options.applicationId);
      // Takes effect only while the file is still empty.
      db.pragma(`page_size = ${PAGE_SIZE}`);
      db.pragma('journal_mode = WAL');
      db.pragma(`synchronous = ${options.synchronous}`);
      db.pragma('foreign_keys = ON');
      if (behind) migrate(db, options.migrations, options.applicationId);
      rememberFile(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function isEmptyOrAbsent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** SQLite would create the file readable for other users; the log and its index get the mode of the database file. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Opens a database for reading; creates or migrates it first. If it cannot be written, a copy in memory (see `isMemoryCopy`). */
export function openDatabaseReadOnly(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    try {
      return openReading(path, options);
    } catch (error) {
      if (!existsSync(path) || !failedToWrite(path, causeOf(error))) throw error;
      const db = openMemoryCopy(path, options);
      db.pragma('query_only = ON');
      return db;
    }
  });
}

function openReading(path: string, options: DatabaseOptions): Database {
  if (!existsSync(path)) openDatabase(path, options).close();
  let db = new Sqlite(path, { readonly: true, timeout: options.waitMs });
  try {
    if (isBehind(db, options.migrations, options.applicationId)) {
      db.close();
      openDatabase(path, options).close();
      db = new Sqlite(path, { readonly: true, timeout: options.waitMs });
    }
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** As `openDatabase`; if the file cannot be written, a copy in memory, whose changes are lost when the process ends. */
export function openDatabaseOrCopy(path: string, options: DatabaseOptions): Database {
  try {
    return openDatabase(path, options);
  } catch (error) {
    if (!failedToWrite(path, causeOf(error))) throw error;
    return guarded(path, () => openMemoryCopy(path, options));
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Failure ? error.cause : error;
}
