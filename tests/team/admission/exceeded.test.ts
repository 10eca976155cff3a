import { expect, it, onTestFinished, vi } from 'vitest';
import { quotaAt, rememberExceeded } from '../../../service/team/admission/reservations.ts';

/** What a node remembers of a key that has exceeded a limit. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon of a day, by the database's clock. */
const NOON = Date.parse('2026-11-20T12:00:00Z');
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
const counts = { ms: NOON, minute: NOON / MINUTE_MS, minute_count: 7, day: MIDNIGHT / DAY_MS, day_count: 70 };

it.for([
  ['in both windows', NOON, { minuteRemaining: 93, minuteReset: 60, dayRemaining: 9930, dayReset: 43_200 }],
  [
    'at the end of the minute',
    NOON + 59_999,
    { minuteRemaining: 93, minuteReset: 1, dayRemaining: 9930, dayReset: 43_141 },
  ],
  [
    'in the next minute',
    NOON + 60_000,
    { minuteRemaining: 100, minuteReset: 60, dayRemaining: 9930, dayReset: 43_140 },
  ],
  [
    'on the next day',
    MIDNIGHT + DAY_MS,
    { minuteRemaining: 100, minuteReset: 60, dayRemaining: 10_000, dayReset: 86_400 },
  ],
  // A window that began after the statement waited: it counts there.
  [
    'before both windows',
    MIDNIGHT - 1,
    { minuteRemaining: 93, minuteReset: 1, dayRemaining: 9930, dayReset: 1 },
  ],
] as const)('what is left %s', ([, ms, left]) => {
  expect(quotaAt(counts, ms, MINUTE_MS)).toEqual({ ...left, exceeded: undefined });
});

it('a limit that is used up is named, the day before the minute', () => {
  const exceeded = (minute_count: number, day_count: number) =>
    quotaAt({ ...counts, minute_count, day_count }, NOON, MINUTE_MS).exceeded;
  expect([exceeded(99, 9999), exceeded(100, 9999), exceeded(100, 10_000)]).toEqual([
    undefined,
    'minute',
    'day',
  ]);
});

it('a key whose day is used up is asked of again after five seconds, so that its revocation is seen; never while nobody answers', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const exceeded = rememberExceeded(MINUTE_MS);
  const full = { ...counts, day_count: 10_000 };
  exceeded.note('k', full);
  exceeded.note('other', { ...full, minute_count: 8 });
  vi.advanceTimersByTime(4999);
  const quota = { minuteRemaining: 93, minuteReset: 56, dayRemaining: 0, dayReset: 43_196, exceeded: 'day' };
  expect(exceeded.of('k', false)).toEqual(quota);
  vi.advanceTimersByTime(1);
  expect(exceeded.of('k', true)).toEqual({ ...quota, minuteReset: 55, dayReset: 43_195 });
  expect(exceeded.of('k', false)).toBeUndefined();
  // It is forgotten: the database is asked.
  expect(exceeded.of('k', true)).toBeUndefined();
  expect(exceeded.of('other', true)).toMatchObject({ minuteRemaining: 92 });
  expect(exceeded.of('none', true)).toBeUndefined();
});

it('a minute that is used up ends, by the database’s clock, also while nobody answers', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const exceeded = rememberExceeded(MINUTE_MS);
  exceeded.note('k', { ...counts, ms: NOON + 57_000, minute_count: 100 });
  vi.advanceTimersByTime(2999);
  expect(exceeded.of('k', false)).toMatchObject({ exceeded: 'minute', minuteReset: 1 });
  vi.advanceTimersByTime(1);
  expect(exceeded.of('k', true)).toBeUndefined();
});
