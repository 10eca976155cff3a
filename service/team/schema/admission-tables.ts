import type { DatabaseOptions } from '../../store/index.ts';

/**
 * Keys, their use, the lease, nodes, the audit and shared work. `minute` and `day` count from 1970-01-01, UTC; `until` and `seen_at` are
 * milliseconds since then by the database's clock; other times are ISO 8601, UTC.
 */
export const ADMISSION_TABLES: DatabaseOptions['migrations'] = [
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
