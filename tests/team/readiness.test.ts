import { expect, it } from 'vitest';
import { readinessOf } from '../../service/team/membership.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function readiness(secondsAgo: number | null, awaySeconds: number | null, problem: string | null = null) {
  const seenAt = secondsAgo === null ? null : NOW - secondsAgo * 1000;
  const engine = { isAway: () => awaySeconds !== null, awayMs: () => (awaySeconds ?? 0) * 1000 };
  return readinessOf({ version: 7, seenAt, problem }, engine, NOW);
}

it('a node is ready as long as its copy was the newest within five seconds', () => {
  expect(readiness(0.26, null)).toEqual({
    status: 'ready',
    version: 7,
    lag_seconds: 0.3,
    engine: 'reachable',
  });
  expect(readiness(5, null).status).toBe('ready');
  expect(readiness(5.1, null)).toMatchObject({ status: 'not_ready', reason: expect.stringContaining('5 s') });
  expect(readiness(null, null)).toMatchObject({ status: 'not_ready', lag_seconds: null });
  expect(readiness(60, null, 'The disk is full.')).toMatchObject({ reason: 'The disk is full.' });
});

it('a node that was current when the database went away stays ready, and says so', () => {
  expect(readiness(600, 599, 'It did not answer.')).toEqual({
    status: 'ready',
    version: 7,
    lag_seconds: 600,
    engine: 'away',
  });
  expect(readiness(600, 590)).toMatchObject({ status: 'not_ready', engine: 'away' });
  expect(readiness(null, 10).status).toBe('not_ready');
});
