import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from '../contract/names.ts';
import type { BackUp, Restored, Storage } from '../contract/storage.ts';
import { newDraft, removeDrafts } from '../process/drafts.ts';
import { syncFolder } from '../process/whole-file.ts';
import { expectNoCopy } from './copy/open-copy.ts';
import { copyInto, expectWholeCopy, overwrite, withDatabase } from './copy-data.ts';
import { DATA_OPTIONS, dataFile, WORK_OPTIONS } from './data-file.ts';
import { bytesOf, copyBytes, freeStampedName, removeDatabase, syncFile } from './database-files.ts';
import { asFailure, guarded } from './failures.ts';
import { noteCheck, notingDamage } from './integrity.ts';
import { column, type Database, isBehind, openDatabase, whileOpen } from './open-database.ts';

/** The folder of back-ups. It is in the data folder, so that renaming a finished copy stays on one disk. */
export const BACK_UPS_FOLDER = 'backups';
const NAMED = /^data-(before-restore-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.sqlite$/;

/** @returns a data folder's file sizes and back-ups, newest first. @throws Failure 'folder_unusable'. */
export function storageOf(dataDir: string): Storage {
  const folder = join(dataDir, BACK_UPS_FOLDER);
  return guarded(folder, () => ({
    files: [
      { file: DATA_FILE, what: 'data' as const, bytes: withLog(join(dataDir, DATA_FILE)) },
      { file: KEYS_FILE, what: 'keys' as const, bytes: withLog(join(dataDir, KEYS_FILE)) },
      { file: WORK_FILE, what: 'work' as const, bytes: withLog(join(dataDir, WORK_FILE)) },
    ],
    folder,
    back_ups: (existsSync(folder) ? readdirSync(folder) : [])
      .flatMap((name) => backUpOf(folder, name) ?? [])
      .sort((a, b) => b.made_at.localeCompare(a.made_at) || b.name.localeCompare(a.name)),
  }));
}

/** Copies data.sqlite and work.sqlite, not API keys. @param most back-ups to keep, besides set-aside ones. */
export function backUp(dataDir: string, now: Date, most = Number.POSITIVE_INFINITY): BackUp {
  const file = dataFile(dataDir);
  try {
    const made = notingDamage(file, () => keepCopy(dataDir, makeBackUpFolder(dataDir), now, 'data-'));
    const { folder, back_ups: all } = storageOf(dataDir);
    for (const { name } of all.filter(({ is_set_aside }) => !is_set_aside).slice(most))
      rmSync(join(folder, name), { force: true });
    return made;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'broken_data_file') throw error;
    const sentence = `${error.message} The back-ups that are there stay as they are.`;
    throw new Failure('broken_data_file', sentence, { file }, { cause: error });
  }
}

/** Keeps a copy of the data before a restore. A copy of damaged data is not a back-up. @returns its name. */
function keepReplaced(dataDir: string, folder: string, now: Date): string {
  try {
    return keepCopy(dataDir, folder, now, 'data-before-restore-').name;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'broken_data_file') throw error;
    const name = basename(freeStampedName(join(folder, 'data-damaged-'), now, '.sqlite'));
    return guarded(join(folder, name), () => {
      copyBytes(dataFile(dataDir), join(folder, name));
      syncFolder(folder);
      return name;
    });
  }
}

/** @returns the path of an existing back-up. @throws Failure 'invalid_file' if there is none of this name. */
export function backUpPath(dataDir: string, name: string): string {
  const file = join(dataDir, BACK_UPS_FOLDER, basename(name));
  if (!NAMED.test(name) || !existsSync(file))
    throw new Failure('invalid_file', `There is no back-up ${name}.`);
  return file;
}

function keepCopy(dataDir: string, folder: string, now: Date, beginning: string): BackUp {
  const name = basename(freeStampedName(join(folder, beginning), now, '.sqlite'));
  const target = join(folder, name);
  return guarded(target, () => {
    const part = newDraft(target);
    try {
      copyInto(dataFile(dataDir), part);
      encloseWork(dataDir, part);
      expectWholeCopy(part, dataFile(dataDir));
      renameSync(part, target);
      syncFolder(folder);
    } finally {
      rmSync(part, { force: true });
    }
    const made = backUpOf(folder, name);
    if (!made) throw new Error(`A back-up was made under a name that is none: ${name}`);
    return made;
  });
}

/** Creates the folder of back-ups, and deletes unfinished copies of processes that have ended. */
function makeBackUpFolder(dataDir: string): string {
  const folder = join(dataDir, BACK_UPS_FOLDER);
  return guarded(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeDrafts(folder);
    return folder;
  });
}

const withLog = (file: string) => bytesOf(file) + bytesOf(`${file}-wal`);

function backUpOf(folder: string, name: string): BackUp | undefined {
  const [, aside, date, hours, minutes, seconds] = NAMED.exec(name) ?? [];
  if (date === undefined) return undefined;
  const made_at = `${date}T${hours}:${minutes}:${seconds}.000Z`;
  return { name, bytes: bytesOf(join(folder, name)), made_at, is_set_aside: aside !== undefined };
}

