import { createHmac, timingSafeEqual } from 'node:crypto';

export const SESSION_MS = 12 * 60 * 60_000;
/** The clocks of two nodes may differ by twice what each may differ from the database's (`clock.ts`); the rest is room. */
const OTHER_CLOCK_MS = 5 * 60_000;

const FORM = /^s1\.([\w-]{1,60})\.(\d{1,15})\.([\w-]{43})$/;

/** What stands for a key in the page: the id of the key and when it ends, signed with the team's secret, so that every node knows it. */
export type Sessions = ReturnType<typeof openSessions>;

/** @param secret the team's; the sessions' own key is derived from it, so that a signed paging token is never a session. */
export function openSessions(secret: Buffer) {
  const key = createHmac('sha256', secret).update('almanac team session 1').digest();
  const signature = (keyId: string, endsMs: string): string =>
    createHmac('sha256', key).update(`${keyId}.${endsMs}`).digest('base64url');
  return {
    make(keyId: string, now: Date): { session: string; endsAt: Date } {
      const endsMs = now.getTime() + SESSION_MS;
      return {
        session: `s1.${keyId}.${endsMs}.${signature(keyId, String(endsMs))}`,
        endsAt: new Date(endsMs),
      };
    },
    /** @returns the id of the key, which may have been revoked; `undefined` for a session that is made up, changed or over. */
    read(session: string, now: Date): string | undefined {
      const [, keyId, endsMs, signed] = FORM.exec(session) ?? [];
      if (keyId === undefined || endsMs === undefined || signed === undefined) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(signature(keyId, endsMs)), Buffer.from(signed));
      const leftMs = Number(endsMs) - now.getTime();
      // One from further ahead was signed by a clock that was wrong.
      return isOurs && leftMs > 0 && leftMs <= SESSION_MS + OTHER_CLOCK_MS ? keyId : undefined;
    },
  };
}
