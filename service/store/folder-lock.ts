import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { dataFile } from './data-file.ts';
import { asFailure, guarded } from './failures.ts';
import { noteUncleanEnd } from './integrity.ts';
import { makeFolder } from './make-folder.ts';
import { makePrivateFile } from './open-database.ts';
import { failedToWrite } from './unwritable.ts';

export const LOCK_FILE = 'service.lock';

/** Held by the one service of a data folder. */
export type FolderLock = {
  /** Leaves word for a second service that is refused: on which port this one answers. */
  announce(port: number): void;
  release(): void;
};

/** Connections whose lock is held: one that nothing refers to would be collected as garbage, and its lock with it. */
const held = new Set<Sqlite.Database>();

/**
 * Takes a data folder for this process. The operating system holds the lock (SQLite's own file lock on an empty
 * `service.lock`), so it ends with the process, however that ends; `service.json` only tells who holds it.
 * Imports from the command line do not need it: they are kept apart by the write lock of data.sqlite.
 * A folder with data that cannot be written is locked by nobody: all may read it.
 * @throws Failure 'folder_in_use' at once, 'folder_unusable'.
 */
export function lockFolder(dataDir: string): FolderLock {
  const path = join(dataDir, LOCK_FILE);
  const holder = join(dataDir, 'service.json');
  try {
    return takeLock(dataDir, path, holder);
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    // Where nobody can write, several may read.
    if (existsSync(dataFile(dataDir)) && failedToWrite(path, cause)) return NO_LOCK;
    throw error;
  }
}

const NO_LOCK: FolderLock = { announce: () => undefined, release: () => undefined };

function takeLock(dataDir: string, path: string, holder: string): FolderLock {
  return guarded(path, () => {
    makeFolder(dataDir);
    makePrivateFile(path);
    const db = new Sqlite(path, { timeout: 0 });
    try {
      db.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
        throw inUse(dataDir, readHolder(holder));
      }
      throw error;
    }
    held.add(db);
    // Who ends as he should takes it away.
    if (existsSync(holder)) noteUncleanEnd(dataDir);
    const write = (port?: number) => {
      try {
        writeFileSync(holder, `${JSON.stringify({ pid: process.pid, port })}\n`, { mode: 0o600 });
      } catch (error) {
        // On a full disk the lock is held all the same: this only tells who holds it.
        if (!failedToWrite(holder, error)) throw asFailure(error, holder);
      }
    };
    write();
    return {
      announce: write,
      release() {
        if (!db.open) return;
        rmSync(holder, { force: true });
        db.close();
        held.delete(db);
      },
    };
  });
}

function readHolder(path: string): { pid?: unknown; port?: unknown } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown; port?: unknown };
  } catch {
    // Being written just now, or gone: the lock itself is what counts.
    return {};
  }
}

function inUse(dataDir: string, { pid, port }: { pid?: unknown; port?: unknown }): Failure {
  const known = [
    typeof pid === 'number' ? `process ${pid}` : undefined,
    typeof port === 'number' ? `http://127.0.0.1:${port}` : undefined,
  ].filter((part) => part !== undefined);
  const who = known.length > 0 ? ` (${known.join(', ')})` : '';
  return new Failure(
    'folder_in_use',
    `Another Almanac service${who} already uses the data folder ${dataDir}. Use that one, stop it, or choose another folder.`,
    { file: dataDir },
  );
}
