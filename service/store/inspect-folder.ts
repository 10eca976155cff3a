import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FolderInspection } from '../contract/diagnostics.ts';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from '../contract/names.ts';
import { checkData, checkPages } from './check-data.ts';
import { guarded } from './failures.ts';
import { openHoldings } from './holdings.ts';

/** How long a file may be locked by another. */
const WAIT_MS = 2000;

/**
 * Looks at the files of a data folder without changing them. Damage is told, not thrown: this is asked when something is wrong.
 * It reads both files whole, so it is for a thread that answers nothing else.
 */
export function inspectFolder(dataDir: string): FolderInspection {
  return {
    sqlite: sqliteVersion(),
    checks: [
      { file: DATA_FILE, result: checked(join(dataDir, DATA_FILE), checkData) },
      { file: KEYS_FILE, result: checked(join(dataDir, KEYS_FILE), checkPages) },
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

/** @returns 'ok', or what the check found first, or why it could not be made. */
function checked(path: string, check: (db: Sqlite.Database) => string): string {
  return existsSync(path) ? told(path, check) : 'absent';
}

function heldDatasets(path: string): FolderInspection['datasets'] {
  if (!existsSync(path)) return [];
  const held = told(path, (db) => openHoldings(db).all());
  // A file that cannot be read, or is not ours, has said so in its check.
  if (typeof held === 'string') return [];
  return held.map(({ dataset, origin, count, updatedAt }) => ({
    dataset,
    origin,
    rows: count,
    updated_at: updatedAt,
  }));
}

/**
 * Not by `openReader`, which makes and migrates what it opens.
 * @returns what `read` returns, or in words why it could not be read.
 */
function told<T>(path: string, read: (db: Sqlite.Database) => T): T | string {
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
