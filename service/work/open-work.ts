import { join } from 'node:path';
import { WORK_FILE } from '../contract/names.ts';
import { guarded, isMemoryCopy, openDatabaseOrCopy, unwritable, WORK_OPTIONS } from '../store/index.ts';
import { openOutgoing } from './outgoing.ts';
import { openPreferences } from './preferences.ts';
import { openSameCompanies } from './same-companies.ts';
import { openSaved } from './saved.ts';
import type { Work, WorkAccess } from './types.ts';

/**
 * Opens work.sqlite of a data folder, and creates it if it is missing. If the folder cannot be written, what is there can be read.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'. The returned functions throw the first two as well.
 */
export function openWork(dataDir: string, { now }: { now: () => Date }): Work {
  const path = join(dataDir, WORK_FILE);
  const db = openDatabaseOrCopy(path, WORK_OPTIONS);
  const read = <T>(work: () => T): T => guarded(path, work);
  const isReadOnly = isMemoryCopy(db);
  const write = <T>(work: () => T): T => {
    if (isReadOnly) throw unwritable(path);
    return guarded(path, work);
  };
  const access: WorkAccess = { now, read, write, isReadOnly };
  const version = db.prepare<[], number>('SELECT version FROM work_state').pluck();
  return {
    sameCompanies: openSameCompanies(db, access),
    saved: openSaved(db, access),
    preferences: openPreferences(db, access),
    outgoing: openOutgoing(db, access),
    version: () => read(() => version.get() ?? 0),
    close: () => {
      db.close();
    },
  };
}
