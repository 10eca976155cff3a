import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { Failure } from '../../contract/failure.ts';
import { commandLine } from '../../process/command-line.ts';
import { newDraft } from '../../process/drafts.ts';
import { overwrite } from '../copy-data.ts';
import { closeWriting, DATA_OPTIONS, dataFile } from '../data-file.ts';
import { expectSameFile, removeDatabase } from '../database-files.ts';
import { asFailure, guarded } from '../failures.ts';
import { column, type Database, openDatabase, orClosed, type Statement } from '../open-database.ts';
import {
  type CopiedTable,
  type CopyCell,
  type CopyFrame,
  copiedTables,
  createRunHashes,
  differing,
  findBadRun,
  GONE,
} from './run-hashes.ts';

/** The team's publish in a copy. Histories that diverged have different `publishId`s at one `version`. */
export type CopyState = { teamId: string; version: number; publishId: string; notes: number };

/** `fileId` and `dataVersion` are equal on all nodes; ETags and paging tokens are made from them. */
export type CopyHead = CopyState & { dataVersion: number; fileId: string };

/** Thrown if pulled rows contradict each other or the hash of their run: the copy must be made again. */
export class CopyDisagrees extends Error {}

export type Pulled = { head: CopyHead; frames: AsyncIterable<CopyFrame> };

const STATE = 'SELECT team_id AS teamId, version, publish_id AS publishId, notes FROM team_copy';
const HEAD = `SELECT team_id AS teamId, version, publish_id AS publishId, notes, data_version AS dataVersion, file_id AS fileId
  FROM team_copy CROSS JOIN data_state`;

/** Stored in place of the publish's id while a copy is made again. */
const UNFINISHED = 'being made anew';

export function isUnfinished({ publishId }: CopyState): boolean {
  return publishId.startsWith(UNFINISHED);
}

export function copyState(db: Database): CopyState | undefined {
  return db.prepare<[], CopyState>(STATE).get();
}

/** @throws Failure 'team_refused' if the file is the copy of a team: changes made only here would be lost. */
export function expectNoCopy(db: Database): void {
  if (!copyState(db)) return;
  throw new Failure(
    'team_refused',
    `${db.name} is a copy of a team's data and takes changes from the team only. Name the team: --team ADDRESS. Or choose another data folder.`,
    { file: db.name },
  );
}

export type Copy = ReturnType<typeof openCopy>;

/** Opens the data file as a team's copy, or creates it. @throws Failure 'team_refused' if it has own data. */
export function openCopy(dataDir: string, waitMs: number = DATA_OPTIONS.waitMs) {
  const path = dataFile(dataDir);
  const db = openForCopying(path, waitMs);
  const tables = orClosed(db, () =>
    guarded(path, () => {
      expectNoOwnData(db);
      return copiedTables(db);
    }),
  );
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asFailure(error, path);
    }
  };
  return {
    tables,
    layout: DATA_OPTIONS.migrations.length,
    /** `undefined` if the file is empty and not yet a copy. */
    state: (): CopyState | undefined => guarded(path, () => copyState(db)),
    fileId: (): string => guarded(path, () => String(column(db, 'SELECT file_id FROM data_state').get())),
    head: (): CopyHead | undefined => guarded(path, () => db.prepare<[], CopyHead>(HEAD).get()),
    /** Writes rows pulled since `from`. @returns their number; `undefined` if the copy changed meanwhile. */
    apply: (from: CopyState | undefined, pulled: Pulled): Promise<number | undefined> =>
      guard(() => applyIn(db, from, pulled)),
    /** Makes the copy again in a second file, then overwrites the first file in one transaction. */
    rebuild: ({ head, frames }: Pulled): Promise<number> =>
      guard(async () => {
        const part = newDraft(path);
        try {
          const made = openForCopying(part, DATA_OPTIONS.waitMs);
          let rows: number | undefined;
          try {
            rows = await applyIn(made, undefined, { head, frames });
            made.pragma('journal_mode = DELETE');
          } finally {
            made.close();
          }
          // From here other processes leave the copy alone, or make it again if they find it unfinished.
          markUnfinished(db);
          await overwrite(part, path, (file) => copyState(file)?.publishId);
          return rows ?? 0;
        } finally {
          removeDatabase(part);
        }
      }),
    /** Reads the whole file through another connection. @returns a description of the first wrong run. */
    findBadRun: (): Promise<string | undefined> =>
      guard(async () => {
        const reading = openForCopying(path, waitMs);
        try {
          reading.exec('BEGIN');
          return await findBadRun(reading);
        } finally {
          reading.close();
        }
      }),
    /** Reads one state of the file while `use` runs. */
    snapshot: <Result>(
      use: (snapshot: {
        state: CopyState | undefined;
        dataVersion: number;
        rows(table: CopiedTable): Iterable<readonly CopyCell[]>;
      }) => Promise<Result>,
    ): Promise<Result> =>
      guard(async () => {
        db.exec('BEGIN');
        try {
          return await use({
            state: copyState(db),
            dataVersion: Number(column(db, 'SELECT data_version FROM data_state').get()),
            rows: ({ name, columns, key }) =>
              db.prepare<[], CopyCell[]>(`SELECT ${columns} FROM ${name} ORDER BY ${key}`).raw().iterate(),
          });
        } finally {
          db.exec('ROLLBACK');
        }
      }),
    close: () => closeWriting(db),
  };
}

