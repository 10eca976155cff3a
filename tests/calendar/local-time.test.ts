import { expect, test } from 'vitest';
import { localMinute, localTime } from '../../service/calendar/local-time.ts';

/** What clocks say in the zones in which the tests run. */
const CLOCKS: Readonly<Record<string, [november: string, july: string]>> = {
  UTC: ['2026-11-20 14:02', '2026-07-31 23:30'],
  'America/Los_Angeles': ['2026-11-20 06:02', '2026-07-31 16:30'],
  'Pacific/Auckland': ['2026-11-21 03:02', '2026-08-01 11:30'],
};

test('a time is that of the clock beside the computer, in winter and in summer', ({ skip }) => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [november, july] = CLOCKS[zone] ?? [];
  skip(november === undefined, `the zone is ${zone}`);
  expect(localMinute('2026-11-20T14:02:59.999Z')).toBe(november);
  expect(localMinute('2026-07-31T23:30:00.000Z')).toBe(july);
  expect(Object.values(localTime('2026-11-20T14:02:00.000Z')).join(' ')).toBe(november);
});
