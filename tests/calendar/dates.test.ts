import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dateText, dayNumber, daysFromCivil, weekday } from '../../service/calendar/dates.ts';
import { teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import { inZone, localMinute, startOfDay } from '../../service/calendar/zone.ts';
import type { TeamState } from '../../service/contract/team.ts';

const day = fc.integer({ min: -719_162, max: 2_932_896 }); // 0001-01-01 to 9999-12-31

describe('calendar days', () => {
  it('agree with the proleptic Gregorian calendar of Date, in UTC', () => {
    fc.assert(
      fc.property(day, (number) => {
        const date = new Date(number * 86_400_000);
        expect(dateText(number)).toBe(date.toISOString().slice(0, 10));
        expect(weekday(number)).toBe(date.getUTCDay());
        expect(dayNumber(dateText(number))).toBe(number);
        expect(daysFromCivil(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(number);
      }),
    );
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-1-5',
    '20240105',
    '',
    '2024-01-01 ',
    '0000-01-01',
    '2024-01-00',
  ])('refuses %j', (text) => expect(dayNumber(text)).toBeUndefined());

  it('numbers known dates', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('2000-02-29')).toBe(11_016);
    expect(weekday(dayNumber('2024-09-28') as number)).toBe(6);
  });
});

/** A process has only one time zone, so each zone gets its own process. */

const TODAY = new URL('../../service/calendar/today.ts', import.meta.url).href;

/** @returns the date of today at each instant. */
function todayIn(zone: string, moments: readonly string[]): string[] {
  const program = `
    import { todayText } from ${JSON.stringify(TODAY)};
    const moments = ${JSON.stringify(moments)}.map((text) => new Date(text));
    console.log(JSON.stringify(moments.map((now) => todayText(now))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TZ: zone, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

it.each([
  // East of Greenwich, the local day is the later one from local midnight.
  ['Pacific/Auckland', '2026-11-21T10:59:59Z', '2026-11-21'],
  ['Pacific/Auckland', '2026-11-21T11:00:00Z', '2026-11-22'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-22'],
  // West of Greenwich, the UTC day is the later one from midnight UTC.
  ['America/Los_Angeles', '2026-11-21T23:59:59Z', '2026-11-21'],
  ['America/Los_Angeles', '2026-11-22T00:00:00Z', '2026-11-22'],
  ['Pacific/Pago_Pago', '2026-11-21T10:59:00Z', '2026-11-21'],
  // This day has no midnight: clocks went from 24:00 to 1:00.
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04'],
  ['UTC', '2026-02-28T23:59:59Z', '2026-02-28'],
])('today in %s at %s is the later of the local and the UTC day, %s', (zone, moment, day) => {
  expect(todayIn(zone, [moment])).toEqual([day]);
});

const ZONES = ['America/Los_Angeles', 'Pacific/Auckland', 'UTC', 'America/New_York', 'Asia/Kolkata'];

describe('a time in a zone', () => {
  test.each([
    ['2026-11-23T01:02:59.000Z', 'America/Los_Angeles', '2026-11-22', '17:02'],
    ['2026-11-23T01:02:59.000Z', 'Pacific/Auckland', '2026-11-23', '14:02'],
    ['2026-11-23T00:00:00.000Z', 'UTC', '2026-11-23', '00:00'],
  ])('%s in %s', (instant, zone, date, time) => {
    expect(inZone(instant, zone)).toEqual({ date, time });
  });

  test.each([
    // Clocks go back on 2026-11-01 in America, and forward on 2026-09-27 in New Zealand.
    ['2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', 'America/Los_Angeles', '2026-11-02T08:00:00.000Z'],
    ['2026-09-28', 'Pacific/Auckland', '2026-09-27T11:00:00.000Z'],
    ['2026-11-02', 'UTC', '2026-11-02T00:00:00.000Z'],
  ])('%s begins in %s at %s', (date, zone, instant) => {
    expect(startOfDay(date, zone)).toBe(instant);
  });

  test('a day begins at midnight, and the minute before belongs to the day before', () => {
    const day = fc
      .integer({ min: 0, max: 25_000 })
      .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom(...ZONES), (date, zone) => {
        const start = startOfDay(date, zone);
        expect(inZone(start, zone)).toEqual({ date, time: '00:00' });
        expect(inZone(new Date(Date.parse(start) - 60_000).toISOString(), zone).date < date).toBe(true);
      }),
    );
  });
});

/** The local times in the zones in which the tests run. */
const CLOCKS: Readonly<Record<string, [november: string, july: string]>> = {
  UTC: ['2026-11-20 14:02', '2026-07-31 23:30'],
  'America/Los_Angeles': ['2026-11-20 06:02', '2026-07-31 16:30'],
  'Pacific/Auckland': ['2026-11-21 03:02', '2026-08-01 11:30'],
};

test('a time is local, in winter and in summer', ({ skip }) => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [november, july] = CLOCKS[zone] ?? [];
  skip(november === undefined, `the zone is ${zone}`);
  expect(localMinute('2026-11-20T14:02:59.999Z')).toBe(november);
  expect(localMinute('2026-07-31T23:30:00.000Z')).toBe(july);
});

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
] as const)('the team’s text is ‘%s’', (expected, more) => expect(text(more)).toBe(expected));

it('times are in the computer’s zone', () => {
  expect(text({ state: 'offline' }, 'America/New_York')).toBe('Team · offline since 09:02');
  expect(text({ state: 'offline', since: '2026-11-20T11:00:00Z' }, 'Pacific/Auckland')).toBe(
    'Team · offline since 00:00',
  );
});

it('advice shows the time of the copy, or that there is no copy', () => {
  const advice = (more: Partial<typeof CURRENT>) => teamAdvice({ ...CURRENT, ...more }, NOW, 'UTC');
  expect(advice({ state: 'offline' })).toContain('as of 14:02');
  expect(advice({ state: 'offline', lastAnswer: null })).not.toContain('as of');
  expect(advice({ state: 'refused', version: 0 })).toContain('There is no copy here yet.');
  expect(teamText(undefined, NOW)).toBe('Team · starting');
});
