import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { column, type Database } from '../open-database.ts';

/** The XOR of the SHA-256 of each row that a run wrote. Superseding a row does not change its hash. */
type RunHash = { rows: number; sha256: string };

/** The columns that are hashed: of an observation, current or superseded, and of a member of a list. */
const OBSERVATION = 't.run_id, t.series_id, t.date, t.value, t.row';
const MEMBER = 'l.run_id, m.list_id, m.rank, m.ticker, m.name, m.sector, m.weight, m.row';

type RunHashes = ReturnType<typeof createRunHashes>;

export function createRunHashes(only?: ReadonlySet<number>) {
  const sums = new Map<number, { rows: number; bytes: Uint8Array }>();
  const add = (run: number, text: string) => {
    if (only && !only.has(run)) return;
    let sum = sums.get(run);
    if (!sum) {
      sum = { rows: 0, bytes: new Uint8Array(BYTES) };
      sums.set(run, sum);
    }
    // A string with one character per byte is made twice as fast as a Buffer.
    const letters = hash('sha256', text, 'binary');
    for (let at = 0; at < BYTES; at++) sum.bytes[at] = (sum.bytes[at] ?? 0) ^ letters.charCodeAt(at);
    sum.rows += 1;
  };
  return {
    observation: (run: number, series: CopyCell, day: CopyCell, value: CopyCell, row: CopyCell): void =>
      add(run, `value ${series} ${day} ${row ?? '-'} ${value}`),
    member: (run: number, cells: readonly CopyCell[]): void => add(run, `member ${JSON.stringify(cells)}`),
    of(run: number): RunHash {
      const { rows, bytes } = sums.get(run) ?? { rows: 0, bytes: new Uint8Array(BYTES) };
      return { rows, sha256: Buffer.from(bytes).toString('hex') };
    },
  };
}

type ValueRow = [run: number, series: number, day: number, value: string, row: number | null];
type MemberRow = [run: number, ...CopyCell[]];
const BYTES = 32;

/** Adds the rows of two queries to the hashes. Yields every 10,000 rows, so that other work can run. */
function* readInto(
  db: Database,
  hashes: RunHashes,
  observations: string,
  members: string,
): Generator<void, void> {
  let read = 0;
  for (const [run, series, day, value, row] of db.prepare<[], ValueRow>(observations).raw().iterate()) {
    hashes.observation(run, series, day, value, row);
    if (++read % STEP === 0) yield;
  }
  for (const [run, ...cells] of db.prepare<[], MemberRow>(members).raw().iterate()) hashes.member(run, cells);
}

const STEP = 10_000;

function runToEnd(steps: Iterator<void, void>): void {
  while (!steps.next().done);
}

/** Stores the hashes of runs. `observations`: FROM and WHERE of their values, aliased `t`. */
export function addNewHashes(
  db: Database,
  runs: readonly number[],
  observations: string,
  members: string,
): void {
  const hashes = createRunHashes(new Set(runs));
  runToEnd(
    readInto(
      db,
      hashes,
      `SELECT ${OBSERVATION} ${observations}`,
      `SELECT ${MEMBER} FROM ${members} n CROSS JOIN constituent m USING (list_id, rank)
       JOIN constituent_list l ON l.id = m.list_id`,
    ),
  );
  storeHashes(db, runs, hashes);
}

export function addAllHashes(db: Database): void {
  const hashes = createRunHashes();
  runToEnd(readAll(db, hashes));
  storeHashes(db, runsOf(db), hashes);
}

function storeHashes(db: Database, runs: readonly number[], hashes: RunHashes): void {
  const insert = db.prepare('INSERT INTO run_hash(run_id, rows, sha256) VALUES (?, ?, ?)');
  for (const run of runs) {
    const { rows, sha256 } = hashes.of(run);
    insert.run(run, rows, sha256);
  }
}

/** Reads the whole file, and lets other work run meanwhile. @returns a description of the first wrong run. */
export async function findBadRun(db: Database): Promise<string | undefined> {
  const hashes = createRunHashes();
  for (const _ of readAll(db, hashes)) await nextTurn();
  return differing(db, runsOf(db), hashes);
}

export function differing(db: Database, runs: Iterable<number>, hashes: RunHashes): string | undefined {
  const stored = db.prepare<[number], RunHash>('SELECT rows, sha256 FROM run_hash WHERE run_id = ?');
  for (const run of runs) {
    const [is, was] = [hashes.of(run), stored.get(run)];
    if (!was) return `run ${run} has no hash`;
    if (is.rows !== was.rows) return `run ${run} has ${is.rows} rows and wrote ${was.rows}`;
    if (is.sha256 !== was.sha256) return `run ${run} has other rows than it wrote`;
  }
  return undefined;
}

function runsOf(db: Database): number[] {
  return column<number>(db, 'SELECT id FROM run ORDER BY id').all();
}

function readAll(db: Database, hashes: RunHashes): Generator<void, void> {
  return readInto(
    db,
    hashes,
    `SELECT ${OBSERVATION} FROM observation t UNION ALL SELECT ${OBSERVATION} FROM revision t`,
    `SELECT ${MEMBER} FROM constituent m JOIN constituent_list l ON l.id = m.list_id`,
  );
}

export type CopyCell = string | number | null;

export type CopyFrame = { table: string; columns: readonly string[]; rows: readonly (readonly CopyCell[])[] };

/** Table name in frames of deleted rows. Each row has a table's name and a key as JSON. */
export const GONE = 'gone';

export type CopiedTable = {
  name: string;
  columns: readonly string[];
  key: readonly string[];
  /** The columns that contain whole numbers; the other columns contain text. */
  numbers: ReadonlySet<string>;
  /** Whether the table contains notes of fetches. Changes of notes alone make no new version. */
  isNote: boolean;
};

/** Tables in an order in which each row comes after the rows that it refers to. */
const DATA = [
  'run',
  'dataset',
  'series',
  'observation',
  'stretch',
  'revision',
  'constituent_list',
  'constituent',
  'summed_rows',
  'run_hash',
];
const NOTES = ['fetch', 'whole_block'];

type CopiedColumn = { name: string; type: string; pk: number };

export function copiedTables(db: Database): CopiedTable[] {
  const columnsOf = db.prepare<[string], CopiedColumn>('SELECT name, type, pk FROM pragma_table_info(?)');
  return [...DATA, ...NOTES].map((name) => {
    const columns = columnsOf.all(name);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    return {
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      numbers: new Set(columns.flatMap((column) => (column.type === 'INTEGER' ? [column.name] : []))),
      isNote: NOTES.includes(name),
    };
  });
}
