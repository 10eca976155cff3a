import { expect, onTestFinished } from 'vitest';
import { type Engine, type EngineOptions, openEngine } from '../../../service/team/admission/engine.ts';
import {
  openTeamKeys,
  type TeamKeys,
  type TeamKeysOptions,
} from '../../../service/team/admission/team-keys.ts';
import {
  migrateTeam,
  openTeamDatabase,
  type TeamAddress,
  type TeamDatabase,
} from '../../../service/team/index.ts';
import type { TestPostgres } from '../postgres.ts';

/** The keys of one node, on a database of PostgreSQL. */
export type OpenedKeys = {
  keys: TeamKeys;
  engine: Engine;
  /** @returns the number of statements that requests have cost. */
  asked: () => number;
  log: string[];
};

/** Opens a team's database and closes it after the test. */
export function openedDatabase(address: TeamAddress): TeamDatabase {
  const database = openTeamDatabase(address);
  onTestFinished(() => database.close().catch(() => undefined));
  return database;
}

/** Makes the schema in a new database. */
export async function withSchema(address: TeamAddress): Promise<TeamDatabase> {
  const database = openedDatabase(address);
  await migrateTeam(database);
  return database;
}

/** @returns the address of a new database with the schema. */
export async function teamWithSchema(postgres: TestPostgres): ReturnType<TestPostgres['freshDatabase']> {
  const address = await postgres.freshDatabase();
  await withSchema(address);
  return address;
}

/** Opens keys as a node does, until the test ends. @param counters the address for counting requests. */
export async function openedKeys(
  address: TeamAddress,
  options: Partial<TeamKeysOptions> & Partial<EngineOptions> = {},
  counters = address,
): Promise<OpenedKeys> {
  const log: string[] = [];
  const note = (line: string) => void log.push(line);
  const counting = openTeamDatabase({ ...counters, statementMs: 2000, connections: 4 });
  let count = 0;
  const counted: TeamDatabase = {
    ...counting,
    query: (sql, values) => {
      if (sql.includes('api_key') || sql.includes('use_count')) count += 1;
      return counting.query(sql, values);
    },
  };
  const engine = openEngine(counted, { log: note, ...options });
  const keys = await openTeamKeys({
    database: openedDatabase(address),
    engine,
    nodes: () => 1,
    who: 'node test',
    now: () => new Date(),
    log: note,
    ...options,
  });
  onTestFinished(async () => {
    engine.close();
    await counting.close();
  });
  return { keys, engine, asked: () => count, log };
}

/** The counts of the one key in the database. */
export type Counted = { minute: number; minute_count: number; day_count: number };

/** @returns a function that reads the one row of use_count; it gives `undefined` while there is none. */
export function countedIn(postgres: TestPostgres, database: string): () => Promise<Counted | undefined> {
  return async () => {
    const [row] = await postgres.query<Record<keyof Counted, string>>(
      database,
      'SELECT minute, minute_count, day_count FROM use_count',
    );
    if (!row) return undefined;
    const { minute, minute_count, day_count } = row;
    return { minute: Number(minute), minute_count: Number(minute_count), day_count: Number(day_count) };
  };
}

/**
 * Waits over two whole windows while one key sends requests. @param read reads the one row of use_count.
 * @returns the first window, which had begun before, and the number of requests counted in it.
 */
export async function overTwoWindows(
  read: () => Promise<Counted | undefined>,
  windowMs: number,
): Promise<{ begun: number; atFirst: number }> {
  const waiting = { timeout: 3 * windowMs + 10_000, interval: 20 };
  const minute = async () => (await read())?.minute ?? 0;
  await expect.poll(minute, waiting).toBeGreaterThan(0);
  const begun = await minute();
  await expect.poll(minute, waiting).toBe(begun + 1);
  const { minute_count, day_count } = (await read()) ?? { minute_count: 0, day_count: 0 };
  await expect.poll(minute, waiting).toBe(begun + 2);
  // The last window is full, too, before the requests end.
  await expect.poll(async () => (await read())?.minute_count, waiting).toBe(100);
  return { begun, atFirst: day_count - minute_count };
}
