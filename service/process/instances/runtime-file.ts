import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fits } from '../../contract/fits.ts';
import { RunningFile } from '../../contract/running-file.ts';
import { dataFolder } from '../data-folder.ts';
import { writeWholeFile } from '../whole-file.ts';
import { isProcessOf } from './process-start.ts';
import { forgetFolder, knownFolders, noteFolder } from './registry.ts';
import type { Instance } from './types.ts';

const FILE = 'running.json';

/**
 * Writes the runtime file of a data folder, readable by this account only, in one step: a reader sees the old file or the new one. It
 * replaces the file of an Almanac that was killed.
 * @throws the file system's error; the folder must exist.
 */
export function announceInstance(instance: Instance): void {
  const file = path.join(instance.dataDir, FILE);
  const written = { ...instance, folder: identityOf(instance.dataDir) };
  writeWholeFile(file, `${JSON.stringify(written)}\n`, { isLasting: false });
  noteFolder(instance.dataDir);
}

/** Removes the runtime file if this process wrote it. */
export function removeInstance(dataDir: string): void {
  if (readInstance(dataDir)?.pid !== process.pid) return;
  rmSync(path.join(dataDir, FILE), { force: true });
  forgetFolder(dataDir);
}

/** @returns the Almanac that runs on a data folder, according to its runtime file; undefined if there is none or its process has ended. */
export function runningInstance(dataDir: string): Instance | undefined {
  const instance = readInstance(dataDir);
  return instance && isProcessOf(instance) ? instance : undefined;
}

/** @returns all Almanacs of this account that run now, on the listed data folders and on the default one; oldest first. */
export function runningInstances(): Instance[] {
  const folders = new Set([dataFolder(), ...knownFolders()]);
  // The default folder can be another path of a listed one.
  const found = new Map<string | undefined, Instance>();
  for (const dataDir of folders) {
    const instance = runningInstance(dataDir);
    if (instance) found.set(identityOf(dataDir), instance);
    else forgetFolder(dataDir);
  }
  return [...found.values()].toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

function readInstance(dataDir: string): Instance | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    if (!fits(RunningFile, found)) return undefined;
    const { folder, ...instance } = found;
    const here = identityOf(dataDir);
    // A copy of the folder has the file of the Almanac that runs on the original. A folder that was moved, and one under another
    // path, is the same one.
    const isHere = folder === here || identityOf(found.dataDir) === here;
    return isHere ? { ...instance, dataDir } : undefined;
  } catch {
    // No file, or an unreadable one. This is safe: the folder's lock prevents two services on one folder.
    return undefined;
  }
}

/** @returns what a folder keeps when it is renamed, and no copy of it has; undefined if there is no such folder. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
