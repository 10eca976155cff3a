import type { Migration } from '../migrate.ts';

/**
 * Layout 1 of data.sqlite. `date` and `as_of` are day numbers; `value` and `weight` are text as published; times are ISO 8601, UTC.
 * A series keeps its row, and so its id, when its observations are deleted, because paging tokens contain the id.
 */
export const data1: Migration = {
  name: 'series, observations, revisions, runs, constituents',
  sql: `
CREATE TABLE data_state(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  file_id TEXT NOT NULL,
  data_version INTEGER NOT NULL
) STRICT;
INSERT INTO data_state VALUES (1, lower(hex(randomblob(6))), 0);

CREATE TABLE run(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  dataset TEXT NOT NULL,
  origin TEXT NOT NULL,
  source TEXT NOT NULL,
  location TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  revised INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_by_dataset ON run(dataset, id);

CREATE TABLE dataset(
  id TEXT PRIMARY KEY,
  origin TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run(id)
) STRICT, WITHOUT ROWID;

CREATE TABLE series(
  id INTEGER PRIMARY KEY,
  dataset TEXT NOT NULL,
  code TEXT NOT NULL,
  area TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  first INTEGER,
  last INTEGER,
  UNIQUE (dataset, code, area)
) STRICT;

CREATE TABLE observation(
  series_id INTEGER NOT NULL,
  date INTEGER NOT NULL,
  value TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  PRIMARY KEY (series_id, date)
) STRICT, WITHOUT ROWID;

-- Every day that has an observation, as text: looking it up is quicker than SQLite's date(), row for row.
CREATE TABLE day(
  day INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

-- Observations of a series in each stretch of 256 days (date >> 8): offsets are found through these.
CREATE TABLE stretch(
  series_id INTEGER NOT NULL,
  stretch INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (series_id, stretch)
) STRICT, WITHOUT ROWID;

-- A value that is no more. run_id wrote it, superseded_by replaced it.
CREATE TABLE revision(
  series_id INTEGER NOT NULL,
  date INTEGER NOT NULL,
  value TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  first_seen TEXT NOT NULL,
  superseded_at TEXT NOT NULL,
  superseded_by INTEGER NOT NULL,
  PRIMARY KEY (series_id, date, run_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER keep_revision BEFORE UPDATE ON observation BEGIN
  INSERT INTO revision
    SELECT OLD.series_id, OLD.date, OLD.value, OLD.run_id,
      (SELECT fetched_at FROM run WHERE id = OLD.run_id),
      (SELECT fetched_at FROM run WHERE id = NEW.run_id),
      NEW.run_id;
END;

-- A list of constituents; one that was replaced for the same day stays, marked.
CREATE TABLE constituent_list(
  id INTEGER PRIMARY KEY,
  dataset TEXT NOT NULL,
  code TEXT NOT NULL,
  as_of INTEGER NOT NULL,
  count INTEGER NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run(id),
  superseded_at TEXT,
  superseded_by INTEGER
) STRICT;
CREATE UNIQUE INDEX constituent_list_current ON constituent_list(code, as_of) WHERE superseded_at IS NULL;

-- rank, from 0, is the order of the answer: an offset is a rank.
CREATE TABLE constituent(
  list_id INTEGER NOT NULL REFERENCES constituent_list(id) ON DELETE CASCADE,
  rank INTEGER NOT NULL,
  ticker TEXT NOT NULL,
  name TEXT NOT NULL,
  sector TEXT NOT NULL,
  weight TEXT NOT NULL,
  PRIMARY KEY (list_id, rank)
) STRICT, WITHOUT ROWID;
`,
};
