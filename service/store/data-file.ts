import { join } from 'node:path';
import { DATA_FILE } from '../contract/names.ts';
import type { DatabaseOptions } from './migrate.ts';

/** `date`, `as_of`, `first`, `last`: day numbers. Times: ISO 8601, UTC. A series keeps its row when emptied: paging tokens have its id. */
const TABLES = `
CREATE TABLE data_state(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  file_id TEXT NOT NULL,
  data_version INTEGER NOT NULL
) STRICT;
INSERT INTO data_state VALUES (1, lower(hex(randomblob(6))), 0);

-- rows, first, last: of all rows of the run, unchanged ones too. NULL, like finished_at, in rescued runs that lack them.
-- gone: members that left lists of constituents, also counted as revised. refined: roundings of a stand-in (FRED) that the
-- publisher's own values replaced, also counted as unchanged.
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
  unchanged INTEGER NOT NULL DEFAULT 0,
  finished_at TEXT,
  rows INTEGER,
  first INTEGER,
  last INTEGER,
  gone INTEGER NOT NULL DEFAULT 0,
  refined INTEGER NOT NULL DEFAULT 0
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

-- row: its row in the imported file; NULL where that is not known. rounding: half a unit of the last digit that a stand-in (FRED)
-- gave; NULL where the value is the publisher's own text.
CREATE TABLE observation(
  series_id INTEGER NOT NULL,
  date INTEGER NOT NULL,
  value TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  row INTEGER,
  rounding TEXT,
  PRIMARY KEY (series_id, date)
) STRICT, WITHOUT ROWID;

-- Observations of a series in each stretch of 256 days (date >> 8): offsets are found through these.
CREATE TABLE stretch(
  series_id INTEGER NOT NULL,
  stretch INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (series_id, stretch)
) STRICT, WITHOUT ROWID;

-- A replaced value: run_id wrote it, superseded_by replaced it. was_rounding = 1: it was a stand-in's rounding of the value that
-- took its place, which is no revision.
CREATE TABLE revision(
  series_id INTEGER NOT NULL,
  date INTEGER NOT NULL,
  value TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  first_seen TEXT NOT NULL,
  superseded_at TEXT NOT NULL,
  superseded_by INTEGER NOT NULL,
  row INTEGER,
  was_rounding INTEGER NOT NULL DEFAULT 0,
  rounding TEXT,
  PRIMARY KEY (series_id, date, run_id)
) STRICT, WITHOUT ROWID;
-- Revisions newest first: by run, then newest day first, then series.
CREATE INDEX revision_by_run ON revision(superseded_by, date, series_id DESC);

-- OF value: nothing is kept where only the rounding goes, because the publisher has confirmed the number.
CREATE TRIGGER keep_revision BEFORE UPDATE OF value ON observation BEGIN
  INSERT INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row, rounding)
    SELECT OLD.series_id, OLD.date, OLD.value, OLD.run_id,
      (SELECT fetched_at FROM run WHERE id = OLD.run_id),
      (SELECT fetched_at FROM run WHERE id = NEW.run_id),
      NEW.run_id, OLD.row, OLD.rounding;
END;

-- A list of constituents; one that was replaced for the same day stays, marked. row: where it begins in the imported file.
CREATE TABLE constituent_list(
  id INTEGER PRIMARY KEY,
  dataset TEXT NOT NULL,
  code TEXT NOT NULL,
  as_of INTEGER NOT NULL,
  count INTEGER NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run(id),
  superseded_at TEXT,
  superseded_by INTEGER,
  row INTEGER
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
  row INTEGER,
  PRIMARY KEY (list_id, rank)
) STRICT, WITHOUT ROWID;

-- The last request to an address of a publisher. fetched_at and the validators describe the bytes that were last stored from it.
CREATE TABLE fetch(
  url TEXT PRIMARY KEY,
  dataset TEXT NOT NULL,
  source TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT NOT NULL,
  fetched_at TEXT,
  etag TEXT,
  last_modified TEXT
) STRICT, WITHOUT ROWID;

-- Blocks of a history that the publisher gave whole. A block that is not here is fetched again, whatever days are stored.
CREATE TABLE whole_block(
  dataset TEXT NOT NULL,
  block TEXT NOT NULL,
  PRIMARY KEY (dataset, block)
) STRICT, WITHOUT ROWID;

-- All rows of the file behind a value that is their sum, by the first of them, which is in observation.row.
CREATE TABLE summed_rows(
  run_id INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  all_rows TEXT NOT NULL,
  PRIMARY KEY (run_id, series_id, row)
) STRICT, WITHOUT ROWID;

-- In the copy of a team's data only. version and publish_id: the newest publish in this file. notes: the newest change of fetch
-- and whole_block.
CREATE TABLE team_copy(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  team_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  publish_id TEXT NOT NULL,
  notes INTEGER NOT NULL
) STRICT;

-- In the copy of a team's data only: number and hash of the rows that a run wrote, superseded values and members included.
CREATE TABLE run_hash(
  run_id INTEGER PRIMARY KEY,
  rows INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;
`;

/** The application id is 'ALMD' in ASCII. */
export const DATA_OPTIONS: DatabaseOptions = {
  migrations: [{ name: 'all tables', sql: TABLES }],
  applicationId: 0x414c4d44,
  synchronous: 'FULL',
  waitMs: 10_000,
};

export function dataFile(dataDir: string): string {
  return join(dataDir, DATA_FILE);
}
