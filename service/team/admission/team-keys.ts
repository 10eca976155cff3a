import { randomBytes, randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { LRUCache } from 'lru-cache';
import { DAY_LIMIT, MINUTE_LIMIT } from '../../contract/names.ts';
import {
  type Admission,
  type Authentication,
  checkedLabel,
  DAY_MS,
  isFredKey,
  type KeyStore,
  keyHash,
  type MadeKey,
  MINUTE_MS,
  newFredKey,
  newKey,
  newKeyId,
  type Quota,
  quotaOf,
  type Role,
  UNUSED,
  unknownKey,
} from '../../keys/index.ts';
import { openTeamDatabase, type TeamAddress, type TeamDatabase } from '../connect.ts';
import { expectSchema } from '../schema.ts';
import { type Engine, EngineAway } from './engine.ts';
import { type KeyCounts, openReservations, quotaAt, rememberExceeded } from './reservations.ts';
import {
  ADMIT_ID,
  ADMIT_KEY,
  AUTHENTICATE,
  AUTHENTICATE_ID,
  COUNTS,
  CREATE,
  FIND,
  LIST,
  MAKE_SECRET,
  NOTE,
  READ_SECRET,
  REVOKE,
  TAKE_BACK,
} from './statements.ts';

export type TeamKeys = KeyStore & {
  /** Queries the database at every call, like `authenticate`. */
  authenticateId(id: string): Promise<Authentication>;
};

export type TeamKeysOptions = {
  /** For creating, listing and revoking, which need not be quick. */
  database: TeamDatabase;
  /** For authenticating and counting, which requests wait for. Without it no request can be let in. */
  engine?: Engine;
  nodes: () => number;
  /** The name in the audit for creating and revoking keys. */
  who: string;
  now: () => Date;
  log: (line: string) => void;
  minuteMs?: number;
};

type Credential = { hash: Buffer } | { id: string };
type AdmitRow = { [Name in keyof (FoundKey & KeyCounts)]: (FoundKey & KeyCounts)[Name] | null } & {
  ms: number;
};
type KeyRow = FoundKey & {
  label: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  last_client: string | null;
  for_fred: number;
};

/** A window may end between a refusal and the look at its counts: then the request is tried again. */
const TRIES = 3;
const SECRET = 'paging-token';

/** Opens a team's keys, and reads the secret of paging tokens, which all nodes share. */
export async function openTeamKeys(options: TeamKeysOptions): Promise<TeamKeys> {
  const { database, nodes, who, now, minuteMs = MINUTE_MS } = options;
  await database.change(MAKE_SECRET, [SECRET, randomBytes(32)]);
  const [secret] = await database.query<{ value: Buffer }>(READ_SECRET, [SECRET]);
  if (!secret) throw new Error('The secret of paging tokens is not there.');
  const known = rememberKeys();
  const exceeded = rememberExceeded(minuteMs);
  const reservations = openReservations(minuteMs, giveBack);
  /** By key: a query that counts several requests. The key's other requests wait for it. */
  const reserving = new Map<string, Promise<unknown>>();
  const uses = noteUse(options);

  function engine(): Engine {
    if (!options.engine) throw new Error('These keys were opened to be managed, not to let requests in.');
    return options.engine;
  }

  /** Counts `most` requests for this node if the limits allow it, otherwise one. @throws EngineAway */
  async function ask(credential: Credential, most: number): Promise<Admission> {
    const by = 'hash' in credential ? credential.hash : credential.id;
    let count = most;
    for (let tries = TRIES; ; ) {
      const [row] = await engine().ask<AdmitRow>('hash' in credential ? ADMIT_KEY : ADMIT_ID, [
        by,
        minuteMs,
        DAY_MS,
        MINUTE_LIMIT,
        DAY_LIMIT,
        count,
      ]);
      if (!row || row.id === null || row.role === null) return { state: 'unknown' };
      const found = { id: row.id, role: row.role, revoked_at: row.revoked_at };
      const key = known.note(found, 'hash' in credential ? credential.hash : undefined);
      if (key.isRevoked) return { state: 'revoked', keyId: key.keyId };
      if (row.minute !== null) {
        const counts = row as KeyCounts;
        const quota = reservations.hold(key.keyId, counts, count);
        return letIn(key, quota, counts);
      }
      if (count > 1) {
        void reservations.forget(key.keyId);
        count = 1;
        continue;
      }
      const [counts] = await engine().ask<KeyCounts>(COUNTS, [key.keyId]);
      if (counts) {
        const quota = quotaAt(counts, counts.ms, minuteMs);
        key.dayRemaining = quota.dayRemaining;
        if (quota.exceeded) {
          exceeded.note(key.keyId, counts);
          return { state: 'active', keyId: key.keyId, quota };
        }
      }
      tries -= 1;
      if (tries < 0) throw new EngineAway('The windows of the limits end faster than the database answers.');
    }
  }

  function letIn(key: KnownKey, quota: Quota, counts: KeyCounts): Admission {
    key.dayRemaining = quota.dayRemaining;
    return {
      state: 'active',
      keyId: key.keyId,
      quota: { ...quota, exceeded: undefined },
      takeBack() {
        if (!reservations.putBack(key.keyId, counts)) void giveBack(key.keyId, counts, 1);
      },
    };
  }

  /** Takes counts back. While the database is away the requests stay counted. */
  async function giveBack(keyId: string, { minute, day }: KeyCounts, count: number): Promise<void> {
    try {
      await engine().ask(TAKE_BACK, [keyId, minute, day, count]);
    } catch (error) {
      if (!(error instanceof EngineAway)) options.log(`A count was not taken back: ${String(error)}`);
    }
  }

  async function admitted(by: Credential, key: KnownKey | undefined): Promise<Admission> {
    if (key && !key.isRevoked) {
      const quota = exceeded.of(key.keyId, engine().isAway());
      if (quota) return { state: 'active', keyId: key.keyId, quota };
      for (;;) {
        const reserved = reservations.take(key.keyId);
        if (reserved) return letIn(key, reserved.quota, reserved.counts);
        const asking = reserving.get(key.keyId);
        if (!asking) break;
        await asking;
      }
    }
    const count = reservations.countFor(key?.keyId, nodes());
    const asking = ask(by, count).catch((error: unknown) => {
      if (error instanceof EngineAway) return admitAlone(known.of(by));
      throw error;
    });
    if (key && count > 1) {
      const ended = asking.then(
        () => reserving.delete(key.keyId),
        () => reserving.delete(key.keyId),
      );
      reserving.set(key.keyId, ended);
    }
    return asking;
  }

  function admitAlone(key: KnownKey | undefined): Admission {
    if (!key) return { state: 'away' };
    const { keyId } = key;
    if (key.isRevoked) return { state: 'revoked', keyId };
    const remembered = exceeded.of(keyId, engine().isAway());
    if (remembered) return { state: 'active', keyId, quota: remembered };
    const left = takeShare(key, engine().awayMs(), nodes());
    if (!left) return { state: 'away', keyId };
    const { minuteReset, dayReset } = quotaOf({ minute: 0, day: 0 }, undefined, now().getTime(), minuteMs);
    const quota = { minuteRemaining: left.minute, minuteReset, dayRemaining: left.day, dayReset };
    return { state: 'active', keyId, quota: { ...quota, exceeded: undefined } };
  }

  function authenticateAlone(key: KnownKey | undefined): Authentication {
    if (!key) return { state: 'away' };
    return key.isRevoked
      ? { state: 'revoked', keyId: key.keyId }
      : { state: 'active', keyId: key.keyId, role: key.role };
  }

  async function authenticated(by: Credential): Promise<Authentication> {
    const hash = 'hash' in by ? by.hash : undefined;
    try {
      const [found] = await engine().ask<FoundKey>(hash ? AUTHENTICATE : AUTHENTICATE_ID, Object.values(by));
      return found ? authenticateAlone(known.note(found, hash)) : { state: 'unknown' };
    } catch (error) {
      if (error instanceof EngineAway) return authenticateAlone(known.of(by));
      throw error;
    }
  }

  async function flush(): Promise<void> {
    await Promise.all([reservations.flush(), uses.flush()]);
  }

  async function stored(label: string, role: Role, key: string): Promise<MadeKey> {
    const text = checkedLabel(label);
    const last4 = key.slice(-4);
    const created_at = now().toISOString();
    for (;;) {
      const id = newKeyId();
      const is_for_fred = isFredKey(key);
      const audit = [who, randomUUID()];
      const values = [id, text, keyHash(key), last4, created_at, role, ...audit, Number(is_for_fred)];
      if ((await database.query(CREATE, values)).length === 0) continue;
      return { id, label: text, last4, created_at, ...UNUSED, is_for_fred, role, key };
    }
  }

  return {
    create: (label, role = 'read') => stored(label, role, newKey()),
    createForFred: (label) => stored(label, 'read', newFredKey()),
    async list() {
      await flush();
      const rows = await database.query<KeyRow & { today: number; this_minute: number }>(LIST, [
        minuteMs,
        DAY_MS,
      ]);
      return rows.map(keyOf);
    },
    async revoke(id) {
      await database.change(REVOKE, [id, now().toISOString(), who, randomUUID()]);
      await reservations.forget(id);
      const [row] = await database.query<KeyRow>(FIND, [id]);
      if (!row) throw unknownKey(id);
      return keyOf(row);
    },
    authenticate: (key) => authenticated({ hash: keyHash(key) }),
    authenticateId: (id) => authenticated({ id }),
    async admit(given, client) {
      const by = 'key' in given ? { hash: keyHash(given.key) } : given;
      const key = known.of(by);
      const found = await admitted(by, key);
      if (found.state === 'active') uses.note(found.keyId, client);
      return found;
    },
    note: uses.note,
    tokenSecret: () => secret.value,
    flush,
    close: flush,
  };
}

function keyOf<Key extends KeyRow>({ for_fred, ...row }: Key) {
  return { ...row, is_for_fred: for_fred === 1 };
}

const FLUSH_MS = 5000;
const CLIENT_LENGTH = 120;

type Use = { id: string; at: string; client: string | null };

/** Writes every few seconds when and by which client each key was last used, for the list of keys. */
export function noteUse(options: { database: TeamDatabase; now: () => Date; log: (line: string) => void }) {
  const { database, now, log } = options;
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    try {
      await database.query(NOTE, [JSON.stringify([...written.values()])]);
    } catch (error) {
      // Write these uses again with the next ones.
      uses = new Map([...written, ...uses]);
      log(`When keys were last used could not be noted: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    note(keyId: string, client: string | undefined): void {
      const name = client?.slice(0, CLIENT_LENGTH) ?? uses.get(keyId)?.client ?? null;
      uses.set(keyId, { id: keyId, at: now().toISOString(), client: name });
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
    close: flush,
  };
}

type FoundKey = { id: string; role: Role; revoked_at: string | null };

/** Facts about a key that a node remembers while the database is away. Never the key itself. */
export type KnownKey = {
  keyId: string;
  role: Role;
  isRevoked: boolean;
  /** When the database last confirmed the key, by `performance.now()`. */
  seenMs: number;
  dayRemaining: number;
  share?: { fromMs: number; used: number };
};

/** A key that the database confirmed within this time stays valid while the database is away. */
const SEEN_MS = 10 * 60_000;
/** How long keys are counted without the database; also how long a share lasts. */
const ALONE_MS = 60_000;
const MOST_KEYS = 10_000;

export function rememberKeys() {
  const byId = new LRUCache<string, KnownKey>({ max: MOST_KEYS });
  const idOfHash = new LRUCache<string, string>({ max: MOST_KEYS });
  return {
    of: (by: Credential): KnownKey | undefined => {
      const id = 'id' in by ? by.id : idOfHash.get(by.hash.toString('base64'));
      return id === undefined ? undefined : byId.get(id);
    },
    note(found: FoundKey, hash: Buffer | undefined): KnownKey {
      const known = byId.get(found.id) ?? {
        keyId: found.id,
        role: found.role,
        isRevoked: false,
        seenMs: 0,
        dayRemaining: DAY_LIMIT,
      };
      known.role = found.role;
      known.isRevoked = found.revoked_at !== null;
      known.seenMs = performance.now();
      byId.set(found.id, known);
      if (hash) idOfHash.set(hash.toString('base64'), found.id);
      return known;
    },
  };
}

/** Counts a request without the database, against the key's share at this node. @returns what is left. */
export function takeShare(known: KnownKey, awayMs: number, nodes: number) {
  const now = performance.now();
  if (known.isRevoked || awayMs > ALONE_MS || now - known.seenMs > SEEN_MS) return undefined;
  if (!known.share || now - known.share.fromMs >= ALONE_MS) known.share = { fromMs: now, used: 0 };
  const minute = Math.floor(MINUTE_LIMIT / nodes);
  const day = Math.floor(known.dayRemaining / nodes);
  const { share } = known;
  if (share.used >= Math.min(minute, day)) return undefined;
  share.used += 1;
  return { minute: minute - share.used, day: day - share.used };
}

/** Lets a person create, list and revoke the keys of a team, as `user@computer` in the audit. */
export async function withTeamKeys<Result>(
  address: TeamAddress,
  use: (keys: TeamKeys) => Promise<Result>,
): Promise<Result> {
  const database = openTeamDatabase({ ...address, connections: 1 });
  try {
    await expectSchema(database);
    return await use(await keysOfPerson(database));
  } finally {
    await database.close();
  }
}

/** @returns `undefined` if the team has a key. If several set it up at once, only one makes a key. */
export function makeFirstKey(database: TeamDatabase): Promise<MadeKey | undefined> {
  return database.transaction(async (transaction) => {
    // Other set-ups wait here.
    await transaction.query('SELECT id FROM team WHERE id = 1 FOR UPDATE');
    if ((await transaction.query('SELECT id FROM api_key LIMIT 1')).length > 0) return undefined;
    const keys = await keysOfPerson({ ...database, ...transaction });
    return await keys.create('first admin', 'admin');
  });
}

function keysOfPerson(database: TeamDatabase): Promise<TeamKeys> {
  return openTeamKeys({
    database,
    nodes: () => 1,
    who: `${userInfo().username}@${hostname()}`,
    now: () => new Date(),
    log: () => undefined,
  });
}
