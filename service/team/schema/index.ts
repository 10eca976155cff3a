import { createHash } from 'node:crypto';
import { Failure } from '../../contract/failure.ts';
import type { DatabaseOptions } from '../../store/index.ts';
import { initCommand } from '../commands.ts';
import { expectServer, type Queries, type TeamDatabase } from '../connect.ts';
import { DATA_TABLES } from './data-tables.ts';

/**
 * Keys, their use, the lease, nodes, the audit and shared work. `minute` and `day` count from 1970-01-01, UTC; `until` and `seen_at` are
 * milliseconds since then by the database's clock; other times are ISO 8601, UTC.
 */
const ADMISSION_TABLES: DatabaseOptions['migrations'] = [
  {
    name: 'API keys',
    sql: `CREATE TABLE api_key(
  id text PRIMARY KEY, label text NOT NULL, sha256 bytea NOT NULL UNIQUE, last4 text NOT NULL, role text NOT NULL,
  created_at text NOT NULL, last_used_at text, last_client text, revoked_at text)`,
  },
  {
    name: 'use of keys',
    sql: `CREATE TABLE use_count(
  key_id text PRIMARY KEY, minute bigint NOT NULL, minute_count bigint NOT NULL, day bigint NOT NULL,
  day_count bigint NOT NULL)`,
  },
  { name: 'secrets', sql: 'CREATE TABLE secret(name text PRIMARY KEY, value bytea NOT NULL)' },
  {
    name: 'leases',
    sql: 'CREATE TABLE lease(name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL)',
  },
  {
    name: 'nodes',
    sql: `CREATE TABLE node(
  id text PRIMARY KEY, name text NOT NULL, url text NOT NULL, almanac_version text NOT NULL, team_version bigint NOT NULL,
  seen_at bigint NOT NULL)`,
  },
  {
    name: 'audit',
    sql: `CREATE TABLE audit(
  id text PRIMARY KEY, at text NOT NULL, who text NOT NULL, what text NOT NULL, detail text NOT NULL)`,
  },
  {
    name: 'shared work',
    sql: `CREATE TABLE shared_item(
  id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, note text NOT NULL, folder text NOT NULL, content text NOT NULL,
  revision bigint NOT NULL, shared_by text NOT NULL, created_at text NOT NULL, changed_at text NOT NULL, deleted_at text)`,
  },
  {
    name: 'which keys are for FRED’s clients',
    sql: 'ALTER TABLE api_key ADD COLUMN for_fred bigint NOT NULL DEFAULT 0',
  },
  {
    // Of those who sign in with a browser: by key a row for each revision of a saved item ('item:ID'), of the preferences and of the
    // confirmed pairs. `content` is JSON; '' is what was removed for good.
    name: 'work of those who sign in with a browser',
    sql: `CREATE TABLE own_work(
  owner text NOT NULL, name text NOT NULL, revision bigint NOT NULL, content text NOT NULL,
  PRIMARY KEY (owner, name, revision))`,
  },
];

/**
 * All steps of the schema, in order; the first has number 1. Add new ones at the end. Each is one DDL statement, which never changes after
 * a release, because each database stores its hash.
 */
export const MIGRATIONS: DatabaseOptions['migrations'] = [...DATA_TABLES, ...ADMISSION_TABLES];

/** Our mark in a database, and which steps it has had. */
const LEDGER = `CREATE TABLE IF NOT EXISTS almanac_schema(
  version bigint PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL)`;

