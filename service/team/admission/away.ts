import { LRUCache } from 'lru-cache';
import { DAY_LIMIT, MINUTE_LIMIT } from '../../contract/names.ts';
import type { Role } from '../../keys/index.ts';

/** A key as the database has it. */
export type FoundKey = { id: string; role: Role; revoked_at: string | null };

/** What a node remembers of a key, to go on for a while without the team's database. Never the key itself. */
export type KnownKey = {
  keyId: string;
  role: Role;
  isRevoked: boolean;
  /** When the database last said so; milliseconds of `performance.now()`. */
  seenMs: number;
  /** What was left of the day then. */
  dayRemaining: number;
  /** What the key was let ask without the database. */
  share?: { fromMs: number; used: number };
};

/** How long ago the database may have seen a key that goes on without it. */
const SEEN_MS = 10 * 60_000;
/** How long keys go on to be counted without the database. */
const ALONE_MS = 60_000;
const MOST_KEYS = 10_000;

/** The keys that this node has seen, by the hash of the key and by id. */
export function rememberKeys() {
  const byId = new LRUCache<string, KnownKey>({ max: MOST_KEYS });
  const idOfHash = new LRUCache<string, string>({ max: MOST_KEYS });
  return {
    of: (by: { hash: Buffer } | { id: string }): KnownKey | undefined => {
      const id = 'id' in by ? by.id : idOfHash.get(by.hash.toString('base64'));
      return id === undefined ? undefined : byId.get(id);
    },
    /** Notes what the database has just said. */
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

/**
 * Counts one request of a key without the database: of every limit a key has its share at each node, once a minute, as long as
 * the database was asked about it lately and has not been away for more than a minute.
 * @param awayMs since when the database is away.
 * @param nodes how many nodes there were when the database was last heard.
 * @returns what is left of its share; `undefined` where the request cannot be let in.
 */
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
