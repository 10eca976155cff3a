import { createHash } from 'node:crypto';
import { Failure } from '../contract/failure.ts';
import { commandLine } from '../process/command-line.ts';
import type { CopyHead } from '../store/copy/index.ts';
import type { DatabaseOptions } from '../store/index.ts';
import { expectServer, type Queries, type TeamDatabase } from './connect.ts';
import { initCommand, teamRefused } from './failures.ts';

/** The tables of data.sqlite (a test compares them), with the version of each row's last publish. */
const DATA_TABLES = `
CREATE TABLE run(
  id bigint PRIMARY KEY, kind text NOT NULL, dataset text NOT NULL, origin text NOT NULL, source text NOT NULL,
  location text NOT NULL, sha256 text NOT NULL, fetched_at text NOT NULL, added bigint NOT NULL, revised bigint NOT NULL,
  unchanged bigint NOT NULL, finished_at text, rows bigint, first bigint, last bigint, gone bigint NOT NULL,
  refined bigint NOT NULL, version bigint NOT NULL);
CREATE INDEX run_by_version ON run(version);

CREATE TABLE dataset(
  id text PRIMARY KEY, origin text NOT NULL, updated_at text NOT NULL, run_id bigint NOT NULL, version bigint NOT NULL);
CREATE INDEX dataset_by_version ON dataset(version);

CREATE TABLE series(
  id bigint PRIMARY KEY, dataset text NOT NULL, code text NOT NULL, area text NOT NULL, count bigint NOT NULL,
  first bigint, last bigint, version bigint NOT NULL, UNIQUE (dataset, code, area));
CREATE INDEX series_by_version ON series(version);

CREATE TABLE observation(
  series_id bigint NOT NULL, date bigint NOT NULL, value text NOT NULL, run_id bigint NOT NULL, row bigint, rounding text,
  version bigint NOT NULL, PRIMARY KEY (series_id, date));
CREATE INDEX observation_by_version ON observation(version);

CREATE TABLE stretch(
  series_id bigint NOT NULL, stretch bigint NOT NULL, count bigint NOT NULL, version bigint NOT NULL,
  PRIMARY KEY (series_id, stretch));
CREATE INDEX stretch_by_version ON stretch(version);

CREATE TABLE revision(
  series_id bigint NOT NULL, date bigint NOT NULL, value text NOT NULL, run_id bigint NOT NULL, first_seen text NOT NULL,
  superseded_at text NOT NULL, superseded_by bigint NOT NULL, row bigint, was_rounding bigint NOT NULL, rounding text,
  version bigint NOT NULL, PRIMARY KEY (series_id, date, run_id));
CREATE INDEX revision_by_version ON revision(version);

CREATE TABLE constituent_list(
  id bigint PRIMARY KEY, dataset text NOT NULL, code text NOT NULL, as_of bigint NOT NULL, count bigint NOT NULL,
  run_id bigint NOT NULL, superseded_at text, superseded_by bigint, row bigint, version bigint NOT NULL);
CREATE INDEX constituent_list_by_version ON constituent_list(version);

CREATE TABLE constituent(
  list_id bigint NOT NULL, rank bigint NOT NULL, ticker text NOT NULL, name text NOT NULL, sector text NOT NULL,
  weight text NOT NULL, row bigint, version bigint NOT NULL, PRIMARY KEY (list_id, rank));
CREATE INDEX constituent_by_version ON constituent(version);

CREATE TABLE summed_rows(
  run_id bigint NOT NULL, series_id bigint NOT NULL, row bigint NOT NULL, all_rows text NOT NULL, version bigint NOT NULL,
  PRIMARY KEY (run_id, series_id, row));
CREATE INDEX summed_rows_by_version ON summed_rows(version);

CREATE TABLE run_hash(
  run_id bigint PRIMARY KEY, rows bigint NOT NULL, sha256 text NOT NULL, version bigint NOT NULL);
CREATE INDEX run_hash_by_version ON run_hash(version);

CREATE TABLE "fetch"(
  url text PRIMARY KEY, dataset text NOT NULL, source text NOT NULL, checked_at text NOT NULL, outcome text NOT NULL,
  message text NOT NULL, fetched_at text, etag text, last_modified text,
  version bigint NOT NULL);
CREATE TABLE whole_block(
  dataset text NOT NULL, block text NOT NULL, version bigint NOT NULL, PRIMARY KEY (dataset, block));
-- Keys of rows that were deleted.
CREATE TABLE gone(
  version bigint NOT NULL, table_name text NOT NULL, key text NOT NULL, PRIMARY KEY (version, table_name, key));
CREATE TABLE team(
  id bigint PRIMARY KEY, team_id text NOT NULL, created_at text NOT NULL);
-- The newest publish.
CREATE TABLE head(
  id bigint PRIMARY KEY, version bigint NOT NULL, publish_id text NOT NULL, data_version bigint NOT NULL,
  notes bigint NOT NULL, file_id text NOT NULL);
CREATE TABLE publish(
  version bigint PRIMARY KEY, publish_id text NOT NULL UNIQUE, parent text NOT NULL, at text NOT NULL, node text NOT NULL,
  who text NOT NULL, runs text NOT NULL);
-- For other programs: dates as text.
CREATE VIEW observation_text AS
  SELECT s.dataset, s.code, s.area, to_char(date '1970-01-01' + o.date::integer, 'YYYY-MM-DD') AS date, o.value,
    r.source, r.fetched_at
  FROM observation o JOIN series s ON s.id = o.series_id JOIN run r ON r.id = o.run_id;
`;

