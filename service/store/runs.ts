import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import type { Database } from './open-database.ts';

/** 'rescue': rows from a damaged file whose original run could not be read. 'undone': an import that was taken back; nothing held is of it. */
export type RunKind = 'import' | 'refresh' | 'sample' | 'rescue' | 'undone';

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
  fetchedAt: string;
  /** Sources of the publisher itself, for a run of a stand-in: their value is kept if this run's is a rounding of it. Not stored. */
  defersTo?: readonly string[] | undefined;
  /** Whether the values are exact figures of the publisher, so that replacing a stand-in's rounding is no revision. Not stored. */
  refines?: boolean | undefined;
};

/** `rows`: all, also unchanged ones; `first`, `last`: days. `gone`: members that left lists, also counted in `revised`. */
export type RunCounts = {
  added: number;
  revised: number;
  unchanged: number;
  gone: number;
  rows: number;
  first: number | null;
  last: number | null;
};

export type RunResult = Omit<RunCounts, 'rows' | 'gone'> & {
  runId: number;
  dataset: string;
  /** Number of rounded values from a substitute source that the publisher's exact figures replaced; also counted in `unchanged`. Absent: none. */
  refined?: number;
  /** What changed in each list of constituents of the run; absent if it had no lists. */
  lists?: readonly ListChange[];
};

/** null in a rescued run that lacks them; `first` and `last` also for a run without rows. */
export type StoredRun = Omit<RunStart, 'defersTo' | 'refines'> &
  Omit<RunCounts, 'rows'> & { id: number; finishedAt: string | null; rows: number | null };

/** The newest run of a dataset: where its data came from, and how many rows it changed. */
export type LastRun = Omit<RunStart, 'sha256' | 'defersTo' | 'refines'> &
  Pick<RunCounts, 'added' | 'revised' | 'unchanged' | 'gone'>;

/** The runs of imports that can be undone, by id, and what comes back: data, or the sample data that they replaced. */
export type Undoable = ReadonlyMap<number, 'data' | 'sample'>;

export type RunReader = ReturnType<typeof openRuns>;

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
