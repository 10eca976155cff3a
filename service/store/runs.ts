import type { Database } from './open-database.ts';
import type { LastRun, StoredRun } from './types.ts';

export type RunReader = ReturnType<typeof openRuns>;

/** @returns queries of runs: one by id, the newest of each dataset that was not undone, and the newest of all. Runs that changed nothing are included. */
export function openRuns(db: Database) {
  const all = `SELECT id, kind, dataset, origin, source, location, sha256, fetched_at AS fetchedAt, finished_at AS finishedAt,
       added, revised, unchanged, gone, rows, first, last FROM run`;
  const one = db.prepare<[number], StoredRun>(`${all} WHERE id = ?`);
  const recent = db.prepare<[number], StoredRun>(`${all} ORDER BY id DESC LIMIT ?`);
  const newest = db.prepare<[], LastRun>(
    `SELECT dataset, kind, origin, source, location, fetched_at AS fetchedAt, added, revised, unchanged, gone
     FROM run WHERE id IN (SELECT max(id) FROM run WHERE kind <> 'undone' GROUP BY dataset) ORDER BY dataset`,
  );
  return {
    one: (id: number): StoredRun | undefined => one.get(id),
    last: (): LastRun[] => newest.all(),
    recent: (limit: number): StoredRun[] => recent.all(limit),
  };
}
