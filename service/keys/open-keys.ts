import { createHash, randomBytes, randomInt } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { KEYS_FILE, LABEL_LENGTH } from '../contract/names.ts';
import {
  type Database,
  type DatabaseOptions,
  guarded,
  isMemoryCopy,
  openDatabase,
  openDatabaseOrCopy,
  unwritable,
} from '../store/index.ts';
import {
  type ApiKey,
  type Authentication,
  type Credential,
  type KeyStore,
  type ListedKey,
  type MadeKey,
  UNUSED,
} from './types.ts';
import { openUsage, windowOf } from './usage.ts';

const COLUMNS =
  'id, label, last4, created_at, last_used_at, last_client, revoked_at, for_fred AS is_for_fred';

/** A key as stored in SQLite, which has no booleans. */
type StoredKey<Key> = Omit<Key, 'is_for_fred'> & { is_for_fred: 0 | 1 };
type KeyStateRow = { id: string; revoked_at: string | null };

/**
 * Opens or creates keys.sqlite. In a read-only folder keys work, but none can be created or revoked.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'; later calls only the first two.
 */
export function openKeys(dataDir: string, { now }: { now: () => Date }): KeyStore {
  const path = join(dataDir, KEYS_FILE);
  const db = openDatabaseOrCopy(path, KEYS_OPTIONS);
  const isCopy = isMemoryCopy(db);
  // An older file may have wider permissions, which SQLite copies to the two files beside it.
  // On a file system without permissions (FAT, some network drives) only the folder's protection applies.
  if (process.platform !== 'win32' && !isCopy) {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  }
  const insert = db.prepare(
    'INSERT INTO api_key(id, label, sha256, last4, created_at, for_fred) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const byId = db.prepare<[string], StoredKey<ApiKey>>(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.prepare<[number, number], StoredKey<ListedKey>>(
    `SELECT ${COLUMNS}, coalesce(d.count, 0) AS today, coalesce(m.count, 0) AS this_minute FROM api_key
     LEFT JOIN day_use d ON d.key_id = id AND d.day = ? LEFT JOIN minute_use m ON m.key_id = id AND m.minute = ?
     ORDER BY created_at, id`,
  );
  const stateByHash = db.prepare<[Buffer], KeyStateRow>(
    'SELECT id, revoked_at FROM api_key WHERE sha256 = ?',
  );
  const stateById = db.prepare<[string], KeyStateRow>('SELECT id, revoked_at FROM api_key WHERE id = ?');
  const revoke = db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?');
  const counts = isCopy ? db : openCounts(path, db);
  const usage = openUsage(counts, now);
  const asked = <T>(work: () => T) => guarded(path, work);
  const stateOf = (credential: Credential) =>
    asked(() =>
      'key' in credential ? stateByHash.get(keyHash(credential.key)) : stateById.get(credential.id),
    );

  function stored(label: string, key: string): MadeKey {
    const text = checkedLabel(label);
    if (isCopy) throw unwritable(path);
    const id = unusedId((candidate) => asked(() => byId.get(candidate)) !== undefined);
    const created_at = now().toISOString();
    const last4 = key.slice(-4);
    const is_for_fred = isFredKey(key);
    asked(() => insert.run(id, text, keyHash(key), last4, created_at, Number(is_for_fred)));
    return { id, label: text, last4, created_at, ...UNUSED, is_for_fred, key };
  }

  return {
    create: async (label) => stored(label, newKey()),
    createForFred: async (label) => stored(label, newFredKey()),
    async list() {
      usage.flush();
      const { day, minute } = windowOf(now().getTime());
      return asked(() => all.all(day, minute)).map(keyOf);
    },
    async revoke(id) {
      if (isCopy) throw unwritable(path);
      const key = asked(() => {
        revoke.run(now().toISOString(), id);
        return byId.get(id);
      });
      if (!key) throw unknownKey(id);
      return keyOf(key);
    },
    authenticate: async (key) => authenticationOf(stateOf({ key })),
    async admit(credential, client) {
      const found = authenticationOf(stateOf(credential));
      if (found.state !== 'active') return found;
      const { saved, ...taken } = usage.take(found.keyId, client);
      if (saved) await saved;
      return { ...found, ...taken };
    },
    note: usage.note,
    tokenSecret: () => asked(() => readSecret(db)),
    flush: async () => usage.flush(),
    async close() {
      if (!db.open) return;
      usage.close();
      counts.close();
      db.close();
    },
  };
}

