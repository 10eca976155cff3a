import { existsSync } from 'node:fs';
import { Failure } from '../../contract/failure.ts';
import { commandLine } from '../../process/command-line.ts';
import { copyInto } from '../copy-data.ts';
import { closeWriting, DATA_OPTIONS, dataFile } from '../data-file.ts';
import { asFailure, guarded } from '../failures.ts';
import { column, type Database, openDatabase } from '../open-database.ts';
import { removeSample } from '../run-writes.ts';
import { type FetchNote, insertWholeBlocks, noteFetch } from '../runs.ts';
import { STRETCH_DAYS } from '../series-index.ts';
import { openTeamPublish } from '../writer.ts';
import { type CopyDisagrees, type CopyState, copyState, expectNoCopy } from './open-copy.ts';
import { addAllHashes, addNewHashes, type CopiedTable, type CopyCell, copiedTables } from './run-hashes.ts';

/** The changes of an open publish in one table. Each iteration queries again. */
export type TableChange = {
  table: CopiedTable;
  rows(): Iterable<readonly CopyCell[]>;
  /** Keys of existing rows that were changed or deleted. */
  replaced(): Iterable<readonly CopyCell[]>;
  /** The keys in `replaced` whose rows were deleted. */
  gone(): Iterable<readonly CopyCell[]>;
};

export type Change = {
  from: CopyState;
  dataVersion: number;
  /** Whether only notes of fetches changed. */
  isNote: boolean;
  tables: readonly TableChange[];
  runs: readonly number[];
};

export type Capture = ReturnType<typeof openCapture>;

/** Notes changed rows through temporary triggers, except values that runs write: see `ROWS_OF_RUNS`. */
export function openCapture(db: Database) {
  // With this, OR REPLACE fires the trigger for the row that it deletes.
  db.pragma('recursive_triggers = ON');
  const tables = copiedTables(db);
  for (const table of tables) db.exec(capturing(table));
  return {
    begin(): void {
      for (const { name } of tables) db.exec(`DELETE FROM ${noted(name)}`);
    },
    /** Call it after all writes and before the commit: it adds the hashes of the runs. */
    change(from: CopyState): Change {
      const runs = column<number>(db, `SELECT id FROM ${noted('run')} ORDER BY id`).all();
      const listed = runs.join(', ');
      addNewHashes(db, runs, ROWS_OF_RUNS.observation?.from(noted, listed) ?? '', noted('constituent'));
      const changed = tables
        .map((table) => changeOf(db, table, listed))
        .filter(({ rows, replaced }) => hasAny(rows()) || hasAny(replaced()));
      const dataVersion = column<number>(db, 'SELECT data_version FROM data_state').get();
      return {
        from,
        dataVersion: Number(dataVersion),
        isNote: changed.every(({ table }) => table.isNote),
        tables: changed,
        runs,
      };
    },
  };
}

function hasAny(rows: Iterable<unknown>): boolean {
  for (const _ of rows) return true;
  return false;
}

function noted(table: string): string {
  return `noted_${table}`;
}

/** @returns SQL that notes each key once. An outer OR REPLACE would override OR IGNORE: hence NOT EXISTS. */
function capturing({ name, key }: CopiedTable): string {
  const to = noted(name);
  const note = (row: 'NEW' | 'OLD', isNew: 0 | 1) =>
    `INSERT INTO ${to} SELECT ${key.map((column) => `${row}.${column}`).join(', ')}, ${isNew}
     WHERE NOT EXISTS (SELECT 1 FROM ${to} WHERE ${key.map((column) => `${column} = ${row}.${column}`).join(' AND ')});`;
  const ofRuns = ROWS_OF_RUNS[name];
  const inserted = `CREATE TEMP TRIGGER ${to}_inserted AFTER INSERT ON main.${name} BEGIN ${note('NEW', 1)} END;`;
  return `
    CREATE TEMP TABLE ${to}(${key.join(', ')}, is_new INTEGER NOT NULL, PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID;
    ${ofRuns ? '' : inserted}
    CREATE TEMP TRIGGER ${to}_updated AFTER UPDATE ON main.${name} WHEN ${ofRuns?.notedUpdates ?? 'true'} BEGIN ${note('NEW', 0)} END;
    CREATE TEMP TRIGGER ${to}_deleted AFTER DELETE ON main.${name} BEGIN ${note('OLD', 0)} END;`;
}

