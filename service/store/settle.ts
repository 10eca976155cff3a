import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';

/** How long a last reader of another process is waited for. */
const WAIT_MS = 1000;
/** How long readers are waited for after a publish: a page of one takes milliseconds. */
const CLOSE_WAIT_MS = 250;
/** A log of this size is worth an effort: what a small refresh writes is not. */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Brings everything that was written into data.sqlite itself, so that a copy of this one file is whole, and empties the log. SQLite does so
 * when the last connection closes, but not where that one can only read, as the service's own. To be called when nobody writes; where
 * another process still reads, the next writer that closes does it.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'folder_in_use'; nothing is lost then.
 */
export function settle(dataDir: string): void {
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

/** @returns whether the log has grown and stayed: readers were in the way of each end of a publish so far. */
export function needsSettling(dataDir: string): boolean {
  return (statSync(`${dataFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES;
}

/**
 * Closes a connection that wrote, and empties the log as far as readers let it: while a service runs, its own connection keeps the
 * log, which would stay as large as the largest publish. Where it does not work out nothing is lost, and the next one does it.
 */
export function closeWriting(db: Database): void {
  try {
    db.pragma(`busy_timeout = ${CLOSE_WAIT_MS}`);
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The commit stands; whoever opens the file next says what is wrong with it.
  } finally {
    db.close();
  }
}