/** Replaces the data by a back-up in one transaction. work.sqlite is replaced only if it has no work. */
export async function restore(dataDir: string, source: string, name: string, now: Date): Promise<Restored> {
  expectNoTeamCopy(dataDir);
  const folder = makeBackUpFolder(dataDir);
  const part = newDraft(join(folder, 'restore'));
  try {
    const work = prepareCopy(source, name, part);
    const aside = keepReplaced(dataDir, folder, now);
    try {
      await overwrite(part, dataFile(dataDir), fileId);
    } catch (error) {
      // The data were not replaced: this copy of them is not needed.
      for (const suffix of ['', '-wal']) rmSync(join(folder, aside + suffix), { force: true });
      throw error;
    }
    noteCheck(dataDir, 'ok', now);
    const hasRestoredWork = work !== undefined && bringWorkBack(work, dataDir);
    return { set_aside: aside, has_brought_work: hasRestoredWork };
  } finally {
    for (const file of [part, `${part}-work`]) removeDatabase(file);
  }
}

/** Damaged data pass, because a restore repairs them. @throws Failure 'team_refused' for a team's copy. */
function expectNoTeamCopy(dataDir: string): void {
  const path = dataFile(dataDir);
  try {
    if (existsSync(path)) withDatabase(path, expectNoCopy);
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
}

/** Copies a back-up to `part`, checks and migrates it. @returns the path of the work file in it, if any. */
function prepareCopy(source: string, name: string, part: string): string | undefined {
  try {
    copyInto(source, part);
    withDatabase(part, (db) => {
      isBehind(db, DATA_OPTIONS);
      const isEmpty = db.pragma('application_id', { simple: true }) !== DATA_OPTIONS.applicationId;
      if (isEmpty) throw noBackUp(name);
    });
    // SQLite may have copied damaged data into a sound database that lacks rows, so check the rows too.
    expectWholeCopy(part, part);
    return whileOpen(openDatabase(part, DATA_OPTIONS), (db) => {
      const work = takeWorkOut(db, part);
      // A new id invalidates the caches of this process and of clients.
      db.exec('UPDATE data_state SET file_id = lower(hex(randomblob(6)))');
      // A back-up of a team's copy becomes data of this computer.
      db.exec('DELETE FROM team_copy');
      db.pragma('journal_mode = DELETE');
      return work;
    });
  } catch (error) {
    throw namingBackUp(asFailure(error, part), name);
  }
}

function namingBackUp(error: unknown, name: string): unknown {
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
  const sentence = `${name} is damaged, or is not a back-up of Almanac's data. Nothing was changed.`;
  return new Failure('invalid_file', sentence, { file: name }, cause && { cause });
}

const fileId = (db: Database) => column(db, 'SELECT file_id FROM data_state').get();

/** The table of a back-up that contains a copy of work.sqlite. */
const ENCLOSED = 'enclosed_work';

function encloseWork(dataDir: string, part: string): void {
  const file = join(dataDir, WORK_FILE);
  if (!existsSync(file)) return;
  const copy = `${part}-work`;
  try {
    copyInto(file, copy);
    whileOpen(new Sqlite(part), (db) => {
      db.exec(`DROP TABLE IF EXISTS ${ENCLOSED}; CREATE TABLE ${ENCLOSED}(bytes BLOB NOT NULL) STRICT`);
      db.prepare(`INSERT INTO ${ENCLOSED} VALUES (?)`).run(readFileSync(copy));
    });
    syncFile(part);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Moves the copy of work.sqlite out of the back-up `part`. @returns its path; the caller deletes it. */
function takeWorkOut(db: Database, part: string): string | undefined {
  const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(ENCLOSED);
  if (!has) return undefined;
  const bytes = column<Buffer>(db, `SELECT bytes FROM ${ENCLOSED}`).get();
  db.exec(`DROP TABLE ${ENCLOSED}`);
  if (!bytes) return undefined;
  const file = `${part}-work`;
  writeFileSync(file, bytes, { mode: 0o600 });
  whileOpen(openDatabase(file, WORK_OPTIONS), (work) => work.pragma('journal_mode = DELETE'));
  return file;
}

const WORK_TABLES = ['item', 'same_company'];
/** Tables to copy from the work file of a back-up. Tables that others refer to come first. */
const COPIED_TABLES = ['item', 'item_version', 'same_company', 'preference'];

/** Copies the work of a back-up only if the folder has none: a restore must not remove newer work. */
function bringWorkBack(file: string, dataDir: string): boolean {
  const target = join(dataDir, WORK_FILE);
  if (hasNoWork(file) || !hasNoWork(target)) return false;
  whileOpen(openDatabase(target, WORK_OPTIONS), (db) => {
    db.prepare('ATTACH ? AS enclosed').run(file);
    const bring = db.transaction(() => {
      for (const table of COPIED_TABLES)
        db.exec(`INSERT OR IGNORE INTO ${table} SELECT * FROM enclosed.${table}`);
    });
    guarded(target, bring);
  });
  return true;
}

function hasNoWork(file: string): boolean {
  if (!existsSync(file)) return true;
  return guarded(file, () =>
    withDatabase(file, (db) => {
      isBehind(db, WORK_OPTIONS);
      const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
      return WORK_TABLES.every(
        (name) => !has.get(name) || !db.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get(),
      );
    }),
  );
}
