import { existsSync, statSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';

/** How long a checkpoint waits for readers in other processes. */
const WAIT_MS = 1000;
/** How long a writer that closes waits for readers; reading a page takes milliseconds. */
const CLOSE_WAIT_MS = 250;
/** A small refresh writes less. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Empties SQLite's log (WAL) into data.sqlite, which closing a read-only connection does not. While another process reads, it stays. */
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

export function needsCheckpoint(dataDir: string): boolean {
  return (statSync(`${dataFile(dataDir)}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LARGE_BYTES;
}

/** Closes a connection that has written, and empties the log: otherwise the service's connection keeps it as large as the largest publish. */
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
