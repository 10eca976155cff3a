import type { ServiceKeyLine } from '../contract/access.ts';

/** What a key may do with a team's Almanac. Each may do what those before it may. */
export const ROLES = ['read', 'publish', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type ApiKey = Omit<ListedKey, 'today' | 'this_minute'>;
/** A new key with the key itself, which is not stored and cannot be read again. */
export type MadeKey = ApiKey & { key: string };
/** A key with its counted requests. Only a team's have a role: the keys of one computer all read. */
export type ListedKey = ServiceKeyLine & { role?: Role };

export const UNUSED = { last_used_at: null, last_client: null, revoked_at: null };

/** How many requests are left in both windows, for the headers and the 429 body. Resets are in whole seconds, at least 1. */
export type Quota = {
  minuteRemaining: number;
  minuteReset: number;
  dayRemaining: number;
  dayReset: number;
  exceeded: 'minute' | 'day' | undefined;
};

/** `away`: whether the key is good cannot be known now, because a team's database does not answer. */
export type Authentication =
  | { state: 'active'; keyId: string; role?: Role }
  | { state: 'revoked'; keyId: string }
  | { state: 'unknown' }
  | { state: 'away'; keyId?: string };

/** What a request brings: a key, or the id of one that a paging token is bound to. */
export type Credential = { key: string } | { id: string };

/** A key that may ask, with what is left of its limits; or why it may not. */
export type Admission =
  | {
      state: 'active';
      keyId: string;
      quota: Quota;
      /** Takes the count of this request back; absent where it was not counted. */
      takeBack?: () => void;
    }
  | Exclude<Authentication, { state: 'active' }>;

export type KeyStore = {
  /** @param role for a team; without it `read`. @throws Failure 'wrong_usage' for a bad label. */
  create(label: string, role?: Role): Promise<MadeKey>;
  /** As `create`: a key of 32 hexadecimal digits, good for FRED's clients alone. */
  createForFred(label: string): Promise<MadeKey>;
  list(): Promise<ListedKey[]>;
  /** Revokes a key. Revoking twice is not an error. @throws Failure 'unknown_key'. */
  revoke(id: string): Promise<ApiKey>;
  /** Asks on every call: a revocation by another process holds at once. */
  authenticate(key: string): Promise<Authentication>;
  /**
   * Authenticates a request and counts it, unless a limit is exceeded. It is stored when the promise resolves. If the clock is set back into an
   * earlier minute, the count of that minute starts again at 0.
   */
  admit(credential: Credential, client: string | undefined): Promise<Admission>;
  /** Remembers time and client of a request without counting it: the market-data group has no limits. */
  note(keyId: string, client: string | undefined): void;
  /** @returns the secret that signs paging tokens; it stays the same after a restart. */
  tokenSecret(): Buffer;
  /** Writes everything that is only in memory so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
