import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces a small file whole or not at all: written beside it under a name that nobody can have laid a link under, then renamed.
 * @param mode readable by this account alone unless it says otherwise.
 * @param isLasting whether file and name are on the disk when it returns, so that they outlive a power cut.
 * @throws the file system's error; the old file is then as it was.
 */
export function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, isLasting = true }: { mode?: number; isLasting?: boolean } = {},
): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  try {
    writeSynced(draft, content, { mode, flag: 'wx', isLasting });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  if (isLasting) syncFolder(path.dirname(file));
}

/** Writes a file, which is on the disk when it returns. @throws the file system's error. */
export function writeSynced(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, flag = 'w', isLasting = true } = {},
): void {
  const handle = openSync(file, flag, mode);
  try {
    writeFileSync(handle, content);
    if (isLasting) fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a new name last through a power cut; Windows has no such call for folders. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
