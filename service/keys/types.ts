/** An API key, without the key itself. */
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

/** How many requests are left in both windows, for the headers and the 429 body. Resets are in whole seconds, at least 1. */
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
  /**
   * Creates a key. @returns also the key itself, which is not stored and cannot be read again.
   * @throws Failure 'wrong_usage' if the label is empty, too long or has several lines.
   */
  create(label: string): ApiKey & { key: string };
  /** As `create`: a key of 32 hexadecimal digits, good for FRED's clients alone. */
  createForFred(label: string): ApiKey & { key: string };
  /** @returns all keys, oldest first, with their counted requests of this UTC day and this minute. */
  list(): (ApiKey & { today: number; thisMinute: number })[];
  /** Revokes a key. Revoking twice is not an error. @throws Failure 'unknown_key'. */
  revoke(id: string): ApiKey;
  /** Reads the file on every call, so that a revocation by another process takes effect at once. */
  authenticate(key: string): Authentication;
  /** @returns the state of the key with this id, for paging tokens. */
  authenticateId(id: string): Authentication;
  /**
   * Counts one request, unless a limit is exceeded, and remembers its time and client. Call `saveCounts` before sending the answer.
   * Windows follow the clock. If it is set back into an earlier minute, the count of that minute starts again at 0.
   */
  take(keyId: string, client: string | undefined): Quota;
  /** Writes the counts of all requests so far to the file, so that they survive if the process is killed. */
  saveCounts(): void;
  /** Remembers time and client of a request without counting it: the market-data group has no limits. */
  note(keyId: string, client: string | undefined): void;
  /** @returns the secret that signs paging tokens; it stays the same after a restart. */
  tokenSecret(): Buffer;
  /** Writes everything to the file that is only in memory so far. */
  flush(): void;
  close(): void;
};
