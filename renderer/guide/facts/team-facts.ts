import { teamAdvice, teamText } from '../../../service/calendar/team-freshness.ts';
import { table } from './table.ts';

/** What the top bar says of a team's data, as the top bar makes it. */

const NOW = Date.parse('2026-11-20T14:03:00Z');
const LAST = {
  follows: true,
  address: 'https://data.example.org',
  team: '',
  version: 57,
  head: 57,
  since: '2026-11-20T14:02:00Z',
  lastAnswer: '2026-11-20T14:02:48Z',
} as const;
const ROWS = [
  { ...LAST, state: 'current' },
  { ...LAST, state: 'catching up', version: 0 },
  { ...LAST, state: 'catching up', head: 58 },
  { ...LAST, state: 'offline' },
  { ...LAST, state: 'refused' },
] as const;

export const TEAM_FACTS: Readonly<Record<string, string>> = {
  'team-states': table(
    ['Top bar', 'What it means'],
    ROWS.map((state) => [teamText(state, NOW, 'UTC'), teamAdvice(state, NOW, 'UTC')]),
  ),
};
