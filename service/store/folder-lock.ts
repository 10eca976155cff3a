import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { HOLDER_FILE } from '../contract/names.ts';
import { removeDrafts } from '../process/drafts.ts';
import { BACK_UPS_FOLDER } from './back-ups.ts';
import { dataFile } from './data-file.ts';
import { asFailure, failedToWrite, guarded, makeFolder } from './failures.ts';
import { noteUncleanEnd } from './integrity.ts';
import { makePrivateFile } from './open-database.ts';

export const LOCK_FILE = 'service.lock';

type FolderLock = {
  /** Writes this service's port to `HOLDER_FILE`, for the message to a second service. */
  announce(port: number): void;
  release(): void;
};

/** Connections that hold a lock. Without these references, garbage collection would release the locks. */
const held = new Set<Sqlite.Database>();

/** Locks a data folder by SQLite's lock on `service.lock`. A folder that cannot be written is not locked. */
export function lockFolder(dataDir: string): FolderLock {
  const path = join(dataDir, LOCK_FILE);
  const holder = join(dataDir, HOLDER_FILE);
  try {
    return takeLock(dataDir, path, holder);
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    // Several services may read a folder that cannot be written.
    if (existsSync(dataFile(dataDir)) && failedToWrite(path, cause))
      return { announce: () => undefined, release: () => undefined };
    throw error;
  }
}

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
    for (const folder of [dataDir, join(dataDir, BACK_UPS_FOLDER)]) removeDrafts(folder, true);
    // A service that ends normally deletes this file.
    if (existsSync(holder)) noteUncleanEnd(dataDir);
    const write = (port?: number) => {
      try {
        writeFileSync(holder, `${JSON.stringify({ pid: process.pid, port })}\n`, { mode: 0o600 });
      } catch (error) {
        // The lock holds even if the disk is full; this file is only information.
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
    // Another process may be writing or deleting the file. Only the lock itself matters.
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
