import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inZone, localMinute, startOfDay } from '../../service/calendar/zone.ts';

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

  test('a day begins at midnight, and the minute before is of the day before', () => {
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
});
