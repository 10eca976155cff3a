import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newDraft } from './drafts.ts';

/**
 * Replaces a small file completely or not at all. `isLasting`: waits until file and name are on the disk, so
 * that they survive a power cut. @throws the file system's error; the old file then stays unchanged.
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

/** Writes a file and by default waits until it is on the disk. @throws the file system's error. */
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

/** Makes a new name survive a power cut. Windows has no call for that. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
