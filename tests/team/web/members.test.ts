import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../service/api/index.ts';
import { BODY_BYTES } from '../../../service/contract/body.ts';
import type { Authentication, Role } from '../../../service/keys/index.ts';
import {
  expectRole,
  openMembers,
  openSessions,
  type TeamMembersOptions,
} from '../../../service/team/web/members.ts';

/** The identity of those who ask a node, and the number of their requests. */

const PAGE = 'https://data.example.org';

function opened() {
  const state = { at: new Date('2026-11-20T12:00:30Z'), found: undefined as Authentication | undefined };
  const asked: unknown[] = [];
  const notes: unknown[] = [];
  const sessions = openSessions(Buffer.alloc(32, 7));
  const active = (keyId: string): Authentication =>
    state.found ?? { state: 'active', keyId, role: 'publish' };
  const keys: TeamMembersOptions['keys'] = {
    async authenticate(key) {
      asked.push(`key ${key}`);
      return active('of a key');
    },
    async authenticateId(keyId) {
      asked.push(`id ${keyId}`);
      return active(keyId);
    },
    note: (...noted) => notes.push(noted),
  };
  const members = openMembers({ keys, sessions, now: () => state.at });
  const bearer = (keyId: string) => ({ authorization: `Bearer ${sessions.make(keyId, state.at).session}` });
  const request = (method: string, headers: object) => ({ method, headers }) as FastifyRequest;
  return {
    ...{ ...members, state, asked, notes, bearer, request },
    get: (keyId: string) => members.of(request('GET', { 'user-agent': 'Firefox', ...bearer(keyId) })),
    post: (keyId: string, bytes?: number | string) =>
      members.of(
        request('POST', {
          ...{ origin: PAGE, ...bearer(keyId) },
          ...(bytes === undefined ? {} : { 'content-length': `${bytes}` }),
        }),
      ),
  };
}

/** @returns the status of a refusal, and whether it counts as a guess; `undefined` if nothing was refused. */
const refusal = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    ({ status, isGuess }: Refusal) => [status, isGuess],
  );

describe('a person', () => {
  it('is known by a session, whose key is checked each time and noted with the browser', async () => {
    const { get, post, asked, notes, hasSession, request, bearer, state } = opened();
    expect(await get('k1')).toEqual({ keyId: 'k1', role: 'publish' });
    expect([asked, notes]).toEqual([['id k1'], [['k1', 'Firefox']]]);
    await post('k2', 0);
    expect(notes[1]).toEqual(['k2', undefined]);
    expect(hasSession(request('GET', bearer('k1')))).toBe(true);
    for (const headers of [
      {},
      { authorization: 'Bearer x' },
      { authorization: bearer('k1').authorization.slice(7) },
    ])
      expect(hasSession(request('GET', headers))).toBe(false);
    state.found = { state: 'active', keyId: 'k1' };
    expect(await get('k1')).toEqual({ keyId: 'k1', role: 'read' });
    for (const [found, status, isGuess] of [
      [{ state: 'away' }, 503, false],
      [{ state: 'revoked', keyId: 'k1' }, 401, false],
      [{ state: 'unknown' }, 401, true],
    ] as const) {
      state.found = found;
      expect(await refusal(get('k1')), found.state).toEqual([status, isGuess]);
    }
    expect(notes).toHaveLength(3);
  });

  it('is refused without a valid session, and for a POST without an origin', async () => {
    const { of, request, bearer, asked } = opened();
    expect(await refusal(of(request('GET', {})))).toEqual([401, false]);
    expect(await refusal(of(request('GET', { authorization: 'Bearer made up' })))).toEqual([401, true]);
    expect(await refusal(of(request('POST', bearer('k1'))))).toEqual([403, false]);
    expect(asked).toEqual([]);
    await of(request('GET', bearer('k1')));
    // A key does not replace the session if keys are not accepted.
    expect(await refusal(of(request('GET', { 'x-api-key': 'alm_key' })))).toEqual([401, false]);
    expect(asked).toEqual(['id k1']);
  });

  it('is known by a key if keys are accepted: exactly one, and not a key for FRED’s clients', async () => {
    const { of, byKey, request, asked, state, bearer } = opened();
    const byHeader = request('POST', { 'x-api-key': 'alm_key' });
    const member = { keyId: 'of a key', role: 'publish' };
    expect([await of(byHeader, true), await byKey(byHeader)]).toEqual([member, member]);
    expect(await byKey(request('GET', { authorization: 'Bearer alm_key' }))).toEqual(member);
    expect(await of(request('GET', bearer('k1')), true)).toEqual({ keyId: 'k1', role: 'publish' });
    expect(asked).toEqual(['key alm_key', 'key alm_key', 'key alm_key', 'id k1']);
    for (const [headers, isGuess] of [
      [{}, false],
      [{ 'x-api-key': 'alm_key', authorization: 'Bearer alm_other' }, true],
      [{ 'x-api-key': '0123456789abcdef0123456789abcdef' }, true],
    ] as const)
      expect(await refusal(byKey(request('GET', headers)))).toEqual([401, isGuess]);
    expect(asked).toHaveLength(4);
    state.found = { state: 'away' };
    expect(await refusal(byKey(byHeader))).toEqual([503, false]);
  });
});