/** Damage in the file is ignored: the file is about to be overwritten. */
function markUnfinished(db: Database): void {
  try {
    db.prepare('UPDATE team_copy SET publish_id = ?').run(`${UNFINISHED} ${randomUUID()}`);
  } catch (error) {
    const failure = asFailure(error, db.name);
    if (!(failure instanceof Failure && failure.code === 'broken_data_file')) throw error;
  }
}

function openForCopying(path: string, waitMs: number): Database {
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  // Rows are replaced one by one, and a superseded list must keep its members meanwhile.
  db.pragma('foreign_keys = OFF');
  return db;
}

function expectNoOwnData(db: Database): void {
  if (copyState(db) || column(db, 'SELECT EXISTS(SELECT 1 FROM run)').get() === 0) return;
  throw new Failure(
    'team_refused',
    `${db.name} has data of this computer. The copy of a team's data needs a folder of its own: choose an empty one with --data-dir. To bring these data into an empty team: ${commandLine`team import ${dirname(db.name)} --team ADDRESS`}`,
    { file: db.name },
  );
}

async function applyIn(
  db: Database,
  from: CopyState | undefined,
  { head, frames }: Pulled,
): Promise<number | undefined> {
  db.exec('BEGIN IMMEDIATE');
  try {
    if (!isSame(copyState(db), from)) {
      db.exec('ROLLBACK');
      return undefined;
    }
    const rows = await applyFrames(db, frames, head);
    expectSameFile(db);
    db.exec('COMMIT');
    return rows;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))
      throw new CopyDisagrees(error.message, { cause: error });
    throw error;
  }
}

function isSame(a: CopyState | undefined, b: CopyState | undefined): boolean {
  return (
    a?.teamId === b?.teamId &&
    a?.publishId === b?.publishId &&
    a?.version === b?.version &&
    a?.notes === b?.notes
  );
}

type Row = readonly CopyCell[];

/** Columns that are read for the hashes. */
const HASHED_COLUMNS = ['id', 'run_id', 'series_id', 'date', 'value', 'row'];
type Places = [number, number, number, number, number, number];
type Cells = [series: CopyCell, day: CopyCell, value: CopyCell, row: CopyCell];
const MEMBER_COLUMNS = ['list_id', 'rank', 'ticker', 'name', 'sector', 'weight', 'row'];

/** Writes pulled rows unchanged; runs come first. Foreign keys must be off: replaced lists keep members. */
async function applyFrames(db: Database, frames: AsyncIterable<CopyFrame>, head: CopyHead): Promise<number> {
  const tables = copiedTables(db);
  const runs = new Set<number>();
  const runOfList = new Map<number, number>();
  const hashes = createRunHashes(runs);
  const statements = new Map<string, Statement>();
  let rows = 0;
  for (const { name, isNote } of tables) if (isNote) db.exec(`DELETE FROM ${name}`);

  function hasherOf({ table, columns }: CopyFrame): ((row: Row) => void) | undefined {
    const [id, run, ...cells] = HASHED_COLUMNS.map((column) => columns.indexOf(column)) as Places;
    const list = columns.indexOf('list_id');
    const observed = (row: Row) =>
      hashes.observation(Number(row[run]), ...(cells.map((at) => row[at] ?? null) as Cells));
    const hashers: Readonly<Record<string, (row: Row) => void>> = {
      run: (row) => runs.add(Number(row[id])),
      observation: observed,
      revision: observed,
      constituent_list: (row) => runOfList.set(Number(row[id]), Number(row[run])),
      constituent: (row) =>
        hashes.member(
          runOfList.get(Number(row[list])) ?? 0,
          MEMBER_COLUMNS.map((column) => row[columns.indexOf(column)] ?? null),
        ),
    };
    return hashers[table];
  }

  function insertInto({ name, columns }: CopiedTable): Statement {
    const into = `INSERT OR REPLACE INTO ${name}(${columns}) VALUES (${columns.map(() => '?')})`;
    const statement = statements.get(name) ?? db.prepare(into);
    statements.set(name, statement);
    return statement;
  }

  for await (const frame of frames) {
    rows += frame.rows.length;
    if (frame.table === GONE) {
      for (const [name, key] of frame.rows) deleteRow(db, tables, String(name), JSON.parse(String(key)));
      continue;
    }
    const table = tables.find(({ name }) => name === frame.table);
    if (!table) throw new CopyDisagrees(`there is no table ${frame.table}`);
    const insert = insertInto(table);
    const addToHash = hasherOf(frame);
    for (const row of frame.rows) {
      insert.run(...row);
      addToHash?.(row);
    }
  }
  const found = differing(db, runs, hashes);
  if (found !== undefined) throw new CopyDisagrees(found);
  setHead(db, head);
  return rows;
}

function deleteRow(db: Database, tables: readonly CopiedTable[], name: string, cells: CopyCell[]): void {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new CopyDisagrees(`there is no table ${name}`);
  const isSame = table.key.map((column) => `${column} = ?`).join(' AND ');
  db.prepare(`DELETE FROM ${name} WHERE ${isSame}`).run(...cells);
}

function setHead(db: Database, head: CopyHead): void {
  db.prepare('UPDATE data_state SET file_id = @fileId, data_version = @dataVersion').run(head);
  db.prepare(
    `INSERT OR REPLACE INTO team_copy(id, team_id, version, publish_id, notes)
     VALUES (1, @teamId, @version, @publishId, @notes)`,
  ).run(head);
}
