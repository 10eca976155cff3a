import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { Restored } from '../contract/storage.ts';
import { newDraft } from '../process/drafts.ts';
import { keepReplaced, makeBackUpFolder } from './back-ups.ts';
import { expectNoCopy } from './copy/open-copy.ts';
import { copyInto, expectWholeCopy, withDatabase } from './copy-data.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { bringWorkBack, takeWorkOut } from './enclosed-work.ts';
import { asFailure } from './failures.ts';
import { noteCheck } from './integrity.ts';
import { isBehind } from './migrate.ts';
import { type Database, openDatabase } from './open-database.ts';
import { overwrite } from './overwrite.ts';

/**
 * Replaces the data by a back-up, in one transaction: readers see either all old or all new data, also after a power cut. The file of
 * the back-up does not change. What a person has made (work.sqlite) stays; only where there is none here, that of the back-up is taken. The replaced data are kept as a back-up, or copied byte by byte if they are damaged.
 * @param source path of the back-up. @param name its name in messages.
 * @throws Failure 'invalid_file' if it is damaged or not a back-up, 'newer_version', and those of `backUp`. Nothing has changed then.
 */
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
    const hasBroughtWork = work !== undefined && bringWorkBack(work, dataDir);
    return { set_aside: aside, has_brought_work: hasBroughtWork };
  } finally {
    for (const file of [part, `${part}-work`])
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  }
}

/** @throws Failure 'team_refused' if the data are the copy of a team's. Damaged data are not looked at. */
function expectNoTeamCopy(dataDir: string): void {
  const path = dataFile(dataDir);
  try {
    if (existsSync(path)) withDatabase(path, expectNoCopy);
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
}

/**
 * Copies a back-up to `part`, checks the copy, and migrates it to the newest layout.
 * @returns the path of the work file that it enclosed; `undefined` if it had none.
 */
function prepareCopy(source: string, name: string, part: string): string | undefined {
  try {
    copyInto(source, part);
    withDatabase(part, (db) => {
      isBehind(db, DATA_OPTIONS.migrations, DATA_OPTIONS.applicationId);
      const isEmpty = db.pragma('application_id', { simple: true }) !== DATA_OPTIONS.applicationId;
      if (isEmpty) throw noBackUp(name);
    });
    // An earlier Almanac may have made it of damaged data: then it is a sound database that lacks rows.
    expectWholeCopy(part, part);
    const db = openDatabase(part, DATA_OPTIONS);
    try {
      const work = takeWorkOut(db, part);
      // A new id makes caches in this process, and those of clients, invalid.
      db.exec('UPDATE data_state SET file_id = lower(hex(randomblob(6)))');
      // A back-up of a team's copy becomes data of this computer.
      db.exec('DELETE FROM team_copy');
      db.pragma('journal_mode = DELETE');
      return work;
    } finally {
      db.close();
    }
  } catch (error) {
    throw namingBackUp(asFailure(error, part), name);
  }
}

/** @returns the error, naming the file that the user chose and not the copy. */
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
  const says = `${name} is damaged, or is no back-up of Almanac's data. Nothing was changed.`;
  return new Failure('invalid_file', says, { file: name }, cause && { cause });
}

function fileId(db: Database): unknown {
  return db.prepare('SELECT file_id FROM data_state').pluck().get();
}
