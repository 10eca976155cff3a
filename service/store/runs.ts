import type { Database } from './open-database.ts';
import type { LastRun, Run } from './types.ts';

export type Runs = {
  one(id: number): Run | undefined;
  last(): LastRun[];
  recent(limit: number): Run[];
};

/** @returns queries of runs: one by id, the newest of each dataset that was not undone, and the newest of all. Runs that changed nothing are included. */
export function openRuns(db: Database): Runs {
  const all = `SELECT id, kind, dataset, origin, source, location, sha256, fetched_at AS fetchedAt, finished_at AS finishedAt,
       added, revised, unchanged, gone, rows, first, last FROM run`;
  const one = db.prepare<[number], Run>(`${all} WHERE id = ?`);
  const recent = db.prepare<[number], Run>(`${all} ORDER BY id DESC LIMIT ?`);
  const newest = db.prepare<[], LastRun>(
    `SELECT dataset, kind, origin, source, location, fetched_at AS fetchedAt, added, revised, unchanged, gone
     FROM run WHERE id IN (SELECT max(id) FROM run WHERE kind <> 'undone' GROUP BY dataset) ORDER BY dataset`,
  );
  return { one: (id) => one.get(id), last: () => newest.all(), recent: (limit) => recent.all(limit) };
}