describe('a session does not avoid the limits', () => {
  it('all pages of a key together may ask 600 times a minute', async () => {
    const { get, state, notes } = opened();
    for (let asked = 0; asked < 600; asked++) await get('one');
    await get('two');
    await expect(get('one')).rejects.toMatchObject({
      status: 429,
      body: {
        detail:
          "A person's pages may ask 600 times a minute, and each 16 KB that they send count as one more. Programs ask with a key: see /docs.",
      },
      headers: { 'Retry-After': '30' },
    });
    expect(notes).toHaveLength(601);
    expect(await get('two')).toEqual({ keyId: 'two', role: 'publish' });
    state.at = new Date('2026-11-20T12:00:59.001Z');
    await expect(get('one')).rejects.toMatchObject({ headers: { 'Retry-After': '1' } });
    state.at = new Date('2026-11-20T12:01:00Z');
    expect(await get('one')).toEqual({ keyId: 'one', role: 'publish' });
  });

  it.for([
    ['nothing', 0, 1],
    ['a byte less than 16 KB', 16_383, 1],
    ['16 KB', 16_384, 2],
    ['ten times that', 163_840, 11],
    ['what it does not say', undefined, 1 + Math.floor(BODY_BYTES / 16_384)],
  ] as const)('a request that sends %s counts by its size: %s bytes → %s', async ([, bytes, times]) => {
    const { post, get } = opened();
    await post('one', bytes);
    for (let left = 600 - times; left > 0; left--) await get('one');
    await expect(get('one')).rejects.toMatchObject({ status: 429 });
  });
});

it.for<[Role, Role, string?]>([
  ['read', 'read'],
  ['publish', 'read'],
  ['publish', 'publish'],
  ['admin', 'publish'],
  ['admin', 'admin'],
  ['read', 'publish', 'publish or admin'],
  ['publish', 'admin', 'admin'],
  ['read', 'admin', 'admin'],
])('a key of the role %s for an action that needs %s', ([role, needed, says]) => {
  const expecting = () => expectRole({ keyId: 'k', role }, needed, 'Sharing');
  if (says === undefined) return expecting();
  expect(expecting).toThrow(
    expect.objectContaining({
      status: 403,
      body: {
        detail: `Sharing needs a key of the role ${says}, and this one has the role ${role}. Ask who runs the team's Almanac for one.`,
      },
    }),
  );
});

describe('a session', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  const HOUR_MS = 3_600_000;
  const { make, read } = openSessions(Buffer.alloc(32, 7));
  const later = (ms: number) => new Date(NOW.getTime() + ms);

  it('belongs to one key, for twelve hours, at every node with the same secret', () => {
    const { session, endsAt } = make('k7f3qx', NOW);
    expect(endsAt).toEqual(new Date('2026-11-21T00:00:00.000Z'));
    expect(session).toMatch(/^s1\.k7f3qx\.1795219200000\.[\w-]{43}$/);
    expect(openSessions(Buffer.alloc(32, 7)).read(session, NOW)).toBe('k7f3qx');
    expect(openSessions(Buffer.alloc(32, 8)).read(session, NOW)).toBeUndefined();
    expect([read(session, later(12 * HOUR_MS - 1)), read(session, later(12 * HOUR_MS))]).toEqual([
      'k7f3qx',
      undefined,
    ]);
    expect(make('other', NOW).session).not.toContain(session.split('.')[3]);
  });

  it('from a clock that is more than five minutes ahead is invalid', () => {
    const { session } = make('k7f3qx', NOW);
    expect([read(session, later(-300_000)), read(session, later(-300_001))]).toEqual(['k7f3qx', undefined]);
  });

  it('that is made up or changed is invalid', () => {
    const { session } = make('k7f3qx', NOW);
    const [, , ends, signed = ''] = session.split('.');
    const ofSecret = createHmac('sha256', Buffer.alloc(32, 7)).update(`k7f3qx.${ends}`).digest('base64url');
    for (const other of [
      `s1.k7f3qy.${ends}.${signed}`,
      `s1.k7f3qx.${Number(ends) + 1}.${signed}`,
      `s1.k7f3qx.${ends}.${signed.slice(0, -1)}`,
      `s1.k7f3qx.${ends}.${signed}x`,
      `s1.k7f3qx.${ends}.${'A'.repeat(43)}`,
      `s2.k7f3qx.${ends}.${signed}`,
      // This one is signed with the team's secret itself, as paging tokens are.
      `s1.k7f3qx.${ends}.${ofSecret}`,
      ` ${session}`,
      `${session}\n`,
      '',
    ])
      expect(read(other, NOW), other).toBeUndefined();
    expect(read(session, NOW)).toBe('k7f3qx');
  });
});
