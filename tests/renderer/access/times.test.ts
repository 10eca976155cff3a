import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { clockText, daysSince, relativeText, utcText } from '../../../renderer/access/key-line.ts';
import { NOW } from './lines.ts';

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata'])('in %s', (zone) => {
  test('times are shown in UTC', () => {
    process.env.TZ = zone;
    // Proves that the zone is in effect: local noon is another time in each.
    expect(new Date(2026, 10, 21, 12).toISOString()).toBe(
      {
        UTC: '2026-11-21T12:00:00.000Z',
        'America/Los_Angeles': '2026-11-21T20:00:00.000Z',
        'Pacific/Auckland': '2026-11-20T23:00:00.000Z',
        'Asia/Kolkata': '2026-11-21T06:30:00.000Z',
      }[zone],
    );
    expect(utcText('2026-11-21T23:59:58.900Z')).toBe('2026-11-21 23:59:58 UTC');
    expect(clockText('2026-11-21T23:59:58.900Z')).toBe('23:59:58');
    expect(relativeText('2026-07-04T23:30:00.000Z', NOW)).toBe('2026-07-04');
    expect(relativeText('2026-11-21T08:00:00.000Z', NOW)).toBe('2 hours ago');
  });
});

test.each([
  [0, 'just now'],
  [1_999, 'just now'],
  [2_000, '2 seconds ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_400_000, '1 day ago'],
  [59 * 86_400_000, '59 days ago'],
  [60 * 86_400_000, '2026-09-22'],
])('%d ms before is %s', (age, said) => {
  expect(relativeText(new Date(NOW - age).toISOString(), NOW)).toBe(said);
});

test('a time in the future, by a clock that is ahead, is never shown as such', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (ahead) => {
      const iso = new Date(NOW + ahead).toISOString();
      expect(relativeText(iso, NOW)).toBe('just now');
      expect(daysSince(iso, NOW)).toBe(0);
    }),
  );
});
