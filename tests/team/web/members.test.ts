import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { type MembersOptions, openMembers } from '../../../service/team/web/members.ts';
import { openSessions } from '../../../service/team/web/session.ts';

it('a session is no way round the limits: a key’s pages may ask 600 times in a minute, and send 10 MB', async () => {
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
  let sends = 0;
  const send = (keyId: string, bytes?: number) => {
    const authorization = `Bearer ${sessions.make(keyId, at).session}`;
    const length = bytes === undefined ? {} : { 'content-length': `${bytes}` };
    const headers = { authorization, origin: 'https://data.example.org', ...length };
    return members.of({ method: 'POST', headers } as FastifyRequest);
  };
  for (let asked = 0; asked < 600; asked++) await ask('one');
  await expect(ask('one')).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '30' } });
  // What is sent counts by its size, and as the most that is taken where that is not said.
  for (let sent = 0; sent < 60; sent++) await send('sender', 9 * 16_384);
  await expect(send('sender', 0)).rejects.toMatchObject({ status: 429 });
  while (await send('unsaid').catch(() => undefined)) sends += 1;
  expect(sends).toBeLessThan(20);
  expect(await ask('two')).toEqual({ keyId: 'two', role: 'read' });
  at = new Date('2026-11-20T12:01:00Z');
  expect(await ask('one')).toEqual({ keyId: 'one', role: 'read' });
});
