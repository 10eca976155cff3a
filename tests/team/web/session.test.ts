import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { openSessions } from '../../../service/team/web/members.ts';

/** What stands for a key in the page. */

const NOW = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const { make, read } = openSessions(Buffer.alloc(32, 7));
const after = (ms: number) => new Date(NOW.getTime() + ms);

it('is of one key, for twelve hours, at every node with the same secret', () => {
  const { session, endsAt } = make('k7f3qx', NOW);
  expect(endsAt).toEqual(new Date('2026-11-21T00:00:00.000Z'));
  expect(session).toMatch(/^s1\.k7f3qx\.1795219200000\.[\w-]{43}$/);
  expect(openSessions(Buffer.alloc(32, 7)).read(session, NOW)).toBe('k7f3qx');
  expect(openSessions(Buffer.alloc(32, 8)).read(session, NOW)).toBeUndefined();
  expect([read(session, after(12 * HOUR_MS - 1)), read(session, after(12 * HOUR_MS))]).toEqual([
    'k7f3qx',
    undefined,
  ]);
  expect(make('other', NOW).session).not.toContain(session.split('.')[3]);
});

it('of a clock that is more than five minutes ahead is none', () => {
  const { session } = make('k7f3qx', NOW);
  expect([read(session, after(-300_000)), read(session, after(-300_001))]).toEqual(['k7f3qx', undefined]);
});

it('that is made up or changed is none', () => {
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
    // A signature of the team's secret itself, as paging tokens have one.
    `s1.k7f3qx.${ends}.${ofSecret}`,
    ` ${session}`,
    `${session}\n`,
    '',
  ])
    expect(read(other, NOW), other).toBeUndefined();
  expect(read(session, NOW)).toBe('k7f3qx');
});
