import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type ImportedFile, importFiles } from '../../service/ingest/index.ts';
import type { Truth } from '../../service/store/copy/index.ts';
import {
  type ConnectOptions,
  migrateTeam,
  openTeamDatabase,
  openTruth,
  setUpTeam,
  type TeamAddress,
  type TeamDatabase,
  verifyCopy,
  withCopy,
} from '../../service/team/index.ts';
import { openRaw } from '../store/raw.ts';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { temporaryFolder } from './temporary.ts';

const PAGE = 8192;

/** Overwrites a page of the data file, like a failing disk. @param page its number, or a table's root. */
export function damage(dataDir: string, page: number | 'observation'): void {
  let at = page;
  {
    using raw = openRaw(dataDir);
    raw.db.pragma('wal_checkpoint(TRUNCATE)');
    if (typeof at === 'string')
      at = Number(raw.db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(at));
  }
  const file = openSync(path.join(dataDir, 'data.sqlite'), 'r+');
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (at - 1) * PAGE);
  closeSync(file);
}

/** A node of a team: a data folder with a copy. */
export type TestNode = {
  dataDir: string;
  database: TeamDatabase;
  truth: Truth;
  lines: string[];
  /** Imports long CSV. @param at the time of the import. @param truth replaces the node's own. */
  importText(text: string, at?: string, truth?: Truth): Promise<ImportedFile[]>;
  follow(): Promise<void>;
  /** @returns the first difference between the copy and the truth; `undefined` if there is none. */
  verify(): Promise<string | undefined>;
  /** @returns all rows of the copied tables, and the file's rows about the team. */
  dump(): Record<string, unknown[]>;
};

/** A separate team, with a database that no other test uses. */
export type TestTeam = {
  where: TeamAddress & { passwordFile: string; database: string };
  /** Runs a query on the team's database. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Saves the team's database, for `restore`, which brings it back like a restore to a point in time. */
  snapshot(): Promise<string>;
  restore(saved: string): Promise<void>;
  /** @param other options of the connection. @param dataDir another node's folder; absent: a new one. */
  node(name: string, other?: Partial<ConnectOptions>, dataDir?: string, patienceMs?: number): TestNode;
  /** One computer without a team. `rows`: its tables, in the form of `dump`. */
  computer(): {
    dataDir: string;
    importText(text: string, at?: string): Promise<ImportedFile[]>;
    rows(): Record<string, unknown[]>;
    dataVersion(): number;
  };
};

const TABLES = [
  ...['run', 'dataset', 'series', 'observation', 'stretch', 'revision', 'constituent_list', 'constituent'],
  ...['summed_rows', 'run_hash', 'fetch', 'whole_block', 'team_copy', 'data_state'],
];

/** Template databases with a team's tables, because making the tables takes a third of a second. */
const tables = new WeakMap<TestPostgres, Promise<string>>();

async function makeTables(postgres: TestPostgres): Promise<string> {
  const where = await postgres.freshDatabase();
  const database = openTeamDatabase(where);
  await migrateTeam(database);
  await database.close();
  await postgres.breakConnections(where.database);
  return where.database;
}

/** Sets up a team. Its nodes and connections end with the test. */
export async function makeTeam(postgres: TestPostgres): Promise<TestTeam> {
  const template = tables.get(postgres) ?? makeTables(postgres);
  tables.set(postgres, template);
  const where = await postgres.freshDatabase(await template);
  const first = openTeamDatabase(where);
  await setUpTeam(first, new Date('2026-11-20T00:00:00Z'));
  await first.close();
  return {
    where,
    query: (sql) => postgres.query(where.database, sql),
    async snapshot() {
      const name = `${where.database}_saved`;
      await postgres.breakConnections(where.database);
      await postgres.query('postgres', `CREATE DATABASE ${name} TEMPLATE ${where.database}`);
      return name;
    },
    async restore(saved) {
      await postgres.breakConnections(where.database);
      await postgres.query('postgres', `DROP DATABASE ${where.database}`);
      await postgres.query('postgres', `CREATE DATABASE ${where.database} TEMPLATE ${saved}`);
    },
    computer() {
      const folder = temporaryFolder('alone');
      const dataDir = path.join(folder, 'data');
      const dump = () => rowsOf(dataDir);
      return {
        dataDir,
        importText: importerOf(folder, dataDir),
        rows() {
          const { run_hash: _, team_copy: __, data_state: ___, ...rows } = dump();
          return rows;
        },
        dataVersion: () => (dump().data_state as { data_version: number }[])[0]?.data_version ?? 0,
      };
    },
    node(name, other = {}, given = undefined, patienceMs = 5000) {
      const folder = temporaryFolder(name);
      const dataDir = given ?? path.join(folder, 'data');
      const database = openTeamDatabase({ ...where, ...other });
      onTestFinished(() => database.close());
      const lines: string[] = [];
      const now = () => new Date('2026-11-20T18:00:00Z');
      const options = { node: name, who: 'a test', now, patienceMs };
      const own = openTruth(database, dataDir, options, (line) => lines.push(line));
      const importText = importerOf(folder, dataDir);
      return {
        dataDir,
        database,
        truth: own,
        lines,
        importText: (text, at, truth = own) => importText(text, at, truth),
        follow: own.catchUp,
        verify: () => withCopy(dataDir, async (copy) => (await verifyCopy(database, copy)).difference),
        dump: () => rowsOf(dataDir),
      };
    },
  };
}

function importerOf(folder: string, dataDir: string) {
  let files = 0;
  return async (text: string, at = '2026-11-20T18:00:00Z', truth?: Truth) => {
    files += 1;
    const name = `${files}.csv`;
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const now = () => new Date(at);
    return await importFiles({
      dataDir,
      truth,
      files: [{ path: file, name: 'file.csv' }],
      allowJumps: true,
      now,
    });
  };
}

/** @returns all rows of the copied tables, and the file's rows about the team. */
export function rowsOf(dataDir: string): Record<string, unknown[]> {
  using raw = openRaw(dataDir);
  return Object.fromEntries(
    TABLES.map((name) => [name, raw.db.prepare<[], unknown>(`SELECT * FROM ${name} ORDER BY 1, 2`).all()]),
  );
}

/** @returns long CSV of one series of jolts. @param values one for each month from January 2024. */
export function jolts(...values: readonly (string | number)[]): string {
  const rows = values.map(
    (value, month) => `jolts,job_openings_level_sa,2024-${String(month + 1).padStart(2, '0')}-01,${value}`,
  );
  return ['dataset,series,date,value', ...rows, ''].join('\n');
}

/**
 * Starts the PostgreSQL of a test file; the tests are skipped if there is none.
 * @param begin runs once before the first test
 */
export function postgresOfFile(begin?: () => Promise<void>): TestPostgres {
  const missing = missingForPostgres();
  const postgres = {} as TestPostgres;
  beforeEach(({ skip }) => skip(missing !== '', missing));
  beforeAll(async () => {
    if (missing !== '') return;
    Object.assign(postgres, await startPostgres());
    await begin?.();
  });
  afterAll(() => postgres.end?.());
  return postgres;
}
