import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import type { Database } from './open-database.ts';

/** 'rescue': rows from a damaged file whose original run could not be read. 'undone': an import that was taken back; nothing held is of it. */
export type RunKind = 'import' | 'refresh' | 'sample' | 'rescue' | 'undone';

/** What is known of a run when it begins. */
export type RunStart = {
  kind: RunKind;
  dataset: string;
  origin: Origin;
  /** Name of the format or source: 'fiscaldata-debt-csv'. */
  source: string;
  /** File name or URL, without a key; '' for samples. */
  location: string;
  /** Hex SHA-256 of the bytes; '' for samples. */
  sha256: string;
  /** ISO 8601, UTC. */
  fetchedAt: string;
  /**
   * Sources of the publisher itself, if this run comes from a substitute source: a value of theirs is kept if the value of this
   * run is a rounding of it. Not stored.
   */
  defersTo?: readonly string[] | undefined;
  /**
   * Whether the values are the publisher's own exact figures: where one replaces a rounded value from a substitute source, that
   * does not count as a revision, and the rounded value is marked as such. Not stored.
   */
  refines?: boolean | undefined;
};

/**
 * What a run wrote. `rows` counts all its rows, also unchanged ones; `first` and `last` are their first and last day, null if it had
 * none. `gone` counts members that left
 * lists of constituents; they are also counted in `revised`.
 */
export type RunCounts = {
  added: number;
  revised: number;
  unchanged: number;
  gone: number;
  rows: number;
  first: number | null;
  last: number | null;
};

/** What a committed run changed, in numbers of rows. */
export type RunResult = Omit<RunCounts, 'rows' | 'gone'> & {
  runId: number;
  dataset: string;
  /** Number of rounded values from a substitute source that the publisher's exact figures replaced; also counted in `unchanged`. Absent: none. */
  refined?: number;
  /** What changed in each list of constituents of the run; absent if it had no lists. */
  lists?: readonly ListChange[];
};

/**
 * A stored run. Run and rows are stored together; a failed run is not stored. `finishedAt`, `rows`, `first` and `last` are null in a
 * rescued run that lacks them; `first` and `last` also for a run without rows.
 */
export type StoredRun = Omit<RunStart, 'defersTo' | 'refines'> &
  Omit<RunCounts, 'rows'> & { id: number; finishedAt: string | null; rows: number | null };

/** The newest run of a dataset: where its data came from, and how many rows it changed. */
export type LastRun = Omit<RunStart, 'sha256' | 'defersTo' | 'refines'> &
  Pick<RunCounts, 'added' | 'revised' | 'unchanged' | 'gone'>;

/** The runs of imports that can be undone, by id, and what comes back: data, or the sample data that they replaced. */
export type Undoable = ReadonlyMap<number, 'data' | 'sample'>;

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
