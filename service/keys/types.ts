import type { ServiceKeyLine } from '../contract/access.ts';

/** The rights of a key in a team's Almanac. Each role includes the roles before it. */
export const ROLES = ['read', 'publish', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type ApiKey = Omit<ListedKey, 'today' | 'this_minute'>;
/** A new key with the key itself, which is not stored and cannot be read again. */
export type MadeKey = ApiKey & { key: string };
/** A key with its counted requests. Only a team's keys have a role; keys of one computer all read. */
export type ListedKey = ServiceKeyLine & { role?: Role };

export const UNUSED = { last_used_at: null, last_client: null, revoked_at: null };

/** Remaining requests in both windows, for headers and the 429 body. Resets: whole seconds, at least 1. */
export type Quota = {
  minuteRemaining: number;
  minuteReset: number;
  dayRemaining: number;
  dayReset: number;
  exceeded: 'minute' | 'day' | undefined;
};

/** `away`: a team's database does not answer, so nobody knows whether the key is valid. */
export type Authentication =
  | { state: 'active'; keyId: string; role?: Role }
  | { state: 'revoked'; keyId: string }
  | { state: 'unknown' }
  | { state: 'away'; keyId?: string };

/** A request's credential: a key, or the id of the key that a paging token is bound to. */
export type Credential = { key: string } | { id: string };

/** A valid key with its remaining quota, or why the request is refused. */
export type Admission =
  | {
      state: 'active';
      keyId: string;
      quota: Quota;
      /** Cancels the count of this request; absent if it was not counted. */
      takeBack?: () => void;
    }
  | Exclude<Authentication, { state: 'active' }>;

export type KeyStore = {
  /** @param role for a team; `read` by default. @throws Failure 'wrong_usage' for a bad label. */
  create(label: string, role?: Role): Promise<MadeKey>;
  /** Like `create`, for a key of 32 hexadecimal digits that works only for FRED's clients. */
  createForFred(label: string): Promise<MadeKey>;
  list(): Promise<ListedKey[]>;
  /** Revokes a key. Revoking twice is not an error. @throws Failure 'unknown_key'. */
  revoke(id: string): Promise<ApiKey>;
  /** Reads the key on every call, so that a revocation by another process holds at once. */
  authenticate(key: string): Promise<Authentication>;
  /**
   * Authenticates a request and counts it, unless a limit is exceeded. The count is stored when the promise
   * resolves. If the clock is set back into an earlier minute, that minute's count starts again at 0.
   */
  admit(credential: Credential, client: string | undefined): Promise<Admission>;
  /** Records time and client of a request without counting it: the market-data group has no limits. */
  note(keyId: string, client: string | undefined): void;
  /** @returns the secret that signs paging tokens; it stays the same after a restart. */
  tokenSecret(): Buffer;
  /** Writes everything that is only in memory so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
