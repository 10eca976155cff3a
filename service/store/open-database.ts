import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { guarded } from './failures.ts';
import { makeFolder } from './make-folder.ts';
import { openMemoryCopy } from './memory-copy.ts';
import { checkHashes, type DatabaseOptions, isBehind, migrate } from './migrate.ts';
import { putLogAside, rememberFile } from './same-file.ts';
import { failedToWrite } from './unwritable.ts';

export type { Database, Statement } from 'better-sqlite3';
export type { DatabaseOptions } from './migrate.ts';

/** 8 KiB pages: fewer levels and less overhead a row than 4 KiB, measured on long tables of short rows. */
export const PAGE_SIZE = 8192;

/**
 * Opens a database file for reading and writing (WAL), makes the folder and the file where they are missing, and brings
 * the layout up to date.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version' (the file is then untouched), 'folder_in_use'.
 */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    makeFolder(dirname(path));
    // In this order: a log that another process makes just now comes after the first page of its file.
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
      checkHashes(db, options.migrations);
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

/**
 * Makes an empty file for its owner only, where there is none: SQLite would make one that others may read, and gives the file's own
 * mode to the two files beside it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * As `openDatabase`, for a connection that can only read. A missing or older file is first made or migrated. Where nothing can be
 * written it reads a copy in memory (`isMemoryCopy`).
 */
export function openDatabaseReadOnly(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    try {
      return openReading(path, options);
    } catch (error) {
      if (!existsSync(path) || !failedToWrite(path, causeOf(error))) throw error;
      const db = openMemoryCopy(path, options, PAGE_SIZE);
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

/**
 * As `openDatabase`; where nothing can be written, on a copy in memory: what is written to that is gone with the process.
 * @throws as `openDatabase`.
 */
export function openDatabaseOrCopy(path: string, options: DatabaseOptions): Database {
  try {
    return openDatabase(path, options);
  } catch (error) {
    if (!failedToWrite(path, causeOf(error))) throw error;
    return guarded(path, () => openMemoryCopy(path, options, PAGE_SIZE));
  }
}

/** What was said before it was put in our words. */
function causeOf(error: unknown): unknown {
  return error instanceof Failure ? error.cause : error;
}
