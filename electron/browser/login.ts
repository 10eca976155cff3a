import { createHash, randomBytes } from 'node:crypto';

export const TOKEN_LIFETIME_MS = 5 * 60_000;

/**
 * Login of browser mode. A token stands in the fragment of the address that is printed and opened: 256 bits, once, five
 * minutes. It is exchanged for a bearer that holds until the host ends. Only hashes are kept, and looked up by hash, so
 * that neither memory nor timing tells a value.
 */
export type Login = {
  /** @param onSpent called when it has been exchanged. */
  issueToken(onSpent?: () => void): string;
  /** @returns a bearer, or undefined where the token is used, too old or made up. */
  exchange(token: string): string | undefined;
  knows(bearer: string): boolean;
  /** How many tokens have been exchanged. */
  signIns(): number;
  /** Hashes of the bearers, for the host that takes this one's place (`npm run dev`). They open nothing by themselves. */
  sessions(): string[];
  /** Takes over what `sessions` of the host before gave. */
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
