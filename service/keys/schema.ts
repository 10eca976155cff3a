import type { DatabaseOptions } from '../store/index.ts';

/**
 * How keys.sqlite is opened. Times are ISO 8601, UTC; `day` and `minute` count from 1970-01-01, UTC. FULL waits for the disk: a power
 * cut must neither restore a revoked key nor lose a new key that somebody has just entered into a tool.
 */
export const KEYS_OPTIONS: DatabaseOptions = {
  migrations: [
    {
      name: 'keys, their use by day and minute, the secret of paging tokens',
      sql: `
CREATE TABLE api_key(
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  last_client TEXT,
  revoked_at TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE day_use(
  key_id TEXT NOT NULL REFERENCES api_key(id),
  day INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY(key_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE minute_use(
  key_id TEXT PRIMARY KEY REFERENCES api_key(id),
  minute INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE secret(
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`,
    },
    {
      // Of keys made before, nothing says it: their store has only a hash.
      name: 'which keys are for FRED’s clients',
      sql: 'ALTER TABLE api_key ADD COLUMN for_fred INTEGER NOT NULL DEFAULT 0',
    },
  ],
  // 'ALMK'
  applicationId: 0x414c4d4b,
  synchronous: 'FULL',
  waitMs: 5000,
};

/**
 * How the same file is opened to count requests. NORMAL does not wait for the disk, which would take milliseconds per request: counts
 * survive if the process is killed, but a power cut may lose the last ones.
 */
export const COUNT_OPTIONS: DatabaseOptions = { ...KEYS_OPTIONS, synchronous: 'NORMAL', waitMs: 1000 };
