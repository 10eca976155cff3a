import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDraft } from './drafts.ts';

/**
 * Replaces a small file completely or not at all. `isLasting`: waits until file and name are on the disk, so that they survive a power
 * cut. @throws the file system's error; the old file is then unchanged.
 */
export function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, isLasting = true }: { mode?: number; isLasting?: boolean } = {},
): void {
  const draft = newDraft(file);
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
