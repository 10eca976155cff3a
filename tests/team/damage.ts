import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openRaw } from '../store/raw.ts';

const PAGE = 8192;

/** Writes over a page of the data file in a folder, as a failing disk does. @param page its number from 1 on, or that of a table's root. */
export function damage(dataDir: string, page: number | 'observation'): void {
  let at = page;
  {
    using raw = openRaw(dataDir);
    raw.db.pragma('wal_checkpoint(TRUNCATE)');
    if (typeof at === 'string')
      at = Number(raw.db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(at));
  }
  const file = openSync(join(dataDir, 'data.sqlite'), 'r+');
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (at - 1) * PAGE);
  closeSync(file);
}
