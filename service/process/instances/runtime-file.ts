import { readFileSync, rmSync } from 'node:fs';
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
  writeWholeFile(file, `${JSON.stringify(instance)}\n`, { isLasting: false });
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
  const found = [...folders].flatMap((dataDir) => {
    const instance = runningInstance(dataDir);
    if (!instance) forgetFolder(dataDir);
    return instance ?? [];
  });
  return found.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}

function readInstance(dataDir: string): Instance | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE), 'utf8'));
    // The folder may have been moved or copied since: its path is where the file was found.
    return fits(RunningFile, found) ? { ...found, dataDir } : undefined;
  } catch {
    // No file, or an unreadable one. This is safe: the folder's lock prevents two services on one folder.
    return undefined;
  }
}
