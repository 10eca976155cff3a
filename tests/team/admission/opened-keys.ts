import { onTestFinished } from 'vitest';
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

/** The keys of one node, on a database of PostgreSQL. */
export type OpenedKeys = {
  keys: TeamKeys;
  engine: Engine;
  /** How many statements requests have cost. */
  asked: () => number;
  log: string[];
};

/** Opens a database of the team; it is closed after the test. */
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

/** Opens the keys as a node does, with pools of their own; all is closed after the test. @param counters where requests are counted. */
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
