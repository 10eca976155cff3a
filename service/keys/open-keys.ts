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
import type { ApiKey, Authentication, LocalKeys } from './types.ts';
import { openUsage } from './usage.ts';
import { windowOf } from './windows.ts';

const COLUMNS = `id, label, last4, created_at AS createdAt, last_used_at AS lastUsedAt, last_client AS lastClient,
  revoked_at AS revokedAt, for_fred AS forFred`;

/** A row of `COLUMNS`. */
type Row = Omit<ApiKey, 'isForFred'> & { forFred: 0 | 1 };
type State = { id: string; revokedAt: string | null };

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
  const byId = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM api_key WHERE id = ?`);
  const all = db.prepare<[number, number], Row & { today: number; thisMinute: number }>(
    `SELECT ${COLUMNS}, coalesce(d.count, 0) AS today, coalesce(m.count, 0) AS thisMinute FROM api_key
     LEFT JOIN day_use d ON d.key_id = id AND d.day = ? LEFT JOIN minute_use m ON m.key_id = id AND m.minute = ?
     ORDER BY created_at, id`,
  );
  const stateByHash = db.prepare<[Buffer], State>(
    'SELECT id, revoked_at AS revokedAt FROM api_key WHERE sha256 = ?',
  );
  const stateById = db.prepare<[string], State>(
    'SELECT id, revoked_at AS revokedAt FROM api_key WHERE id = ?',
  );
  const revoke = db.prepare('UPDATE api_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?');
  const counts = isCopy ? db : openCounts(path, db);
  const usage = openUsage(counts, now);
  const asked = <T>(work: () => T) => guarded(path, work);
  const authenticate = (key: string) => answer(asked(() => stateByHash.get(keyHash(key))));
  const authenticateId = (id: string) => answer(asked(() => stateById.get(id)));

  function stored(label: string, key: string): ApiKey & { key: string } {
    const text = checkedLabel(label);
    if (isCopy) throw unwritable(path);
    const id = unusedId((candidate) => asked(() => byId.get(candidate)) !== undefined);
    const createdAt = now().toISOString();
    const last4 = key.slice(-4);
    const isForFred = isFredKey(key);
    asked(() => insert.run(id, text, keyHash(key), last4, createdAt, Number(isForFred)));
    const unused = { lastUsedAt: null, lastClient: null, revokedAt: null };
    return { id, label: text, last4, createdAt, ...unused, isForFred, key };
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

function keyOf<Found extends Row>({
  forFred,
  ...row
}: Found): Omit<Found, 'forFred'> & { isForFred: boolean } {
  return { ...row, isForFred: forFred === 1 };
}

function answer(state: State | undefined): Authentication {
  if (!state) return { state: 'unknown' };
  return { state: state.revokedAt === null ? 'active' : 'revoked', keyId: state.id };
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
