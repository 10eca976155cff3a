import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from '../contract/names.ts';
import type { BackUp, Storage } from '../contract/storage.ts';
import { newDraft, removeDrafts } from '../process/drafts.ts';
import { syncFolder } from '../process/whole-file.ts';
import { copyBytes, copyInto, expectWholeCopy } from './copy-data.ts';
import { dataFile } from './data-file.ts';
import { encloseWork } from './enclosed-work.ts';
import { guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import { freeStampedName } from './stamped-name.ts';

/** Back-ups are in the data folder: on the same disk, a finished copy gets its name by a rename. */
export const BACK_UPS_FOLDER = 'backups';
const NAMED = /^data-(before-restore-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.sqlite$/;

/**
 * @returns the sizes in bytes of the files of a data folder, and its back-ups, newest first. The folder may be empty.
 * @throws Failure 'folder_unusable'.
 */
export function storageOf(dataDir: string): Storage {
  const folder = join(dataDir, BACK_UPS_FOLDER);
  return guarded(folder, () => ({
    files: [
      { file: DATA_FILE, what: 'data' as const, bytes: bytesOf(join(dataDir, DATA_FILE)) },
      { file: KEYS_FILE, what: 'keys' as const, bytes: bytesOf(join(dataDir, KEYS_FILE)) },
      { file: WORK_FILE, what: 'work' as const, bytes: bytesOf(join(dataDir, WORK_FILE)) },
    ],
    folder,
    back_ups: (existsSync(folder) ? readdirSync(folder) : [])
      .flatMap((name) => backUpOf(folder, name) ?? [])
      .sort((a, b) => b.made_at.localeCompare(a.made_at) || b.name.localeCompare(a.name)),
  }));
}

/**
 * Copies data.sqlite as of one moment, even while it is read or written, and encloses a copy of work.sqlite. The back-up appears only when it is complete, checked and
 * safely on the disk. It does not contain API keys.
 * @param most how many back-ups stay; the oldest beyond are removed then. Those of before a restore do not count, and stay.
 * @throws Failure 'folder_unusable', 'broken_data_file' (recorded in the folder), 'folder_in_use'.
 */
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
    const says = `${error.message} The back-ups that are there stay as they are.`;
    throw new Failure('broken_data_file', says, { file }, { cause: error });
  }
}

/**
 * Keeps a copy of the data that a restore is about to replace. If they are damaged, as is usual before a restore, they are copied byte
 * by byte under a name that is not the name of a back-up.
 * @returns the name of the copy in the folder of back-ups.
 */
export function keepReplaced(dataDir: string, folder: string, now: Date): string {
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

/**
 * Creates the folder of back-ups if it is missing, and deletes unfinished copies of processes that have ended.
 * @returns the path of the folder.
 */
export function makeBackUpFolder(dataDir: string): string {
  const folder = join(dataDir, BACK_UPS_FOLDER);
  return guarded(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeDrafts(folder);
    return folder;
  });
}

function backUpOf(folder: string, name: string): BackUp | undefined {
  const [, aside, date, hours, minutes, seconds] = NAMED.exec(name) ?? [];
  if (date === undefined) return undefined;
  const made_at = `${date}T${hours}:${minutes}:${seconds}.000Z`;
  return { name, bytes: statSync(join(folder, name)).size, made_at, is_set_aside: aside !== undefined };
}

/** Size in bytes of a database and its log (WAL), which contains the newest commits. */
function bytesOf(file: string): number {
  return ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
