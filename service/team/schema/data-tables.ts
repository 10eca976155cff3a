import type { DatabaseOptions } from '../../store/index.ts';

/**
 * The tables of data.sqlite with the same columns, by which they are copied verbatim (a test compares them), each with the
 * version of the publish that wrote the row last. `date`, `as_of`, `first` and `last` are day numbers; values and weights are text
 * as published; times are ISO 8601, UTC.
 */
export const DATA_TABLES: DatabaseOptions['migrations'] = [
  {
    name: 'runs',
    sql: `CREATE TABLE run(
  id bigint PRIMARY KEY, kind text NOT NULL, dataset text NOT NULL, origin text NOT NULL, source text NOT NULL,
  location text NOT NULL, sha256 text NOT NULL, fetched_at text NOT NULL, added bigint NOT NULL, revised bigint NOT NULL,
  unchanged bigint NOT NULL, finished_at text, rows bigint, first bigint, last bigint, gone bigint NOT NULL,
  refined bigint NOT NULL, version bigint NOT NULL)`,
  },
  { name: 'runs by version', sql: 'CREATE INDEX run_by_version ON run(version)' },
  {
    name: 'datasets',
    sql: `CREATE TABLE dataset(
  id text PRIMARY KEY, origin text NOT NULL, updated_at text NOT NULL, run_id bigint NOT NULL, version bigint NOT NULL)`,
  },
  { name: 'datasets by version', sql: 'CREATE INDEX dataset_by_version ON dataset(version)' },
  {
    name: 'series',
    sql: `CREATE TABLE series(
  id bigint PRIMARY KEY, dataset text NOT NULL, code text NOT NULL, area text NOT NULL, count bigint NOT NULL,
  first bigint, last bigint, version bigint NOT NULL, UNIQUE (dataset, code, area))`,
  },
  { name: 'series by version', sql: 'CREATE INDEX series_by_version ON series(version)' },
  {
    name: 'observations',
    sql: `CREATE TABLE observation(
  series_id bigint NOT NULL, date bigint NOT NULL, value text NOT NULL, run_id bigint NOT NULL, row bigint, rounding text,
  version bigint NOT NULL, PRIMARY KEY (series_id, date))`,
  },
  { name: 'observations by version', sql: 'CREATE INDEX observation_by_version ON observation(version)' },
  {
    name: 'stretches',
    sql: `CREATE TABLE stretch(
  series_id bigint NOT NULL, stretch bigint NOT NULL, count bigint NOT NULL, version bigint NOT NULL,
  PRIMARY KEY (series_id, stretch))`,
  },
  { name: 'stretches by version', sql: 'CREATE INDEX stretch_by_version ON stretch(version)' },
  {
    name: 'values that are no more',
    sql: `CREATE TABLE revision(
  series_id bigint NOT NULL, date bigint NOT NULL, value text NOT NULL, run_id bigint NOT NULL, first_seen text NOT NULL,
  superseded_at text NOT NULL, superseded_by bigint NOT NULL, row bigint, was_rounding bigint NOT NULL, rounding text,
  version bigint NOT NULL, PRIMARY KEY (series_id, date, run_id))`,
  },
  { name: 'revisions by version', sql: 'CREATE INDEX revision_by_version ON revision(version)' },
  {
    name: 'lists of constituents',
    sql: `CREATE TABLE constituent_list(
  id bigint PRIMARY KEY, dataset text NOT NULL, code text NOT NULL, as_of bigint NOT NULL, count bigint NOT NULL,
  run_id bigint NOT NULL, superseded_at text, superseded_by bigint, row bigint, version bigint NOT NULL)`,
  },
  { name: 'lists by version', sql: 'CREATE INDEX constituent_list_by_version ON constituent_list(version)' },
  {
    name: 'members of lists',
    sql: `CREATE TABLE constituent(
  list_id bigint NOT NULL, rank bigint NOT NULL, ticker text NOT NULL, name text NOT NULL, sector text NOT NULL,
  weight text NOT NULL, row bigint, version bigint NOT NULL, PRIMARY KEY (list_id, rank))`,
  },
  { name: 'members by version', sql: 'CREATE INDEX constituent_by_version ON constituent(version)' },
  {
    name: 'rows behind sums',
    sql: `CREATE TABLE summed_rows(
  run_id bigint NOT NULL, series_id bigint NOT NULL, row bigint NOT NULL, all_rows text NOT NULL, version bigint NOT NULL,
  PRIMARY KEY (run_id, series_id, row))`,
  },
  { name: 'summed rows by version', sql: 'CREATE INDEX summed_rows_by_version ON summed_rows(version)' },
  {
    name: 'hashes of what runs wrote',
    sql: `CREATE TABLE run_hash(
  run_id bigint PRIMARY KEY, rows bigint NOT NULL, sha256 text NOT NULL, version bigint NOT NULL)`,
  },
  { name: 'hashes by version', sql: 'CREATE INDEX run_hash_by_version ON run_hash(version)' },
  {
    name: 'notes of fetches',
    sql: `CREATE TABLE "fetch"(
  url text PRIMARY KEY, dataset text NOT NULL, source text NOT NULL, checked_at text NOT NULL, outcome text NOT NULL,
  message text NOT NULL, fetched_at text, etag text, last_modified text, http_date text, sha256 text,
  version bigint NOT NULL)`,
  },
  {
    name: 'blocks fetched whole',
    sql: `CREATE TABLE whole_block(
  dataset text NOT NULL, block text NOT NULL, version bigint NOT NULL, PRIMARY KEY (dataset, block))`,
  },
  {
    name: 'rows that were deleted',
    sql: `CREATE TABLE gone(
  version bigint NOT NULL, table_name text NOT NULL, key text NOT NULL, PRIMARY KEY (version, table_name, key))`,
  },
  {
    name: 'the team',
    sql: `CREATE TABLE team(
  id bigint PRIMARY KEY, team_id text NOT NULL, created_at text NOT NULL)`,
  },
  {
    name: 'the newest publish',
    sql: `CREATE TABLE head(
  id bigint PRIMARY KEY, version bigint NOT NULL, publish_id text NOT NULL, data_version bigint NOT NULL,
  notes bigint NOT NULL, file_id text NOT NULL)`,
  },
  {
    name: 'publishes',
    sql: `CREATE TABLE publish(
  version bigint PRIMARY KEY, publish_id text NOT NULL UNIQUE, parent text NOT NULL, at text NOT NULL, node text NOT NULL,
  who text NOT NULL, runs text NOT NULL)`,
  },
  {
    name: 'observations with dates as text, for other programs',
    sql: `CREATE VIEW observation_text AS
  SELECT s.dataset, s.code, s.area, to_char(date '1970-01-01' + o.date::integer, 'YYYY-MM-DD') AS date, o.value,
    r.source, r.fetched_at
  FROM observation o JOIN series s ON s.id = o.series_id JOIN run r ON r.id = o.run_id`,
  },
];
