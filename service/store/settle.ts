import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';

/** How long a last reader of another process is waited for. */
const WAIT_MS = 1000;

/**
 * Brings everything that was written into data.sqlite itself, so that a copy of this one file is whole. SQLite does so when the last
 * connection closes, but not where that one can only read, as the service's own. To be called when all others are closed; where
 * another process still reads, the next writer that closes last does it.
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