/** `minute` and `day` count from 1970-01-01 UTC; `until` and `seen_at` are ms by the database's clock. */
const ADMISSION_TABLES = `
CREATE TABLE api_key(
  id text PRIMARY KEY, label text NOT NULL, sha256 bytea NOT NULL UNIQUE, last4 text NOT NULL, role text NOT NULL,
  created_at text NOT NULL, last_used_at text, last_client text, revoked_at text,
  for_fred bigint NOT NULL DEFAULT 0);
CREATE TABLE use_count(
  key_id text PRIMARY KEY, minute bigint NOT NULL, minute_count bigint NOT NULL, day bigint NOT NULL,
  day_count bigint NOT NULL);
CREATE TABLE secret(name text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE lease(name text PRIMARY KEY, holder text NOT NULL, until bigint NOT NULL);
CREATE TABLE node(
  id text PRIMARY KEY, name text NOT NULL, url text NOT NULL, almanac_version text NOT NULL, team_version bigint NOT NULL,
  seen_at bigint NOT NULL);
CREATE TABLE audit(
  id text PRIMARY KEY, at text NOT NULL, who text NOT NULL, what text NOT NULL, detail text NOT NULL);
CREATE TABLE shared_item(
  id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, note text NOT NULL, folder text NOT NULL, content text NOT NULL,
  revision bigint NOT NULL, shared_by text NOT NULL, created_at text NOT NULL, changed_at text NOT NULL, deleted_at text);
-- Work of people who sign in with a browser. owner is their key's id. One row for each revision of a saved item ('item:ID'), of
-- the preferences and of the confirmed pairs. content is JSON, or '' if it was deleted for good.
CREATE TABLE own_work(
  owner text NOT NULL, name text NOT NULL, revision bigint NOT NULL, content text NOT NULL,
  PRIMARY KEY (owner, name, revision));
`;

/** Add new steps at the end. A step never changes after a release, because each database stores its hash. */
export const MIGRATIONS: DatabaseOptions['migrations'] = [
  { name: 'all tables', sql: DATA_TABLES + ADMISSION_TABLES },
];

/** Almanac's mark in a database: the migration steps it has had. */
const LEDGER = `CREATE TABLE IF NOT EXISTS almanac_schema(
  version bigint PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL)`;

