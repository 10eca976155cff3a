import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { WORK_FILE } from '../contract/names.ts';
import type { OutgoingRequest, OutgoingRequests } from '../contract/preferences.ts';
import type { SameCompany, SetSameCompanyRequest } from '../contract/saved.ts';
import { foldTicker } from '../series-math/members.ts';
import {
  type Database,
  guarded,
  isMemoryCopy,
  openDatabaseOrCopy,
  unwritable,
  WORK_OPTIONS,
} from '../store/index.ts';
import { openPreferences } from './preferences.ts';
import { openSaved, type WorkAccess } from './saved.ts';

/** The person's work and preferences. Each part reads and writes a table or two of work.sqlite. */
export type Work = ReturnType<typeof openWork>;

/**
 * Opens or creates a folder's work.sqlite. A file that cannot be written can still be read.
 * @throws Failure 'folder_unusable', 'broken_data_file' (its functions too), 'newer_version'.
 */
export function openWork(dataDir: string, { now }: { now: () => Date }) {
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
    /** Grows with every change of the first three parts, by any program. */
    version: (): number => read(() => version.get() ?? 0),
    close: (): void => void db.close(),
  };
}

type OutgoingRow = Omit<OutgoingRequest, 'headers'> & { headers: string };

const LISTED_REQUESTS = 10_000;

/** The requests that left this computer. */
function openOutgoing(db: Database, { read, write, isReadOnly }: WorkAccess) {
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
    /** Records a request and keeps the newest 10,000. Does nothing in a read-only folder. */
    note(request: Omit<OutgoingRequest, 'id'>): void {
      if (isReadOnly) return;
      write(() => {
        const { lastInsertRowid } = add.run({ ...request, headers: JSON.stringify(request.headers) });
        drop.run(Number(lastInsertRowid) - LISTED_REQUESTS);
      });
    },
    /** Lists the newest requests, or those before an id, with counts of all. */
    list: (
      { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
      publisherHosts: readonly string[],
    ): OutgoingRequests =>
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

/** Pairs of tickers that a person confirmed as one company. Tickers are compared folded (`foldTicker`). */
function openSameCompanies(db: Database, { now, read, write }: WorkAccess) {
  const all = db.prepare<
    [],
    Record<'oldTicker' | 'newTicker' | 'oldName' | 'newName' | 'confirmedAt', string>
  >(
    `SELECT old_ticker AS oldTicker, new_ticker AS newTicker, old_name AS oldName, new_name AS newName,
       confirmed_at AS confirmedAt FROM same_company ORDER BY confirmed_at DESC, old_ticker, new_ticker`,
  );
  const confirm = db.prepare('INSERT OR IGNORE INTO same_company VALUES (?, ?, ?, ?, ?)');
  const takeBack = db.prepare('DELETE FROM same_company WHERE old_ticker = ? AND new_ticker = ?');
  return {
    /** Newest first. */
    list: (): SameCompany[] =>
      read(() =>
        all.all().map(({ oldTicker, newTicker, oldName, newName, confirmedAt }) => ({
          before: { ticker: oldTicker, name: oldName },
          after: { ticker: newTicker, name: newName },
          confirmed_at: confirmedAt,
        })),
      ),
    /** Confirms a pair, or withdraws it. A repeated call has no effect. @throws Failure 'wrong_usage' */
    set({ before, after, is_same }: SetSameCompanyRequest): void {
      const [old, young] = checkedPair({ before, after });
      if (is_same)
        write(() => confirm.run(old, young, before.name.trim(), after.name.trim(), now().toISOString()));
      else write(() => takeBack.run(old, young));
    },
  };
}

/** @returns both tickers, folded. @throws Failure 'wrong_usage' if they are equal or one is empty. */
export function checkedPair({ before, after }: Pick<SetSameCompanyRequest, 'before' | 'after'>) {
  const [old, young] = [foldTicker(before.ticker), foldTicker(after.ticker)];
  if (old === '' || young === '' || old === young)
    throw new Failure(
      'wrong_usage',
      `A pair has two tickers, such as BLL and BALL; '${before.ticker}' and '${after.ticker}' are not a pair.`,
    );
  return [old, young] as const;
}
