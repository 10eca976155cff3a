import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';

/** How long a checkpoint waits for the last reader of another process. */
const WAIT_MS = 1000;
/** How long it waits for readers after a publish; reading a page takes milliseconds. */
const CLOSE_WAIT_MS = 250;
/** A log of this size needs a checkpoint of its own. What a small refresh writes does not. */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Writes SQLite's log (WAL) into data.sqlite and empties it, so that a copy of this one file has everything. SQLite does this itself
 * when the last connection closes, but not if that connection can only read, as the service's own. Call it when nobody writes. While
 * another process reads, the log stays, and the next writer that closes empties it.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'folder_in_use'. No data are lost then.
 */
export function checkpoint(dataDir: string): void {
  const path = dataFile(dataDir);
  if (!existsSync(path)) return;
  guarded(path, () => {
    const db = new Sqlite(path, { timeout: WAIT_MS, fileMustExist: true });
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  });
}

/** @returns whether the log is large because readers were active whenever a publish ended. */
export function needsCheckpoint(dataDir: string): boolean {
  return (statSync(`${dataFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES;
}

/**
 * Closes a connection that wrote, and empties the log as far as readers allow. Otherwise the log would stay as large as the largest
 * publish, because the service's own connection keeps it. If this fails no data are lost, and the next close empties it.
 */
export function closeWriting(db: Database): void {
  try {
    db.pragma(`busy_timeout = ${CLOSE_WAIT_MS}`);
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The commit is safe. Opening the file next time tells what is wrong with it.
  } finally {
    db.close();
  }
}