/** Names of the tables and views that the steps make. */
const NAMES = MIGRATIONS.flatMap(({ sql }) => /^CREATE (?:TABLE|VIEW) "?(\w+)/.exec(sql)?.[1] ?? []);

type SchemaStep = { version: number; sha256: string };

/**
 * Makes the schema in an empty database, or brings an older one to the newest step. Two may do so at the same time.
 * @throws Failure 'team_refused' if the database is too old or has tables of others by our names; 'newer_version'; 'team_unreachable'.
 */
export async function migrateTeam(database: TeamDatabase): Promise<void> {
  await expectServer(database);
  if (!(await hasMark(database))) {
    await expectNoForeignTables(database);
    await database.change(LEDGER).catch(async (error: unknown) => {
      // Of two that make it at the same time PostgreSQL refuses one, in spite of IF NOT EXISTS.
      if (!(await hasMark(database))) throw error;
    });
  }
  const done = await database.query<SchemaStep>('SELECT version, sha256 FROM almanac_schema');
  for (const [index, { name, sql }] of MIGRATIONS.entries()) {
    const version = index + 1;
    if (done.some((step) => step.version === version)) continue;
    await database.transaction(async ({ query, change }) => {
      // The row comes first: of two that do this step, the second waits here for the first, and finds it done.
      const isMine = await change(
        'INSERT INTO almanac_schema VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING',
        [version, name, hashOf(sql)],
      );
      if (isMine === 1) await query(sql);
    });
  }
  await expectSchema(database);
}

/**
 * Checks the schema without changing it.
 * @throws Failure 'team_refused' if the database is none of a team's Almanac, or has an older schema; 'newer_version';
 *   'team_unreachable'.
 */
export async function expectSchema(database: TeamDatabase): Promise<void> {
  const { name } = database;
  if (!(await hasMark(database))) {
    await expectNoForeignTables(database);
    throw new Failure(
      'team_refused',
      `${name} is not set up for a team's Almanac. Set it up first, as its owner: ${initCommand(database.address, await ownerOf(database))}`,
    );
  }
  const steps = await database.query<SchemaStep>(
    'SELECT version, sha256 FROM almanac_schema ORDER BY version',
  );
  if (steps.length > MIGRATIONS.length) throw newerSchema(name, steps.length);
  const isOurs = steps.every(({ sha256 }, at) => sha256 === hashOf(MIGRATIONS[at]?.sql ?? ''));
  if (!isOurs)
    throw new Failure(
      'team_refused',
      `${name} has a schema that no released Almanac made. Use another database.`,
    );
  if (steps.length < MIGRATIONS.length)
    throw new Failure(
      'team_refused',
      `${name} has schema ${steps.length}, and this Almanac needs ${MIGRATIONS.length}. Bring it up to date, as its owner: ${initCommand(database.address, await ownerOf(database))}`,
    );
}

/**
 * Checks, in the transaction that publishes or pulls, that no newer Almanac has brought the schema further since this node started: its
 * rows may have what this one does not know. A node whose copy is the newest goes on with it, so that all can be replaced one by one.
 * @param name of the database. @throws Failure 'newer_version'.
 */
export async function expectKnownSchema({ query }: Queries, name: string): Promise<void> {
  const [row] = await query<{ newest: number }>('SELECT max(version) AS newest FROM almanac_schema');
  const newest = row?.newest ?? 0;
  if (newest > MIGRATIONS.length) throw newerSchema(name, newest);
}

/** @returns the role whose tables they are, or will be. */
async function ownerOf({ query }: TeamDatabase): Promise<string> {
  const [row] = await query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database()',
  );
  return row?.owner ?? '';
}

function newerSchema(name: string, steps: number): Failure {
  return new Failure(
    'newer_version',
    `${name} was set up by a newer Almanac: it has schema ${steps}, this one knows up to ${MIGRATIONS.length}. Use the newer Almanac on this machine.`,
  );
}

async function hasMark(database: TeamDatabase): Promise<boolean> {
  return (await tablesNamed(database, ['almanac_schema'])).length > 0;
}

/** @throws Failure 'team_refused' naming tables of another program that have our names. */
async function expectNoForeignTables(database: TeamDatabase): Promise<void> {
  const found = await tablesNamed(database, NAMES);
  // Our mark is made before our tables, so it is looked for after them: somebody may be making both now.
  if (found.length === 0 || (await hasMark(database))) return;
  throw new Failure(
    'team_refused',
    `${database.name} belongs to another program: it has ${found.length === 1 ? 'a table' : 'tables'} ${found.join(', ')} that Almanac did not make. Use an empty database of its own.`,
  );
}

async function tablesNamed(database: TeamDatabase, names: readonly string[]): Promise<string[]> {
  const places = names.map((_, at) => `$${at + 1}`).join(', ');
  const rows = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name IN (${places}) ORDER BY table_name`,
    names,
  );
  return rows.map(({ name }) => name);
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