const NAMES = MIGRATIONS.flatMap(({ sql }) =>
  [...sql.matchAll(/^CREATE (?:TABLE|VIEW) "?(\w+)/gm)].map(([, name = '']) => name),
);

type SchemaStep = { version: number; sha256: string };

/** Migrates a database; several may do so at once. @throws Failure 'team_refused' or 'newer_version'. */
export async function migrateTeam(database: TeamDatabase): Promise<void> {
  await expectServer(database);
  if (!(await hasMark(database))) {
    await expectNoForeignTables(database);
    await database.change(LEDGER).catch(async (error: unknown) => {
      // If two make it at the same time, PostgreSQL refuses one, in spite of IF NOT EXISTS.
      if (!(await hasMark(database))) throw error;
    });
  }
  const done = await database.query<SchemaStep>('SELECT version, sha256 FROM almanac_schema');
  for (const [index, { name, sql }] of MIGRATIONS.entries()) {
    const version = index + 1;
    if (done.some((step) => step.version === version)) continue;
    await database.transaction(async ({ query, change }) => {
      // Insert the row first: a second migration waits here for the first, and finds the step done.
      const isMine = await change(
        'INSERT INTO almanac_schema VALUES ($1, $2, $3) ON CONFLICT (version) DO NOTHING',
        [version, name, hashOf(sql)],
      );
      if (isMine === 1) await query(sql);
    });
  }
  await expectSchema(database);
}

/** Checks the schema without changing it. @throws Failure 'team_refused', 'newer_version'. */
export async function expectSchema(database: TeamDatabase): Promise<void> {
  const { name } = database;
  if (!(await hasMark(database))) {
    await expectNoForeignTables(database);
    throw teamRefused(
      `${name} is not set up for a team's Almanac. Set it up first, as its owner: ${initCommand(database.address, await ownerOf(database))}`,
    );
  }
  const steps = await database.query<SchemaStep>(
    'SELECT version, sha256 FROM almanac_schema ORDER BY version',
  );
  const isOurs = MIGRATIONS.slice(0, steps.length).every(({ sql }, at) => steps[at]?.sha256 === hashOf(sql));
  if (!isOurs) throw teamRefused(`${name} has a schema that no released Almanac made. Use another database.`);
  if (steps.length > MIGRATIONS.length) throw newerSchema(name, steps.length);
  if (steps.length < MIGRATIONS.length)
    throw teamRefused(
      `${name} has schema ${steps.length}, and this Almanac needs ${MIGRATIONS.length}. Bring it up to date, as its owner: ${initCommand(database.address, await ownerOf(database))}`,
    );
}

/** Call it before data are published or pulled: a newer Almanac may have changed the schema meanwhile. */
export async function expectKnownSchema({ query }: Queries, name: string): Promise<void> {
  const [row] = await query<{ newest: number }>('SELECT max(version) AS newest FROM almanac_schema');
  const newest = row?.newest ?? 0;
  if (newest > MIGRATIONS.length) throw newerSchema(name, newest);
}

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

async function expectNoForeignTables(database: TeamDatabase): Promise<void> {
  const found = await tablesNamed(database, NAMES);
  // The mark is made before the tables, so look for it after them: somebody may be making both now.
  if (found.length === 0 || (await hasMark(database))) return;
  throw teamRefused(
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

const HEAD = `SELECT t.team_id AS "teamId", h.version, h.publish_id AS "publishId", h.notes, h.data_version AS "dataVersion",
  h.file_id AS "fileId" FROM head h JOIN team t ON t.id = h.id WHERE h.id = 1`;

/** @throws Failure 'team_refused' if there is no team yet. */
export async function readHead({ query }: Queries): Promise<CopyHead> {
  const [head] = await query<CopyHead>(HEAD);
  if (head) return head;
  throw teamRefused(
    `The database has the tables of a team and no team. Set it up: ${commandLine`team init ADDRESS`}`,
  );
}

/** Version 0 has no publish. */
export async function hasPublish({ query }: Queries, version: number, publishId: string): Promise<boolean> {
  if (version === 0) return publishId === '';
  const [row] = await query<{ publish_id: string }>('SELECT publish_id FROM publish WHERE version = $1', [
    version,
  ]);
  return row?.publish_id === publishId;
}
