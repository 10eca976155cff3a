import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, openSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { checkData, checkPages } from './check-data.ts';
import { DATA_OPTIONS } from './data-file.ts';
import { Damage, guarded } from './failures.ts';

/** For SQLite's back-up API: copies all pages in one step, so that readers never see a part of them. */
export const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies a database, as of one moment, into a new file that is safely on the disk when this returns (`VACUUM INTO`,
 * sqlite.org/lang_vacuum.html).
 * @throws Failure 'broken_data_file' if pages of `from` are damaged. SQLite would otherwise make a sound copy that lacks rows.
 */
export function copyInto(from: string, to: string): void {
  // VACUUM INTO accepts an existing empty file: so the copy is never readable for other users.
  closeSync(openSync(to, 'w', 0o600));
  guarded(from, () =>
    withDatabase(from, (db) => {
      expectOk(checkPages(db));
      db.prepare('VACUUM INTO ?').run(to);
    }),
  );
  syncFile(to);
}

/** @throws Failure 'broken_data_file', naming `from`, if its copy is not complete. */
export function expectWholeCopy(copy: string, from: string): void {
  guarded(from, () => expectOk(withDatabase(copy, checkData)));
}

/** Copies a damaged database and its log (WAL) byte by byte, because SQLite cannot read it. */
export function copyBytes(from: string, to: string): void {
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    closeSync(openSync(to + suffix, 'w', 0o600));
    copyFileSync(from + suffix, to + suffix);
    // The copy has the rights of the original, which may be read-only.
    chmodSync(to + suffix, 0o600);
    syncFile(to + suffix);
  }
}

/** Opens a database read-only, calls `look`, and closes it. @returns what `look` returned. */
export function withDatabase<T>(path: string, look: (db: Database) => T): T {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: DATA_OPTIONS.waitMs });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

function expectOk(found: string): void {
  if (found !== 'ok') throw new Damage(found);
}

/** Makes sure that the bytes of a file survive a power cut. */
export function syncFile(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
