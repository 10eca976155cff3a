import { existsSync, renameSync } from 'node:fs';
import { guarded } from './failures.ts';
import { freeStampedName } from './stamped-name.ts';

/**
 * Renames a broken database, and the log that belongs to it, to a name with a time stamp beside it; nothing is deleted.
 * Called by whoever starts the service, after a Failure 'broken_data_file' and before it opens the folder again; it then says so.
 * No connection to the file may be open.
 * @returns the new path.
 * @throws Failure 'folder_unusable'.
 */
export function setAside(path: string, now: Date): string {
  return guarded(path, () => {
    const target = freeStampedName(`${path}.broken-`, now);
    renameSync(path, target);
    // The log first belongs to the old file: left behind, SQLite would apply it to the new one.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
    return target;
  });
}
