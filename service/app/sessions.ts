import { hash as hashOnce, randomBytes } from 'node:crypto';
import { carriesBearer, makeBearer } from '../process/page-bearer.ts';

export const TOKEN_LIFETIME_MS = 5 * 60_000;
/** More than anybody opens in five minutes; the oldest of more is void. */
const MOST_TOKENS = 1_000;
const MOST_BEARERS = 1_000;

/**
 * Sign-in of the page. The address that is printed and opened has a token in its fragment: 256 bits, good once and for five minutes. The
 * page exchanges it for a bearer, which is good until the shell ends. Only hashes of tokens are kept.
 */
export type PageSessions = ReturnType<typeof openPageSessions>;

/** @param secret of this run of the shell @param nowMs monotonic */
export function openPageSessions(secret: string, nowMs = () => performance.now()) {
  const tokens = new Map<string, number>();
  /** Headers whose bearer was found good: checking its signature takes a tenth of the time of a page that was asked before. */
  const known = new Set<string>();
  let signIns = 0;
  return {
    issueToken(): string {
      const token = randomBytes(32).toString('base64url');
      tokens.set(hash(token), nowMs() + TOKEN_LIFETIME_MS);
      for (const old of [...tokens.keys()].slice(0, -MOST_TOKENS)) tokens.delete(old);
      return token;
    },
    /** @returns a bearer; undefined where the token is used, too old or made up. */
    exchange(token: string): string | undefined {
      const key = hash(token);
      const endsMs = tokens.get(key);
      tokens.delete(key);
      if (endsMs === undefined || endsMs <= nowMs()) return undefined;
      signIns += 1;
      return makeBearer(secret);
    },
    /** @param authorization the header of a request */
    knows(authorization: string | undefined = ''): boolean {
      if (known.has(authorization)) return true;
      if (!carriesBearer(secret, authorization)) return false;
      if (known.size < MOST_BEARERS) known.add(authorization);
      return true;
    },
    /** How many tokens have been exchanged. */
    signIns: (): number => signIns,
  };
}

const hash = (text: string): string => hashOnce('sha256', text, 'base64url');
