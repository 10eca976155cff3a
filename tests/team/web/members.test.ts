import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { type MembersOptions, openMembers } from '../../../service/team/web/members.ts';
import { openSessions } from '../../../service/team/web/session.ts';

it('a session is no way round the limits: a key’s pages may ask 600 times in a minute', async () => {
  let at = new Date('2026-11-20T12:00:30Z');
  const now = () => at;
  const sessions = openSessions(Buffer.alloc(32, 7));
  const keys: MembersOptions['keys'] = {
    authenticate: async () => ({ state: 'unknown' }),
    authenticateId: async (keyId) => ({ state: 'active', keyId, role: 'read' }),
    note: () => undefined,
  };
  const members = openMembers({ keys, sessions, now });
  const ask = (keyId: string) => {
    const authorization = `Bearer ${sessions.make(keyId, at).session}`;
    return members.of({ method: 'GET', headers: { authorization } } as FastifyRequest);
  };
  for (let asked = 0; asked < 600; asked++) await ask('one');
  await expect(ask('one')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '30' } });
  expect(await ask('two')).toEqual({ keyId: 'two', role: 'read' });
  at = new Date('2026-11-20T12:01:00Z');
  expect(await ask('one')).toEqual({ keyId: 'one', role: 'read' });
});
