import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from '../contract/names.ts';
import type { BackUp, Restored, Storage } from '../contract/storage.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { asFailure, guarded } from './failures.ts';
import { isBehind } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** Back-ups stand in the data folder, so that one is made by a rename, and none waits for another disk. */
const FOLDER = 'backups';
const NAMED = /^data-(before-restore-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.sqlite$/;
const PART = /^(?:restore-\d+|data-.*\.sqlite)\.part(?:-\w+)?$/;
/** All pages in one step, so that nobody sees half of them. */
const ALL_PAGES = 0x7fff_ffff;

/** @returns what the files of a data folder take, and its back-ups. Works on a folder that holds nothing. @throws Failure 'folder_unusable'. */
export function storageOf(dataDir: string): Storage {
  const folder = join(dataDir, FOLDER);
  return guarded(folder, () => ({
    files: [
      { file: DATA_FILE, what: 'data' as const, bytes: bytesOf(join(dataDir, DATA_FILE)) },
      { file: KEYS_FILE, what: 'keys' as const, bytes: bytesOf(join(dataDir, KEYS_FILE)) },
    ],
    folder,
    back_ups: (existsSync(folder) ? readdirSync(folder) : [])
      .flatMap((name) => backUpOf(folder, name) ?? [])
      .sort((a, b) => b.made_at.localeCompare(a.made_at) || b.name.localeCompare(a.name)),
  }));
}

/**
 * Copies data.sqlite as it is at one moment, whoever reads or writes meanwhile (`VACUUM INTO`, sqlite.org/lang_vacuum.html): whole or
 * not at all. The keys are in none of it.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'folder_in_use'.
 */
export function backUp(dataDir: string, now: Date): BackUp {
  return keepCopy(dataDir, makeBackUpFolder(dataDir), now, 'data-');
}

/**
 * Puts a back-up in the place of the data, in one transaction: who reads sees all of the old or all of the new, and so does the next start
 * after a power cut. The file that is restored stays as it is; the data that were there are kept as a back-up.
 * @param source a back-up's path. @param name what people know it by.
 * @throws Failure 'invalid_file' where it is damaged or no back-up, 'newer_version', and those of `backUp`: nothing has changed then.
 */
export async function restore(dataDir: string, source: string, name: string, now: Date): Promise<Restored> {
  const folder = makeBackUpFolder(dataDir);
  const part = join(folder, `restore-${process.pid}.part`);
  try {
    takeChecked(source, name, part);
    const aside = keepCopy(dataDir, folder, now, 'data-before-restore-');
    try {
      await overwrite(part, dataFile(dataDir));
    } catch (error) {
      // What it holds is still where it was.
      rmSync(join(folder, aside.name), { force: true });
      throw error;
    }
    return { set_aside: aside.name };
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true });
  }
}

/** @returns the path of a back-up that is there. @throws Failure 'invalid_file'. */
export function backUpPath(dataDir: string, name: string): string {
  const file = join(dataDir, FOLDER, basename(name));
  if (!NAMED.test(name) || !existsSync(file))
    throw new Failure('invalid_file', `There is no back-up ${name}.`);
  return file;
}

function keepCopy(dataDir: string, folder: string, now: Date, beginning: string): BackUp {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  let name = `${beginning}${stamp}.sqlite`;
  for (let n = 2; existsSync(join(folder, name)); n++) name = `${beginning}${stamp}-${n}.sqlite`;
  const target = join(folder, name);
  return guarded(target, () => {
    const part = `${target}.part`;
    try {
      copyInto(dataFile(dataDir), part);
      renameSync(part, target);
    } finally {
      rmSync(part, { force: true });
    }
    const made = backUpOf(folder, name);
    if (!made) throw new Error(`A back-up was made under a name that is none: ${name}`);
    return made;
  });
}

/** Reads a database whole, as of one moment, into a new file that is on the disk when this returns. */
function copyInto(from: string, to: string): void {
  // VACUUM INTO takes an empty file: so nobody else may ever read it.
  closeSync(openSync(to, 'w', 0o600));
  const db = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: DATA_OPTIONS.waitMs });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  const written = openSync(to, 'r+');
  fsyncSync(written);
  closeSync(written);
}

/** Copies a back-up, checks the copy, and brings its layout up to date. */
function takeChecked(source: string, name: string, part: string): void {
  try {
    copyInto(source, part);
    check(part, (db) => {
      isBehind(db, DATA_OPTIONS.migrations, DATA_OPTIONS.applicationId);
      const isEmpty = db.pragma('application_id', { simple: true }) !== DATA_OPTIONS.applicationId;
      const found = String(db.prepare('PRAGMA integrity_check(1)').pluck().get());
      if (isEmpty || found !== 'ok') throw noBackUp(name);
    });
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

function check(path: string, look: (db: Database) => void): void {
  const db = new Sqlite(path, { readonly: true });
  try {
    look(db);
  } finally {
    db.close();
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
  const db = new Sqlite(file, { readonly: true, timeout: DATA_OPTIONS.waitMs });
  try {
    return db.prepare('SELECT file_id FROM data_state').pluck().get();
  } finally {
    db.close();
  }
}

/** @returns the folder, made where it is missing, without what a power cut has left of an earlier copy: one is made at a time. */
function makeBackUpFolder(dataDir: string): string {
  const folder = join(dataDir, FOLDER);
  return guarded(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (PART.test(name)) rmSync(join(folder, name), { force: true });
    return folder;
  });
}

function backUpOf(folder: string, name: string): BackUp | undefined {
  const [, aside, date, hours, minutes, seconds] = NAMED.exec(name) ?? [];
  if (date === undefined) return undefined;
  const made_at = `${date}T${hours}:${minutes}:${seconds}.000Z`;
  return { name, bytes: statSync(join(folder, name)).size, made_at, is_set_aside: aside !== undefined };
}

/** A database with its log, which holds what is not yet in it. */
function bytesOf(file: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
