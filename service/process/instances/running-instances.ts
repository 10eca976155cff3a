import { dataFolder } from '../data-folder.ts';
import { forgetFolder, knownFolders } from './registry.ts';
import { runningInstance } from './runtime-file.ts';
import type { Instance } from './types.ts';

/** @returns what runs now on the folders that are known, and on the usual one; the oldest first. */
export function runningInstances(): Instance[] {
  const folders = new Set([dataFolder(), ...knownFolders()]);
  const found = [...folders].flatMap((dataDir) => {
    const instance = runningInstance(dataDir);
    if (!instance) forgetFolder(dataDir);
    return instance ?? [];
  });
  return found.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}