/** Opens a second connection for counting, which does not wait for the disk as a revocation does. */
function openCounts(path: string, keys: Database): Database {
  try {
    return openDatabase(path, COUNT_OPTIONS);
  } catch (error) {
    keys.close();
    throw error;
  }
}

function keyOf<Found extends StoredKey<ApiKey>>(
  row: Found,
): Omit<Found, 'is_for_fred'> & { is_for_fred: boolean } {
  return { ...row, is_for_fred: row.is_for_fred === 1 };
}

function authenticationOf(state: KeyStateRow | undefined): Authentication {
  if (!state) return { state: 'unknown' };
  return { state: state.revoked_at === null ? 'active' : 'revoked', keyId: state.id };
}

function unusedId(isUsed: (id: string) => boolean): string {
  for (;;) {
    const id = newKeyId();
    if (!isUsed(id)) return id;
  }
}

function readSecret(db: Database): Buffer {
  db.prepare("INSERT OR IGNORE INTO secret VALUES ('paging-token', ?)").run(randomBytes(32));
  return db
    .prepare<[], Buffer>("SELECT value FROM secret WHERE name = 'paging-token'")
    .pluck()
    .get() as Buffer;
}

/**
 * Times are ISO 8601, UTC; `day` and `minute` count from 1970-01-01. FULL waits for the disk: a power cut
 * must neither restore a revoked key nor lose a new one.
 */
const KEYS_OPTIONS: DatabaseOptions = {
  migrations: [
    {
      name: 'all tables',
      sql: `
CREATE TABLE api_key(
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  last4 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  last_client TEXT,
  revoked_at TEXT,
  for_fred INTEGER NOT NULL DEFAULT 0
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
  ],
  // 'ALMK' in ASCII
  applicationId: 0x414c4d4b,
  synchronous: 'FULL',
  waitMs: 5000,
};

/** The same file for counting. NORMAL: a power cut may lose the last counts, a killed process does not. */
const COUNT_OPTIONS: DatabaseOptions = { ...KEYS_OPTIONS, synchronous: 'NORMAL', waitMs: 1000 };

/** Letters and digits that are not easily confused when read or typed: without 0 o 1 l i. */
const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 6;

/** @returns the trimmed label. @throws Failure 'wrong_usage' if it is empty, too long or not one line. */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '' || text.length > LABEL_LENGTH || /\p{Cc}/u.test(text)) {
    throw new Failure(
      'wrong_usage',
      `A key's label is 1 to ${LABEL_LENGTH} characters on one line, for example 'Excel at work'.`,
    );
  }
  return text;
}

/** The beginning of every key, except keys for FRED's clients. */
export const KEY_BEGINNING = 'alm_';

/** @returns a new API key: `alm_` and 43 base64url characters, 256 random bits. */
export function newKey(): string {
  return `${KEY_BEGINNING}${randomBytes(32).toString('base64url')}`;
}

/** @returns a new id of a key, short enough to type: `k7f3qx`. It is not secret. */
export function newKeyId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/** @returns the SHA-256, 32 bytes. A key is 256 random bits that nobody can guess, so no salt is needed. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export function unknownKey(id: string): Failure {
  return new Failure('unknown_key', `No API key has the id ${id}. The list of keys shows their ids.`);
}

/** The form of FRED's own keys, which FredData.jl requires. Such a key only works for FRED's clients. */
const FRED_FORM = /^[0-9a-f]{32}$/;

export function newFredKey(): string {
  return randomBytes(16).toString('hex');
}

export function isFredKey(key: string): boolean {
  return FRED_FORM.test(key);
}
