import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { headerKeys, notAuthenticated, Refusal, unavailable } from '../../api/index.ts';
import { BODY_BYTES } from '../../contract/body.ts';
import { type Authentication, isFredKey, ROLES, type Role } from '../../keys/index.ts';
import type { TeamKeys } from '../admission/team-keys.ts';

export type TeamMember = { keyId: string; role: Role };

export type TeamMembersOptions = {
  keys: Pick<TeamKeys, 'authenticate' | 'authenticateId' | 'note'>;
  sessions: Sessions;
  now: () => Date;
};

/** The most requests of a session in a minute, far above what people need. `inside.md` has the reason. */
const MOST_IN_A_MINUTE = 600;
/** Sent bytes that count as one more request, so that the database can clear away what it writes. */
const COUNTED_BYTES = 16 * 1024;
const MINUTE_MS = 60_000;

/** @param keys asked at each request, so that a revoked key ends its sessions at once. */
export function openMembers({ keys, sessions, now }: TeamMembersOptions) {
  const counts = new Map<string, number>();
  let minute = 0;

  function count(keyId: string, sentBytes: number): void {
    const at = Math.floor(now().getTime() / MINUTE_MS);
    if (at !== minute) counts.clear();
    minute = at;
    const used = (counts.get(keyId) ?? 0) + 1 + Math.floor(sentBytes / COUNTED_BYTES);
    counts.set(keyId, used);
    if (used <= MOST_IN_A_MINUTE) return;
    const seconds = Math.ceil(((at + 1) * MINUTE_MS - now().getTime()) / 1000);
    throw new Refusal(
      429,
      {
        detail: `A person's pages may ask ${MOST_IN_A_MINUTE} times a minute, and each ${COUNTED_BYTES / 1024} KB that they send count as one more. Programs ask with a key: see /docs.`,
      },
      { 'Retry-After': String(seconds) },
    );
  }

  function keyIdOf({ headers }: FastifyRequest): string | undefined {
    const session = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    return session === undefined ? undefined : sessions.read(session, now());
  }

  async function byKey(request: FastifyRequest): Promise<TeamMember> {
    const [key, other] = headerKeys(request);
    if (key === undefined || other !== undefined || isFredKey(key)) throw notAuthenticated(Boolean(key));
    return memberOf(await keys.authenticate(key));
  }

  return {
    /** True for a valid session, though its key may have been revoked. */
    hasSession: (request: FastifyRequest): boolean => keyIdOf(request) !== undefined,
    byKey,
    /** @throws Refusal 401, 403 for a write that names no origin, 429, 503 while the database is away. */
    async of(request: FastifyRequest, takesKey: boolean = false): Promise<TeamMember> {
      if (takesKey && headerKeys(request).length > 0) return byKey(request);
      const keyId = keyIdOf(request);
      if (keyId === undefined) throw notAuthenticated(request.headers.authorization !== undefined);
      // Pages of other origins were refused before; every page names its origin in a POST.
      if (request.method === 'POST' && request.headers.origin === undefined) throw noOrigin();
      const member = memberOf(await keys.authenticateId(keyId));
      count(member.keyId, sentBytes(request));
      keys.note(member.keyId, request.headers['user-agent']);
      return member;
    },
  };
}

/** @returns the body's length; the most that is taken if its length is not given. */
function sentBytes({ method, headers }: FastifyRequest): number {
  return method === 'POST' ? Number(headers['content-length'] ?? BODY_BYTES) : 0;
}

export const noOrigin = () =>
  new Refusal(403, {
    detail: 'A page names its origin in what it posts (Origin), and this request does not.',
  });

/** @param what for the refusal's text: 'Sharing'. */
export function expectRole({ role }: TeamMember, needed: Role, what: string): void {
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return;
  throw new Refusal(403, {
    detail: `${what} needs a key of the role ${needed === 'admin' ? 'admin' : `${needed} or admin`}, and this one has the role ${role}. Ask who runs the team's Almanac for one.`,
  });
}

function memberOf(found: Authentication): TeamMember {
  if (found.state === 'away') throw unavailable();
  if (found.state !== 'active') throw notAuthenticated(found.state === 'unknown');
  return { keyId: found.keyId, role: found.role ?? 'read' };
}

const SESSION_MS = 12 * 60 * 60_000;
/** Two nodes' clocks may differ by twice `MOST_MS` of `nodes.ts`; the rest is reserve. */
const OTHER_CLOCK_MS = 5 * 60_000;

const FORM = /^s1\.([\w-]{1,60})\.(\d{1,15})\.([\w-]{43})$/;

/** A session replaces a key in the page: the key's id and an end, signed with the team's secret. */
type Sessions = ReturnType<typeof openSessions>;

/** @param secret the team's. A key derived from it signs, so that a paging token is never a session. */
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
    /** @returns the key's id, perhaps revoked; `undefined` for a session that is forged, changed or over. */
    read(session: string, now: Date): string | undefined {
      const [, keyId, endsMs, signed] = FORM.exec(session) ?? [];
      if (keyId === undefined || endsMs === undefined || signed === undefined) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(signature(keyId, endsMs)), Buffer.from(signed));
      const leftMs = Number(endsMs) - now.getTime();
      // A wrong clock signed a session that lasts longer.
      return isOurs && leftMs > 0 && leftMs <= SESSION_MS + OTHER_CLOCK_MS ? keyId : undefined;
    },
  };
}
