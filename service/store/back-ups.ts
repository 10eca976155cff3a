import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from '../contract/names.ts';
import type { BackUp, Storage } from '../contract/storage.ts';
import { copyBytes, copyInto, expectWholeCopy, syncFolder } from './copy-data.ts';
import { dataFile } from './data-file.ts';
import { guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import { freeStampedName } from './stamped-name.ts';

/** Back-ups stand in the data folder, so that one is made by a rename, and none waits for another disk. */
const FOLDER = 'backups';
const NAMED = /^data-(before-restore-)?(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-\d+)?\.sqlite$/;
const PART = /^(?:restore-\d+|data-.*\.sqlite)\.part(?:-\w+)?$/;

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
 * Copies data.sqlite as it is at one moment, whoever reads or writes meanwhile: whole, checked and on the disk, or not at all. The keys are
 * in none of it. The back-ups that are there stay.
 * @throws Failure 'folder_unusable', 'broken_data_file' (it is noted in the folder), 'folder_in_use'.
 */
export function backUp(dataDir: string, now: Date): BackUp {
  const file = dataFile(dataDir);
  try {
    return notingDamage(file, () => keepCopy(dataDir, makeBackUpFolder(dataDir), now, 'data-'));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'broken_data_file') throw error;
    const says = `${error.message} The back-ups that are there stay as they are.`;
    throw new Failure('broken_data_file', says, { file }, { cause: error });
  }
}

/**
 * Keeps what a restore is about to replace. Data that are damaged are what a restore is needed for: they are kept byte by byte, under a
 * name that is no back-up's.
 * @returns the name in the folder of back-ups.
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

/** @returns the path of a back-up that is there. @throws Failure 'invalid_file'. */
export function backUpPath(dataDir: string, name: string): string {
  const file = join(dataDir, FOLDER, basename(name));
  if (!NAMED.test(name) || !existsSync(file))
    throw new Failure('invalid_file', `There is no back-up ${name}.`);
  return file;
}

function keepCopy(dataDir: string, folder: string, now: Date, beginning: string): BackUp {
  const name = basename(freeStampedName(join(folder, beginning), now, '.sqlite'));
  const target = join(folder, name);
  return guarded(target, () => {
    const part = `${target}.part`;
    try {
      copyInto(dataFile(dataDir), part);
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

/** @returns the folder, made where it is missing, without what a power cut has left of an earlier copy: one is made at a time. */
export function makeBackUpFolder(dataDir: string): string {
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
