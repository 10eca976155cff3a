import type { Origin } from '../contract/catalog.ts';
import type { ListChange } from '../contract/ingest.ts';
import type { StoredList } from './constituent-lists.ts';
import { column, type Database } from './open-database.ts';

/** 'rescue': rows of a damaged file whose run is lost. 'undone': an import that was taken back. */
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
  /** For runs of a stand-in: sources of the publisher, whose values stay if this run only rounds them. */
  defersTo?: readonly string[] | undefined;
  /** Whether values are the publisher's exact figures, so that replacing a rounding is no revision. */
  refines?: boolean | undefined;
};

/** `rows`: all rows. `first`, `last`: day numbers. `gone`: members that left a list, also in `revised`. */
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
  /** Number of roundings that exact figures replaced, also counted in `unchanged`; absent if none. */
  refined?: number;
  /** The changes of each list of constituents in the run; absent if it had no lists. */
  lists?: readonly ListChange[];
};

/** Fields are null in a rescued run that lacks them; `first` and `last` also in a run without rows. */
export type StoredRun = Omit<RunStart, 'defersTo' | 'refines'> &
  Omit<RunCounts, 'rows'> & { id: number; finishedAt: string | null; rows: number | null };

/** The newest run of a dataset: the source of its data, and the number of changed rows. */
export type LastRun = Omit<RunStart, 'sha256' | 'defersTo' | 'refines'> &
  Pick<RunCounts, 'added' | 'revised' | 'unchanged' | 'gone'>;

/** Runs of imports that can be undone, by id, and the kind of data that an undo restores. */
export type Undoable = ReadonlyMap<number, 'data' | 'sample'>;

const RUNS = `SELECT id, kind, dataset, origin, source, location, sha256, fetched_at AS fetchedAt, finished_at AS finishedAt,
  added, revised, unchanged, gone, rows, first, last FROM run`;

export function runOf(db: Database, id: number): StoredRun | undefined {
  return db.prepare<[number], StoredRun>(`${RUNS} WHERE id = ?`).get(id);
}

/** The newest runs of all datasets, including runs that changed nothing. */
export function recentRuns(db: Database, limit: number): StoredRun[] {
  return db.prepare<[number], StoredRun>(`${RUNS} ORDER BY id DESC LIMIT ?`).all(limit);
}

/** The newest run of each dataset, except undone runs. */
export function lastRuns(db: Database): LastRun[] {
  return db
    .prepare<[], LastRun>(
      `SELECT dataset, kind, origin, source, location, fetched_at AS fetchedAt, added, revised, unchanged, gone
       FROM run WHERE id IN (SELECT max(id) FROM run WHERE kind <> 'undone' GROUP BY dataset) ORDER BY dataset`,
    )
    .all();
}

/** The result of the last fetch from a URL of a publisher. `url` never contains an API key. */
export type FetchNote = {
  url: string;
  dataset: string;
  source: string;
  /** ISO 8601, UTC. */
  checkedAt: string;
  /** 'unchanged': the publisher answered that nothing changed, or sent the same bytes. */
  outcome: 'stored' | 'unchanged' | 'failed';
  /** A sentence why the fetch failed; otherwise ''. */
  message: string;
  /** Time and headers of the last fetch whose bytes were stored. */
  fetchedAt: string | null;
  etag: string | null;
  lastModified: string | null;
};

const COLUMNS = `url, dataset, source, checked_at AS checkedAt, outcome, message, fetched_at AS fetchedAt, etag,
  last_modified AS lastModified`;

/** Columns that describe the stored bytes. */
const BYTES = ['fetched_at', 'etag', 'last_modified'];

/** The notes about the last fetch from each URL, of one dataset or of all. */
export function fetchNotes(db: Database, dataset?: string): FetchNote[] {
  const notes = `SELECT ${COLUMNS} FROM fetch WHERE dataset = ifnull(?, dataset) ORDER BY dataset, url`;
  return db.prepare<[string | null], FetchNote>(notes).all(dataset ?? null);
}

export function lastFetch(db: Database, url: string): FetchNote | undefined {
  return db.prepare<[string], FetchNote>(`SELECT ${COLUMNS} FROM fetch WHERE url = ?`).get(url);
}

