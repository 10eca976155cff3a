import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../service/contract/failure.ts';

/** @returns undefined where there is no such file. @throws Failure 'vault' where it cannot be read. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error) && error.code === 'ENOENT') return undefined;
    throw new Failure('vault', `${file} cannot be read: ${told(error)}.`, { file }, { cause: error });
  }
}

/**
 * Replaces the file whole or not at all, readable by its owner alone.
 * @throws Failure 'vault' where it cannot be written; the old file is then as it was.
 */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw new Failure('vault', `${file} cannot be written: ${told(error)}.`, { file }, { cause: error });
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function told(error: unknown): string {
  return isErrno(error) ? String(error.code) : String(error);
}