function changeOf(db: Database, table: CopiedTable, runs: string): TableChange {
  const { name, columns, key } = table;
  const keys = key.map((column) => `n.${column}`).join(', ');
  const isSame = key.map((column) => `t.${column} = n.${column}`).join(' AND ');
  const all = columns.map((column) => `t.${column}`).join(', ');
  const read = (...sql: (string | undefined)[]) =>
    db
      .prepare<[], CopyCell[]>(sql.filter((one) => one !== undefined).join(' UNION ALL '))
      .raw()
      .iterate();
  const ofRuns = ROWS_OF_RUNS[name];
  const others = ofRuns ? `WHERE t.${ofRuns.run} NOT IN (${runs})` : '';
  return {
    table,
    rows: () =>
      read(
        ofRuns && `SELECT ${all} ${ofRuns.from(noted, runs)}`,
        `SELECT ${all} FROM ${noted(name)} n CROSS JOIN main.${name} t ON ${isSame} ${others}`,
      ),
    replaced: () => read(ofRuns?.replaced?.(runs), `SELECT ${keys} FROM ${noted(name)} n WHERE NOT is_new`),
    gone: () =>
      read(
        `SELECT ${keys} FROM ${noted(name)} n
         WHERE NOT is_new AND NOT EXISTS (SELECT 1 FROM main.${name} t WHERE ${isSame})`,
      ),
  };
}

/** How to find the values of runs without a trigger per value, which would make writing five times slower. */
type RowsOfRuns = {
  /** Updates that are noted all the same: they keep the run's id, or leave no row in `revision`. */
  notedUpdates: string;
  /** FROM and WHERE of the rows that the runs wrote, under the alias `t`. */
  from(noted: (table: string) => string, runs: string): string;
  run: string;
  /** SELECT of the keys that the runs replaced; absent if runs replace none. */
  replaced?(runs: string): string;
};

/** `runs` is a list of ids for SQL, such as `1, 2`. */
const ROWS_OF_RUNS: Readonly<Record<string, RowsOfRuns>> = {
  observation: {
    notedUpdates: 'NEW.run_id IS OLD.run_id OR NEW.value IS OLD.value',
    from: (noted, runs) =>
      `FROM ${noted('stretch')} s CROSS JOIN main.observation t ON t.series_id = s.series_id
         AND t.date >= s.stretch * ${STRETCH_DAYS} AND t.date < (s.stretch + 1) * ${STRETCH_DAYS}
       WHERE t.run_id IN (${runs})`,
    run: 'run_id',
    replaced: (runs) => `SELECT series_id, date FROM revision WHERE superseded_by IN (${runs})`,
  },
  revision: {
    notedUpdates: 'true',
    from: (_, runs) => `FROM main.revision t WHERE t.superseded_by IN (${runs})`,
    run: 'superseded_by',
  },
};

