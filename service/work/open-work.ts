import { join } from 'node:path';
import { WORK_FILE } from '../contract/names.ts';
import type { OutgoingRequest } from '../contract/preferences.ts';
import {
  type Database,
  guarded,
  isMemoryCopy,
  openDatabaseOrCopy,
  unwritable,
  WORK_OPTIONS,
} from '../store/index.ts';
import { openPreferences } from './preferences.ts';
import { openSameCompanies } from './same-companies.ts';
import { openSaved } from './saved.ts';
import type { Outgoing, Work, WorkAccess } from './types.ts';

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

type OutgoingRow = Omit<OutgoingRequest, 'headers'> & { headers: string };

const KEPT = 10_000;

/** @returns the table of what left this computer. */
function openOutgoing(db: Database, { read, write, isReadOnly }: WorkAccess): Outgoing {
  const add = db.prepare(
    `INSERT INTO outgoing(at, method, url, purpose, dataset, headers, sent_bytes, received_bytes, status, problem)
     VALUES (@at, @method, @url, @purpose, @dataset, @headers, @sent_bytes, @received_bytes, @status, @problem)`,
  );
  const drop = db.prepare('DELETE FROM outgoing WHERE id <= ?');
  const page = db.prepare<[number, number], OutgoingRow>(
    'SELECT * FROM outgoing WHERE id < ? ORDER BY id DESC LIMIT ?',
  );
  const newer = db.prepare<[number], number>('SELECT count(*) FROM outgoing WHERE id >= ?').pluck();
  const since = db.prepare<[], string | null>('SELECT min(at) FROM outgoing').pluck();
  const urls = db.prepare<[], string>('SELECT url FROM outgoing').pluck();
  return {
    note(request) {
      if (isReadOnly) return;
      write(() => {
        const { lastInsertRowid } = add.run({ ...request, headers: JSON.stringify(request.headers) });
        drop.run(Number(lastInsertRowid) - KEPT);
      });
    },
    list: ({ limit, before = Number.MAX_SAFE_INTEGER }, publisherHosts) =>
      read(() => {
        const all = urls.all();
        return {
          requests: page.all(before, limit).map((row) => ({ ...row, headers: JSON.parse(row.headers) })),
          newer: newer.get(before) ?? 0,
          total: all.length,
          elsewhere: all.filter((url) => !publisherHosts.includes(new URL(url).host)).length,
          since: since.get() ?? null,
        };
      }),
  };
}
