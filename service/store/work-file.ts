import type { DatabaseOptions } from './migrate.ts';

/** Times are ISO 8601, UTC; JSON is checked by `service/contract` when it is written and when it is read. */
const TABLES = `
-- Companies of which a person says that they are the same under another ticker. Tickers without what is no letter or digit, in
-- capitals; names as the lists had them when the pair was confirmed.
CREATE TABLE same_company(
  old_ticker TEXT NOT NULL,
  new_ticker TEXT NOT NULL,
  old_name TEXT NOT NULL,
  new_name TEXT NOT NULL,
  confirmed_at TEXT NOT NULL,
  PRIMARY KEY(old_ticker, new_ticker)
) STRICT, WITHOUT ROWID;

-- A saved view, board or list. id was made by the page that saved it first. deleted_at: it lies in the bin since then.
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

-- What an item was at each of its newest revisions, the current one included.
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

-- Only what differs from the default. value is JSON.
CREATE TABLE preference(
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every request that left this computer. Neither url nor headers (JSON) have a secret. status: NULL if no answer came.
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

-- Grows with every change that other windows want to see.
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

/** FULL: what was confirmed on the screen survives a power cut. The application id is 'ALMW' in ASCII. */
export const WORK_OPTIONS: DatabaseOptions = {
  migrations: [{ name: 'all tables', sql: TABLES }],
  applicationId: 0x414c4d57,
  synchronous: 'FULL',
  waitMs: 5000,
};
