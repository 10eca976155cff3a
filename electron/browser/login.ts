import { createHash, randomBytes } from 'node:crypto';

export const TOKEN_LIFETIME_MS = 5 * 60_000;

/**
 * Login of browser mode. The address that is printed and opened has a token in its fragment: 256 bits, good once and for five
 * minutes. The page exchanges it for a bearer that is good until the host ends. Only hashes are kept, and values are looked up by
 * hash, so that neither memory nor timing gives a value away.
 */
export type Login = {
  /** @param onSpent called when the token has been exchanged. */
  issueToken(onSpent?: () => void): string;
  /** @returns a bearer, or undefined where the token is used, too old or made up. */
  exchange(token: string): string | undefined;
  knows(bearer: string): boolean;
  /** How many tokens have been exchanged. */
  signIns(): number;
  /** Hashes of the bearers, for the host that replaces this one (`npm run dev`). Nobody can sign in with a hash. */
  sessions(): string[];
  /** Takes over the `sessions()` of the host that this one replaces. */
  resume(sessions: readonly string[]): void;
};

export function createLogin(nowMs: () => number): Login {
  const tokens = new Map<string, { endsMs: number; onSpent: (() => void) | undefined }>();
  const bearers = new Set<string>();
  let signIns = 0;
  return {
    issueToken(onSpent) {
      const token = randomSecret();
      tokens.set(hash(token), { endsMs: nowMs() + TOKEN_LIFETIME_MS, onSpent });
      return token;
    },
    exchange(token) {
      const key = hash(token);
      const issued = tokens.get(key);
      tokens.delete(key);
      if (issued === undefined || issued.endsMs <= nowMs()) return undefined;
      const bearer = randomSecret();
      bearers.add(hash(bearer));
      signIns += 1;
      issued.onSpent?.();
      return bearer;
    },
    knows: (bearer) => bearers.has(hash(bearer)),
    signIns: () => signIns,
    sessions: () => [...bearers],
    resume(sessions) {
      for (const session of sessions) bearers.add(session);
    },
  };
}

const randomSecret = (): string => randomBytes(32).toString('base64url');
const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * How long to wait for the sessions of the host before. Pages of `npm run dev` stay signed in while the host behind them restarts:
 * its launcher has a channel to the host, takes the sessions of the old one and gives them to the new one. Only hashes go over it.
 */
const WAIT_MS = 2_000;

/** Takes over the sessions of the host before. Does nothing where there is no channel. */
export async function resumeSessions(login: Login): Promise<void> {
  if (!process.send) return;
  const sessions = await new Promise<unknown>((resolve) => {
    const late = setTimeout(() => resolve([]), WAIT_MS);
    process.once('message', (message) => {
      clearTimeout(late);
      resolve(message);
    });
  });
  if (Array.isArray(sessions)) login.resume(sessions.filter((each) => typeof each === 'string'));
}

/** Sends the sessions for the next host, and closes the channel. */
export async function leaveSessions(login: Login): Promise<void> {
  if (!process.send || !process.connected) return;
  await new Promise<void>((resolve) => {
    process.send?.(login.sessions(), undefined, undefined, () => resolve());
  });
  process.disconnect();
}
