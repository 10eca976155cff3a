import { join } from 'node:path';
import { WORK_FILE } from '../contract/names.ts';
import { guarded, isMemoryCopy, openDatabaseOrCopy, unwritable, WORK_OPTIONS } from '../store/index.ts';
import { openSameCompanies } from './same-companies.ts';
import type { Work } from './types.ts';

/**
 * Opens work.sqlite of a data folder, and creates it if it is missing. If the folder cannot be written, what is there can be read.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'. The returned functions throw the first two as well.
 */
export function openWork(dataDir: string, { now }: { now: () => Date }): Work {
  const path = join(dataDir, WORK_FILE);
  const db = openDatabaseOrCopy(path, WORK_OPTIONS);
  const read = <T>(work: () => T): T => guarded(path, work);
  const write = (work: () => void): void => {
    if (isMemoryCopy(db)) throw unwritable(path);
    guarded(path, work);
  };
  return {
    sameCompanies: openSameCompanies(db, { now, read, write }),
    close: () => {
      if (db.open) db.close();
    },
  };
}
