import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';

/** How long a checkpoint waits for readers in other processes. */
const WAIT_MS = 1000;
/** How long a writer that closes waits for readers; reading a page takes milliseconds. */
const CLOSE_WAIT_MS = 250;
/** A log larger than this needs a checkpoint of its own. A small refresh writes less. */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Writes SQLite's log (WAL) into data.sqlite and empties it, so that a copy of this one file is complete. SQLite does this itself when
 * the last connection closes, unless that connection is read-only, as the service's is. Call it when nothing is being written. While
 * another process reads, the log is kept, and the next writer that closes empties it.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'folder_in_use'. No data are lost by such an error.
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

/** @returns whether the log has grown large, because readers were active at the end of each publish. */
export function needsCheckpoint(dataDir: string): boolean {
  return (statSync(`${dataFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES;
}

/**
 * Closes a connection that has written, and empties the log unless readers prevent it. Otherwise the log would stay as large as the
 * largest publish, because the service's own connection keeps it open. If this fails, no data are lost, and the next close empties it.
 */
export function closeWriting(db: Database): void {
  try {
    db.pragma(`busy_timeout = ${CLOSE_WAIT_MS}`);
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The data are committed. If something is wrong with the file, opening it next time reports it.
  } finally {
    db.close();
  }
}
