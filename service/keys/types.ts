/** The door of the keys room: API keys, their use, their limits. */

export type ApiKey = {
  id: string;
  label: string;
  last4: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  lastUsedAt: string | null;
  /** User-Agent of the last request, cut to 120 characters; null before the first. */
  lastClient: string | null;
  revokedAt: string | null;
};

/** What is left of both windows, for the headers and the 429 body; resets in whole seconds, at least 1. */
export type Quota = {
  minuteRemaining: number;
  minuteReset: number;
  dayRemaining: number;
  dayReset: number;
  exceeded: 'minute' | 'day' | undefined;
};

export type Authentication =
  | { state: 'active'; keyId: string }
  | { state: 'revoked'; keyId: string }
  | { state: 'unknown' };

export type Keys = {
  /** @returns the key itself, the only time that it exists outside its owner's hands. */
  create(label: string): ApiKey & { key: string };
  list(): (ApiKey & { today: number; thisMinute: number })[];
  /** @throws Failure 'unknown_key'. Revoking twice is not an error. */
  revoke(id: string): ApiKey;
  /** Looks at the file on every call, so that a revocation from another process holds at once. */
  authenticate(key: string): Authentication;
  /** State of a key by its id (for paging tokens). */
  authenticateId(id: string): Authentication;
  /**
   * Counts one request unless a limit is exceeded; remembers use and client. Its answer must not go out before `settle`.
   * Windows are those of the clock: one that is set back into a minute that has passed begins that minute's count anew.
   */
  take(keyId: string, client: string | undefined): Quota;
  /** Has the counts of all requests so far in the file when it returns, so that they outlive the process. */
  settle(): void;
  /** Remembers use and client without counting: the market-data group has no limits. */
  note(keyId: string, client: string | undefined): void;
  /** Secret that signs paging tokens; the same after a restart. */
  tokenSecret(): Buffer;
  /** Writes what is still only remembered in memory. */
  flush(): void;
  close(): void;
};
