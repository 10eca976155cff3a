import type { Database } from './open-database.ts';

/** The result of the last fetch from a URL of a publisher. `url` never contains an API key. */
export type FetchNote = {
  url: string;
  dataset: string;
  source: string;
  /** ISO 8601, UTC. */
  checkedAt: string;
  /** 'unchanged': the publisher answered that nothing changed, or sent the same bytes. */
  outcome: 'stored' | 'unchanged' | 'failed';
  /** A sentence why it failed; '' otherwise. */
  message: string;
  /** About the bytes last stored from this URL: time of the fetch, headers of the publisher. */
  fetchedAt: string | null;
  etag: string | null;
  lastModified: string | null;
};

const COLUMNS = `url, dataset, source, checked_at AS checkedAt, outcome, message, fetched_at AS fetchedAt, etag,
  last_modified AS lastModified`;

/** Columns that describe the stored bytes. */
const BYTES = ['fetched_at', 'etag', 'last_modified'];

export function openFetches(db: Database) {
  const one = db.prepare<[string], FetchNote>(`SELECT ${COLUMNS} FROM fetch WHERE url = ?`);
  const some = db.prepare<[string | null], FetchNote>(
    `SELECT ${COLUMNS} FROM fetch WHERE dataset = ifnull(?, dataset) ORDER BY dataset, url`,
  );
  return {
    last: (url: string): FetchNote | undefined => one.get(url),
    all: (dataset?: string): FetchNote[] => some.all(dataset ?? null),
  };
}

/** A fetch that failed or brought nothing new does not change the time and the validators, which describe the stored bytes. */
export function noteFetch(db: Database, note: FetchNote): void {
  const isStored = note.outcome === 'stored';
  const none = { fetchedAt: null, etag: null, lastModified: null };
  db.prepare(
    `INSERT INTO fetch(url, dataset, source, checked_at, outcome, message, fetched_at, etag, last_modified)
     VALUES (@url, @dataset, @source, @checkedAt, @outcome, @message, @fetchedAt, @etag, @lastModified)
     ON CONFLICT DO UPDATE SET dataset = excluded.dataset, source = excluded.source, checked_at = excluded.checked_at,
       outcome = excluded.outcome, message = excluded.message
       ${isStored ? `, ${BYTES.map((column) => `${column} = excluded.${column}`).join(', ')}` : ''}`,
  ).run(isStored ? note : { ...note, ...none });
}

export function readWholeBlocks(db: Database, dataset: string): Set<string> {
  const names = db.prepare<[string], string>('SELECT block FROM whole_block WHERE dataset = ?').pluck();
  return new Set(names.all(dataset));
}

export function noteWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  db.transaction(() => insertWholeBlocks(db, dataset, blocks)).immediate();
}

export function insertWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  const insert = db.prepare('INSERT OR IGNORE INTO whole_block VALUES (?, ?)');
  for (const block of blocks) insert.run(dataset, block);
}