/** Keeps the time and the validators of the stored bytes if a fetch failed or brought nothing new. */
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
  const names = column<string, [string]>(db, 'SELECT block FROM whole_block WHERE dataset = ?');
  return new Set(names.all(dataset));
}

export function noteWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  db.transaction(() => insertWholeBlocks(db, dataset, blocks)).immediate();
}

export function insertWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  const insert = db.prepare('INSERT OR IGNORE INTO whole_block VALUES (?, ?)');
  for (const block of blocks) insert.run(dataset, block);
}

/** Summary of a series or of a list of constituents; `first` and `last` are day numbers. */
export type SeriesHolding = {
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
  /** Format (`source`) of the run that stored the newest observation; absent for lists of constituents. */
  newestFrom?: string;
  /** Only for lists of constituents: all stored lists, newest first. */
  lists?: readonly StoredList[];
};

/** Summary of a dataset. `first` and `last` are day numbers; null if it has no rows. */
export type DatasetHolding = {
  dataset: string;
  origin: Origin;
  /** When data of this dataset last changed in the store: ISO 8601, UTC. */
  updatedAt: string;
  count: number;
  first: number | null;
  last: number | null;
  series: SeriesHolding[];
};

type SharedDays = Pick<SeriesHolding, 'count' | 'first' | 'last'>;

/** @returns how many days two series without states share, the first and the last; `undefined` for none. */
export function sharedDays(db: Database, dataset: string, [one, other]: readonly [string, string]) {
  const daysOf = `SELECT date FROM observation JOIN series ON series.id = series_id WHERE dataset = ? AND code = ? AND area = ''`;
  const days = db
    .prepare<string[], SharedDays>(
      `SELECT count(*) AS count, min(date) AS first, max(date) AS last FROM (${daysOf} INTERSECT ${daysOf})`,
    )
    .get(dataset, one, dataset, other);
  return days?.count ? days : undefined;
}

export function holdingsOf(db: Database): DatasetHolding[] {
  const datasets = db.prepare<[], Pick<DatasetHolding, 'dataset' | 'origin' | 'updatedAt'>>(
    'SELECT id AS dataset, origin, updated_at AS updatedAt FROM dataset ORDER BY id',
  );
  const series = db.prepare<[string], SeriesHolding>(
    `SELECT code, area, count, first, last,
       (SELECT source FROM observation JOIN run ON run.id = run_id
        WHERE series_id = series.id AND date = series.last) AS newestFrom
     FROM series WHERE dataset = ? AND count > 0 ORDER BY code, area`,
  );
  return datasets.all().map((row) => {
    const held = [...series.all(row.dataset), ...heldLists(db, row.dataset)];
    return {
      ...row,
      count: held.reduce((sum, { count }) => sum + count, 0),
      first: held.length > 0 ? Math.min(...held.map(({ first }) => first)) : null,
      last: held.length > 0 ? Math.max(...held.map(({ last }) => last)) : null,
      series: held,
    };
  });
}

function heldLists(db: Database, dataset: string): SeriesHolding[] {
  type Row = Omit<StoredList, 'hasWeights'> & { code: string; hasWeights: 0 | 1 };
  const all = db
    .prepare<[string], Row>(
      `SELECT code, as_of AS asOf, count, run.origin,
         EXISTS (SELECT 1 FROM constituent WHERE list_id = constituent_list.id AND weight <> '') AS hasWeights
       FROM constituent_list JOIN run ON run.id = run_id
       WHERE constituent_list.dataset = ? AND superseded_at IS NULL ORDER BY code, as_of DESC`,
    )
    .all(dataset);
  return [...Map.groupBy(all, ({ code }) => code)].map(([code, found]) => {
    const lists = found.map(({ code: _, ...list }) => ({ ...list, hasWeights: list.hasWeights === 1 }));
    const [newest, oldest] = [lists[0] as StoredList, lists.at(-1) as StoredList];
    return { code, area: '', count: newest.count, first: oldest.asOf, last: newest.asOf, lists };
  });
}
