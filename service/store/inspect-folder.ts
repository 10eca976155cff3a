import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { FolderInspection } from '../contract/diagnostics.ts';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from '../contract/names.ts';
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
    checks: [DATA_FILE, KEYS_FILE].map((file) => ({ file, result: quickCheck(join(dataDir, file)) })),
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

/** @returns 'ok', or the first of what `PRAGMA quick_check` says (sqlite.org/pragma.html), or why it could not be asked. */
function quickCheck(path: string): string {
  if (!existsSync(path)) return 'absent';
  return told(path, (db) => String(db.prepare('PRAGMA quick_check(1)').pluck().get()));
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
