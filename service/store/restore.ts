import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import type { Restored } from '../contract/storage.ts';
import { keepReplaced, makeBackUpFolder } from './back-ups.ts';
import { copyInto, expectWholeCopy, withDatabase } from './copy-data.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { asFailure } from './failures.ts';
import { noteCheck } from './integrity.ts';
import { isBehind } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** All pages in one step, so that nobody sees half of them. */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Puts a back-up in the place of the data, in one transaction: who reads sees all of the old or all of the new, and so does the next start
 * after a power cut. The file that is restored stays as it is; the data that were there are kept as a back-up, or byte by byte where they are
 * damaged.
 * @param source a back-up's path. @param name what people know it by.
 * @throws Failure 'invalid_file' where it is damaged or no back-up, 'newer_version', and those of `backUp`: nothing has changed then.
 */
export async function restore(dataDir: string, source: string, name: string, now: Date): Promise<Restored> {
  const folder = makeBackUpFolder(dataDir);
  const part = join(folder, `restore-${process.pid}.part`);
  try {
    takeChecked(source, name, part);
    const aside = keepReplaced(dataDir, folder, now);
    try {
      await overwrite(part, dataFile(dataDir));
    } catch (error) {
      // What it holds is still where it was.
      for (const suffix of ['', '-wal']) rmSync(join(folder, aside + suffix), { force: true });
      throw error;
    }
    noteCheck(dataDir, 'ok', now);
    return { set_aside: aside };
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true });
  }
}

/** Copies a back-up, checks the copy, and brings its layout up to date. */
function takeChecked(source: string, name: string, part: string): void {
  try {
    copyInto(source, part);
    withDatabase(part, (db) => {
      isBehind(db, DATA_OPTIONS.migrations, DATA_OPTIONS.applicationId);
      const isEmpty = db.pragma('application_id', { simple: true }) !== DATA_OPTIONS.applicationId;
      if (isEmpty) throw noBackUp(name);
    });
    // What an earlier Almanac took of damaged data is a sound database that lacks rows.
    expectWholeCopy(part, part);
    const db = openDatabase(part, DATA_OPTIONS);
    try {
      // What was remembered of other data, in this process or by a client, is not of these.
      db.exec('UPDATE data_state SET file_id = lower(hex(randomblob(6)))');
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
  } catch (error) {
    throw inWordsOf(asFailure(error, part), name);
  }
}

/** A failure of the copy is told of the file that the person chose. */
function inWordsOf(error: unknown, name: string): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'broken_data_file') return noBackUp(name, error);
  if (error.code !== 'newer_version') return error;
  const known = DATA_OPTIONS.migrations.length;
  return new Failure(
    'newer_version',
    `${name} was made by a newer Almanac than this one, which knows layouts up to ${known}. Nothing was changed. Restore it with the newer Almanac.`,
    { file: name },
    { cause: error },
  );
}

function noBackUp(name: string, cause?: Error): Failure {
  const says = `${name} is damaged, or is no back-up of Almanac's data. Nothing was changed.`;
  return new Failure('invalid_file', says, { file: name }, cause && { cause });
}

/** SQLite's own back-up, the other way round: a transaction on the file that is in use (sqlite.org/backup.html). */
async function overwrite(from: string, to: string): Promise<void> {
  const db = new Sqlite(from, { readonly: true });
  try {
    await db.backup(to, { progress: () => ALL_PAGES });
  } catch (error) {
    throw asFailure(error, to);
  } finally {
    db.close();
  }
  // A file that another program holds at the first step is left as it is without a word.
  if (fileId(from) === fileId(to)) return;
  throw new Failure(
    'folder_in_use',
    `Another program is writing to ${to}. Nothing was changed. Let it finish, then try again.`,
    { file: to },
  );
}

function fileId(file: string): unknown {
  return withDatabase(file, (db) => db.prepare('SELECT file_id FROM data_state').pluck().get());
}
