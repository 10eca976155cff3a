import { constants, copyFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { writeWholeFile } from '../process/whole-file.ts';

/** @returns undefined where there is no such file. @throws Failure 'vault' where it cannot be read. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw new Failure('vault', `${file} cannot be read: ${reasonOf(error)}.`, { file }, { cause: error });
  }
}

/**
 * Replaces the file whole or not at all, readable by its owner alone.
 * @throws Failure 'vault' where it cannot be written; the old file is then as it was.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    writeWholeFile(file, text);
  } catch (error) {
    throw new Failure('vault', `${file} cannot be written: ${reasonOf(error)}.`, { file }, { cause: error });
  }
}

/**
 * Copies files to names with the date: `vault.json` to `vault.2026-11-21.json`. If one of these names is taken, all get the next number:
 * `vault.2026-11-21-2.json`. A missing file is left out.
 * @param day YYYY-MM-DD @throws Failure 'vault' where one cannot be copied; none of the copies is there then.
 */
export async function copyAside(files: readonly string[], day: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    const made: string[] = [];
    let current = '';
    try {
      for (const file of files) {
        current = file;
        const { dir, name, ext } = path.parse(file);
        const copy = path.join(dir, `${name}.${day}${count === 1 ? '' : `-${count}`}${ext}`);
        if (await copyNew(file, copy)) made.push(copy);
      }
      return;
    } catch (error) {
      for (const copy of made) await rm(copy, { force: true });
      if (isErrno(error) && error.code === 'EEXIST') continue;
      throw new Failure(
        'vault',
        `${current} cannot be put aside: ${reasonOf(error)}.`,
        { file: current },
        { cause: error },
      );
    }
  }
}

/** @returns false where there is no such file. @throws the file system's error; EEXIST where `copy` exists. */
async function copyNew(file: string, copy: string): Promise<boolean> {
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL);
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return false;
    throw error;
  }
  const handle = await open(copy, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function reasonOf(error: unknown): string {
  return isErrno(error) ? String(error.code) : String(error);
}
