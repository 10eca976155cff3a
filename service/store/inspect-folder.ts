import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FolderInspection } from '../contract/diagnostics.ts';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from '../contract/names.ts';
import { checkData, checkPages } from './check-data.ts';
import { guarded } from './failures.ts';
import { openHoldings } from './holdings.ts';

/** How long to wait for a file that another process has locked. */
const WAIT_MS = 2000;

/**
 * Checks the files of a data folder without changing them. Damage is part of the result and not thrown, because this is used when
 * something is wrong. It reads all files completely: call it in a thread that serves no requests.
 */
export function inspectFolder(dataDir: string): FolderInspection {
  return {
    sqlite: sqliteVersion(),
    checks: [
      { file: DATA_FILE, result: checked(join(dataDir, DATA_FILE), checkData) },
      { file: KEYS_FILE, result: checked(join(dataDir, KEYS_FILE), checkPages) },
      { file: WORK_FILE, result: checked(join(dataDir, WORK_FILE), checkPages) },
    ],
    datasets: heldDatasets(join(dataDir, DATA_FILE)),
  };
}

function sqliteVersion(): string {
  const db = new Sqlite(':memory:');
  try {
    return String(db.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    db.close();
  }
}

/** @returns 'ok', 'absent', the first problem that the check found, or why the file could not be checked. */
function checked(path: string, check: (db: Sqlite.Database) => string): string {
  return existsSync(path) ? readOrMessage(path, check) : 'absent';
}

function heldDatasets(path: string): FolderInspection['datasets'] {
  if (!existsSync(path)) return [];
  const held = readOrMessage(path, (db) => openHoldings(db).all());
  // The result of the file's check already says why it cannot be read.
  if (typeof held === 'string') return [];
  return held.map(({ dataset, origin, count, updatedAt }) => ({
    dataset,
    origin,
    rows: count,
    updated_at: updatedAt,
  }));
}

/**
 * Opens a file read-only. `openReader` is not used, because it would create or migrate the file.
 * @returns what `read` returned, or a message why the file could not be read.
 */
function readOrMessage<T>(path: string, read: (db: Sqlite.Database) => T): T | string {
  try {
    return guarded(path, () => {
      const db = new Sqlite(path, { readonly: true, timeout: WAIT_MS });
      try {
        return read(db);
      } finally {
        db.close();
      }
    });
  } catch (error) {
    if (error instanceof Failure || error instanceof Sqlite.SqliteError) return error.message;
    throw error;
  }
}
