import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { KEYS_FILE } from '../contract/names.ts';
import {
  type Database,
  guarded,
  isMemoryCopy,
  openDatabase,
  openDatabaseOrCopy,
  unwritable,
} from '../store/index.ts';
import { isFredKey, newFredKey } from './fred-key.ts';
import { checkedLabel, keyHash, newKey, newKeyId, unknownKey } from './new-key.ts';
import { COUNT_OPTIONS, KEYS_OPTIONS } from './schema.ts';
import {
  type ApiKey,
  type Authentication,
  type ListedKey,
  type LocalKeys,
  type MadeKey,
  UNUSED,
} from './types.ts';
import { openUsage } from './usage.ts';
import { windowOf } from './windows.ts';

const COLUMNS =
  'id, label, last4, created_at, last_used_at, last_client, revoked_at, for_fred AS is_for_fred';

/** A key as SQLite has it, which knows no booleans. */
type Row<Key> = Omit<Key, 'is_for_fred'> & { is_for_fred: 0 | 1 };
type State = { id: string; revoked_at: string | null };

/**
 * Opens keys.sqlite of a data folder, readable by its owner only, and creates it if it is missing. If the folder cannot be written,
 * existing keys work and are counted, but none can be created or revoked.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version'. The returned functions throw the first two as well.
 */
export function openKeys(dataDir: string, { now }: { now: () => Date }): LocalKeys {
  const path = join(dataDir, KEYS_FILE);
  const db = openDatabaseOrCopy(path, KEYS_OPTIONS);
  const isCopy = isMemoryCopy(db);
  // An older file may have wider permissions, which SQLite then gave to its two files beside it.
  // On a file system without permissions (FAT, some network drives) only the folder's own protection applies.
  if (process.platform !== 'win32' && !isCopy) {
    for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  }
  const insert = db.prepare(
    'INSERT INTO api_key(id, label, sha256, last4, created_at, for_fred) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const byId = db.prepare<[string], Row<ApiKey>>(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.prepare<[number, number], Row<ListedKey>>(
    `SELECT ${COLUMNS}, coalesce(d.count, 0) AS today, coalesce(m.count, 0) AS this_minute FROM api_key
     LEFT JOIN day_use d ON d.key_id = id AND d.day = ? LEFT JOIN minute_use m ON m.key_id = id AND m.minute = ?
     ORDER BY created_at, id`,
  );
  const stateByHash = db.prepare<[Buffer], State>('SELECT id, revoked_at FROM api_key WHERE sha256 = ?');
  const stateById = db.prepare<[string], State>('SELECT id, revoked_at FROM api_key WHERE id = ?');
  const revoke = db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?');
  const counts = isCopy ? db : openCounts(path, db);
  const usage = openUsage(counts, now);
  const asked = <T>(work: () => T) => guarded(path, work);
  const authenticate = (key: string) => answer(asked(() => stateByHash.get(keyHash(key))));
  const authenticateId = (id: string) => answer(asked(() => stateById.get(id)));

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
    create: (label) => stored(label, newKey()),
    createForFred: (label) => stored(label, newFredKey()),
    list() {
      usage.flush();
      const { day, minute } = windowOf(now().getTime());
      return asked(() => all.all(day, minute)).map(keyOf);
    },
    revoke(id) {
      if (isCopy) throw unwritable(path);
      const key = asked(() => {
        revoke.run(now().toISOString(), id);
        return byId.get(id);
      });
      if (!key) throw unknownKey(id);
      return keyOf(key);
    },
    authenticate,
    authenticateId,
    admit(credential, client) {
      const found = 'key' in credential ? authenticate(credential.key) : authenticateId(credential.id);
      if (found.state !== 'active') return found;
      return { state: 'active', keyId: found.keyId, ...usage.take(found.keyId, client) };
    },
    take: (keyId, client) => usage.take(keyId, client).quota,
    saveCounts: usage.saveCounts,
    note: usage.note,
    tokenSecret: () => asked(() => readSecret(db)),
    flush: usage.flush,
    close() {
      if (!db.open) return;
      usage.close();
      counts.close();
      db.close();
    },
  };
}

/** Opens a second connection. Counting a request on it does not wait for the disk; a revocation on the first one does. */
function openCounts(path: string, keys: Database): Database {
  try {
    return openDatabase(path, COUNT_OPTIONS);
  } catch (error) {
    keys.close();
    throw error;
  }
}

function keyOf<Found extends Row<ApiKey>>(row: Found): Omit<Found, 'is_for_fred'> & { is_for_fred: boolean } {
  return { ...row, is_for_fred: row.is_for_fred === 1 };
}

function answer(state: State | undefined): Authentication {
  if (!state) return { state: 'unknown' };
  return { state: state.revoked_at === null ? 'active' : 'revoked', keyId: state.id };
}

function unusedId(isUsed: (id: string) => boolean): string {
  for (;;) {
    const id = newKeyId();
    if (!isUsed(id)) return id;
  }
}

/** @returns the secret of paging tokens; it is created the first time. */
function readSecret(db: Database): Buffer {
  db.prepare("INSERT OR IGNORE INTO secret VALUES ('paging-token', ?)").run(randomBytes(32));
  return db
    .prepare<[], Buffer>("SELECT value FROM secret WHERE name = 'paging-token'")
    .pluck()
    .get() as Buffer;
}
