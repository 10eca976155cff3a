import { expect, it, onTestFinished, vi } from 'vitest';
import { rememberExceeded } from '../../../service/team/admission/exceeded.ts';

/** What a node remembers of a key that has exceeded a limit. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon of a day, by the database's clock. */
const NOON = Date.parse('2026-11-20T12:00:00Z');

it('a key whose day is used up is asked of again after five seconds, so that its revocation is seen; never while nobody answers', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const exceeded = rememberExceeded(MINUTE_MS);
  exceeded.note('k', {
    ...{ ms: NOON, minute: NOON / MINUTE_MS, minute_count: 1 },
    ...{ day: Math.floor(NOON / DAY_MS), day_count: 10_000 },
  });
  vi.advanceTimersByTime(4999);
  expect(exceeded.of('k', false)).toMatchObject({ exceeded: 'day' });
  vi.advanceTimersByTime(1);
  expect(exceeded.of('k', true)).toMatchObject({ exceeded: 'day' });
  expect(exceeded.of('k', false)).toBeUndefined();
  expect(exceeded.of('other', false)).toBeUndefined();
});
