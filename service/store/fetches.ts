import type { Database } from './open-database.ts';
import type { FetchNote } from './types.ts';

export type Fetches = ReturnType<typeof openFetches>;

const COLUMNS = `url, dataset, source, checked_at AS checkedAt, outcome, message, fetched_at AS fetchedAt, etag,
  last_modified AS lastModified`;

/** Columns that describe the stored bytes. */
const BYTES = ['fetched_at', 'etag', 'last_modified'];

/** @returns queries of the notes about the last fetch from each URL. */
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

/**
 * Records a fetch. `fetchedAt` and the validators describe the stored bytes: a fetch that failed or returned nothing new
 * does not change them.
 */
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
