import { expect, it } from 'vitest';
import { teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import type { TeamState } from '../../service/contract/team.ts';

const NOW = Date.parse('2026-11-20T14:03:00Z');
const CURRENT: Extract<TeamState, { follows: true }> = {
  ...{ follows: true, address: 'https://data.example.org', team: 't', version: 57, head: 57 },
  ...{ state: 'current', since: '2026-11-20T14:02:00Z', lastAnswer: '2026-11-20T14:02:48Z' },
};
const text = (more: Partial<typeof CURRENT>, zone = 'UTC') => teamText({ ...CURRENT, ...more }, NOW, zone);

it.each([
  ['Team · 12 s ago', {}],
  ['Team · 0 s ago', { lastAnswer: '2026-11-20T14:03:00.400Z' }],
  ['Team · 1 min ago', { lastAnswer: '2026-11-20T14:01:30Z' }],
  ['Team · 3 h ago', { lastAnswer: '2026-11-20T10:30:00Z' }],
  ['Team · current', { lastAnswer: null }],
  ['Team · offline since 14:02', { state: 'offline' }],
  ['Team · offline since 2026-11-19 22:15', { state: 'offline', since: '2026-11-19T22:15:00Z' }],
  ['Team · bringing data', { state: 'catching up', version: 0 }],
  ['Team · catching up', { state: 'catching up', head: 58 }],
  ['Team · refused', { state: 'refused' }],
] as const)('says ‘%s’', (expected, more) => expect(text(more)).toBe(expected));

it('times are those of the computer’s zone', () => {
  expect(text({ state: 'offline' }, 'America/New_York')).toBe('Team · offline since 09:02');
  expect(text({ state: 'offline', since: '2026-11-20T11:00:00Z' }, 'Pacific/Auckland')).toBe(
    'Team · offline since 00:00',
  );
});

it('advice says as of when the copy is, or that there is none', () => {
  const advice = (more: Partial<typeof CURRENT>) => teamAdvice({ ...CURRENT, ...more }, NOW, 'UTC');
  expect(advice({ state: 'offline' })).toContain('as of 14:02');
  expect(advice({ state: 'offline', lastAnswer: null })).not.toContain('as of');
  expect(advice({ state: 'refused', version: 0 })).toContain('There is no copy here yet.');
  expect(teamText(undefined, NOW)).toBe('Team · starting');
});
