import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { DATA_FILE } from '../contract/names.ts';
import { bytesOf } from './database-files.ts';
import { guarded } from './failures.ts';
import type { DatabaseOptions } from './open-database.ts';

/** Days are day numbers, times ISO 8601 in UTC. Emptied series keep their row: paging tokens have its id. */
const TABLES = `
CREATE TABLE data_state(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  file_id TEXT NOT NULL,
  data_version INTEGER NOT NULL
) STRICT;
INSERT INTO data_state VALUES (1, lower(hex(randomblob(6))), 0);

-- rows, first and last describe all rows of the run, also unchanged ones. They and finished_at are NULL in rescued runs that
-- lack them. gone: members that left lists of constituents, also counted as revised. refined: rounded values of a stand-in
-- (FRED) that the publisher's own values replaced, also counted as unchanged.
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

-- row: the row in the imported file, NULL if unknown. rounding: half a unit of the last digit of a stand-in's (FRED's) value,
-- NULL if the value is the publisher's own text.
CREATE TABLE observation(
  series_id INTEGER NOT NULL,
  date INTEGER NOT NULL,
  value TEXT NOT NULL,
  run_id INTEGER NOT NULL,
  row INTEGER,
  rounding TEXT,
  PRIMARY KEY (series_id, date)
) STRICT, WITHOUT ROWID;

-- The number of observations of a series in each stretch of 256 days (date >> 8), by which offsets are found.
CREATE TABLE stretch(
  series_id INTEGER NOT NULL,
  stretch INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (series_id, stretch)
) STRICT, WITHOUT ROWID;

-- A replaced value: run_id wrote it, superseded_by replaced it. was_rounding = 1: the value was a stand-in's rounding of the new
-- one, so the change is not a revision.
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
-- Revisions, newest run first, then newest day first, then by series.
CREATE INDEX revision_by_run ON revision(superseded_by, date, series_id DESC);

-- OF value: if only the rounding changes, the publisher has confirmed the number, and nothing is kept.
CREATE TRIGGER keep_revision BEFORE UPDATE OF value ON observation BEGIN
  INSERT INTO revision(series_id, date, value, run_id, first_seen, superseded_at, superseded_by, row, rounding)
    SELECT OLD.series_id, OLD.date, OLD.value, OLD.run_id,
      (SELECT fetched_at FROM run WHERE id = OLD.run_id),
      (SELECT fetched_at FROM run WHERE id = NEW.run_id),
      NEW.run_id, OLD.row, OLD.rounding;
END;

-- A list of constituents. A list that another one of the same day replaced stays, with a mark. row: its first row in the file.
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

-- rank, from 0, is the order in answers: an offset is a rank.
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

-- The last request to each address of a publisher. fetched_at and the validators describe the bytes that were stored last.
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

-- Blocks of a history that the publisher sent whole. Any other block is fetched again, even if its days are stored.
CREATE TABLE whole_block(
  dataset TEXT NOT NULL,
  block TEXT NOT NULL,
  PRIMARY KEY (dataset, block)
) STRICT, WITHOUT ROWID;

-- For a value that is a sum of several rows of the file: all of these rows, by the first one, which is observation.row.
CREATE TABLE summed_rows(
  run_id INTEGER NOT NULL,
  series_id INTEGER NOT NULL,
  row INTEGER NOT NULL,
  all_rows TEXT NOT NULL,
  PRIMARY KEY (run_id, series_id, row)
) STRICT, WITHOUT ROWID;

-- Only in a copy of a team's data. version and publish_id: the newest publish in this file. notes: the newest change of fetch
-- and whole_block.
CREATE TABLE team_copy(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  team_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  publish_id TEXT NOT NULL,
  notes INTEGER NOT NULL
) STRICT;

-- Only in a copy of a team's data: number and hash of the rows that a run wrote, with superseded values and members.
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

/** Times are ISO 8601, UTC. `service/contract` checks the JSON on writing and on reading. */
const WORK_TABLES = `
-- Pairs of tickers that a person confirmed to be one company. Tickers have only capitals and digits; names are as the lists had
-- them at that time.
CREATE TABLE same_company(
  old_ticker TEXT NOT NULL,
  new_ticker TEXT NOT NULL,
  old_name TEXT NOT NULL,
  new_name TEXT NOT NULL,
  confirmed_at TEXT NOT NULL,
  PRIMARY KEY(old_ticker, new_ticker)
) STRICT, WITHOUT ROWID;

-- A saved view, board or list. id comes from the page that saved it first. deleted_at: in the bin since then.
CREATE TABLE item(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  folder TEXT NOT NULL,
  content TEXT NOT NULL,
  revision INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT, WITHOUT ROWID;

-- The newest revisions of each item, with the current one.
CREATE TABLE item_version(
  item_id TEXT NOT NULL REFERENCES item(id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  folder TEXT NOT NULL,
  content TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  deleted_at TEXT,
  PRIMARY KEY(item_id, revision)
) STRICT, WITHOUT ROWID;

-- Only values that differ from the default. value is JSON.
CREATE TABLE preference(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every request that left this computer. url and headers (JSON) have no secrets. status: NULL if no answer came.
CREATE TABLE outgoing(
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  purpose TEXT NOT NULL,
  dataset TEXT,
  headers TEXT NOT NULL,
  sent_bytes INTEGER NOT NULL,
  received_bytes INTEGER NOT NULL,
  status INTEGER,
  problem TEXT
) STRICT;

-- version increases with every change that other windows must see.
CREATE TABLE work_state(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO work_state VALUES (1, 0);
CREATE TRIGGER item_added AFTER INSERT ON item BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER item_changed AFTER UPDATE ON item BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER item_removed AFTER DELETE ON item BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER preference_added AFTER INSERT ON preference BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER preference_changed AFTER UPDATE ON preference BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER preference_removed AFTER DELETE ON preference BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER pair_added AFTER INSERT ON same_company BEGIN UPDATE work_state SET version = version + 1; END;
CREATE TRIGGER pair_removed AFTER DELETE ON same_company BEGIN UPDATE work_state SET version = version + 1; END;
`;

/** FULL: changes confirmed on the screen survive a power cut. The application id is 'ALMW' in ASCII. */
export const WORK_OPTIONS: DatabaseOptions = {
  migrations: [{ name: 'all tables', sql: WORK_TABLES }],
  applicationId: 0x414c4d57,
  synchronous: 'FULL',
  waitMs: 5000,
};

/** Milliseconds that a checkpoint waits for readers in other processes. */
const WAIT_MS = 1000;
/** Milliseconds that a closing writer waits for readers; reading a page takes a few. */
const CLOSE_WAIT_MS = 250;
/** Size of a log that is worth a checkpoint. Small refreshes write less. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Empties SQLite's log (WAL), unless another process reads. Closing a read-only connection does not. */
export function checkpoint(dataDir: string): void {
  const path = dataFile(dataDir);
  if (!existsSync(path)) return;
  guarded(path, () => {
    const db = new Sqlite(path, { timeout: WAIT_MS, fileMustExist: true });
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  });
}

export function needsCheckpoint(dataDir: string): boolean {
  return bytesOf(`${dataFile(dataDir)}-wal`) > LARGE_BYTES;
}

/** Closes a connection that has written, and empties the log, which would keep its largest size. */
export function closeWriting(db: Database): void {
  try {
    db.pragma(`busy_timeout = ${CLOSE_WAIT_MS}`);
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The data are committed. If the file has a problem, the next opening reports it.
  } finally {
    db.close();
  }
}