/** Prepares a copy of a folder's data for an empty team. @throws Failure 'team_refused' without data. */
export function takeForTeam(dataDir: string, to: string, from: CopyState) {
  const path = dataFile(dataDir);
  if (!existsSync(path)) throw noDataIn(dataDir);
  copyInto(path, to);
  const db = openDatabase(to, DATA_OPTIONS);
  try {
    expectNoCopy(db);
    db.transaction(() => {
      leaveSamplesOut(db);
      db.exec('DELETE FROM run_hash');
      addAllHashes(db);
    })();
    const runs = column<number>(db, 'SELECT id FROM run ORDER BY id').all();
    if (runs.length === 0) throw noDataIn(dataDir);
    const tables = copiedTables(db).map((table) => wholeTable(db, table));
    const dataVersion = Number(column(db, 'SELECT data_version FROM data_state').get());
    const all = { from, dataVersion, runs };
    return {
      data: { ...all, isNote: false, tables: tables.filter(({ table }) => !table.isNote) } satisfies Change,
      notes: { ...all, isNote: true, tables: tables.filter(({ table }) => table.isNote) } satisfies Change,
      close: (): void => {
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function noDataIn(dataDir: string): Failure {
  return new Failure(
    'team_refused',
    `${dataDir} has no data to move into a team: sample data stay where they are. Import files instead: ${commandLine`import FILE --team ADDRESS`}`,
  );
}

function leaveSamplesOut(db: Database): void {
  const samples = db.prepare<[], string>("SELECT id FROM dataset WHERE origin = 'sample'").pluck().all();
  for (const dataset of samples) {
    removeSample(db, dataset);
    db.prepare('DELETE FROM dataset WHERE id = ?').run(dataset);
    for (const table of ['series', 'run', 'fetch', 'whole_block'])
      db.prepare(`DELETE FROM ${table} WHERE dataset = ?`).run(dataset);
  }
  // Runs remain of samples that real data replaced.
  db.exec("DELETE FROM run WHERE origin = 'sample'");
  db.exec('DELETE FROM summed_rows WHERE run_id NOT IN (SELECT id FROM run)');
}

function wholeTable(db: Database, table: CopiedTable): TableChange {
  const { name, columns, key } = table;
  const read = () =>
    db.prepare<[], CopyCell[]>(`SELECT ${columns} FROM ${name} ORDER BY ${key}`).raw().iterate();
  return { table, rows: read, replaced: () => [], gone: () => [] };
}

export type Truth = {
  /** Stores a change for the whole team. @returns the copy's new state. @throws Behind, CopyDisagrees */
  publish(change: Change): Promise<CopyState>;
  /** Pulls the team's newest publish. @param damage found by `publish`: the copy is made again. */
  catchUp(damage?: CopyDisagrees): Promise<void>;
};

/** Thrown if another publish came first: catch up, and prepare the changes again. */
export class Behind extends Error {}

export type TeamWriter = ReturnType<typeof openTeamWriter>;

/** Like `openWriter`, for a team's copy: changes are stored for the whole team first, then here. */
export function openTeamWriter(
  dataDir: string,
  truth: Truth,
  now: () => Date = () => new Date(),
  waitMs: number = DATA_OPTIONS.waitMs,
) {
  const path = dataFile(dataDir);
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  const capture = guarded(path, () => openCapture(db));
  const commit = committing(db, capture, truth);
  let current: { abandon(): void } | undefined;
  const end = () => {
    current = undefined;
  };

  function beginMany() {
    if (current) throw new Error('A publish is already open on this writer');
    const publish = openTeamPublish(db, { now, onEnd: end, onBegin: capture.begin, commit });
    current = publish;
    return publish;
  }
  /** Notes overwrite each other, so a copy may write them without being the newest. */
  const note = async (write: () => void): Promise<void> => await beginMany().write(write);

  return {
    /** @throws Behind if the folder has no copy yet. */
    beginMany,
    noteFetch: (fetched: FetchNote): Promise<void> => note(() => noteFetch(db, fetched)),
    noteWholeBlocks: (dataset: string, blocks: readonly string[]): Promise<void> =>
      note(() => insertWholeBlocks(db, dataset, blocks)),
    close(): void {
      current?.abandon();
      closeWriting(db);
    },
  };
}

function committing(db: Database, capture: Capture, truth: Truth): () => Promise<void> {
  return async () => {
    const from = copyState(db);
    if (!from) throw new Behind('The folder has no copy of the team yet');
    const state: CopyState = await truth.publish(capture.change(from));
    try {
      db.prepare('UPDATE team_copy SET version = @version, publish_id = @publishId, notes = @notes').run(
        state,
      );
      db.exec('COMMIT');
    } catch (error) {
      // The team has stored the change; this copy receives it with the next pull that can write.
      throw asFailure(error, db.name);
    }
  };
}
