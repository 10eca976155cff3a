import { expect, it } from 'vitest';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { Failure } from '../../../service/contract/failure.ts';
import { createScheduler } from '../../../service/ingest/schedule/scheduler.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A schedule with one dataset that is due; its refresh runs until it is cancelled. */
function machine(now: () => number) {
  const started: AbortSignal[] = [];
  const scheduler = createScheduler({
    now,
    isOn: () => true,
    allowsFred: () => true,
    share: () => 0.5,
    holdings: () => [
      {
        dataset: 'us_debt',
        origin: 'publisher',
        series: [{ code: 'one', area: '', count: 1, first: 1, last: dayNumber('2026-11-10') ?? 0 }],
      },
    ],
    lastAskedAt: () => undefined,
    isRefreshable: () => true,
    refresh: (_, signal) => {
      started.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Failure('cancelled', 'Cancelled.')));
      });
    },
    log: () => undefined,
  });
  return { scheduler, started };
}

it('a pause before the machine sleeps cancels the running refresh, without a failure, and it is repeated later', async () => {
  let now = Date.parse('2026-11-19T12:00:00Z');
  const { scheduler, started } = machine(() => now);
  now += 2 * MINUTE;
  const ticking = scheduler.tick();
  scheduler.pause();
  await ticking;
  expect(started.map(({ aborted }) => aborted)).toEqual([true]);
  expect(scheduler.datasets()).toMatchObject([{ isRunning: false, failedAt: null, failure: null }]);
  // A tick between the notice of sleep and the sleep itself starts no refresh.
  now += MINUTE / 2;
  await scheduler.tick();
  expect(started).toHaveLength(1);
  now += HOUR;
  await scheduler.tick();
  expect(started).toHaveLength(1);
  now += 2 * MINUTE;
  void scheduler.tick();
  expect(started.map(({ aborted }) => aborted)).toEqual([true, false]);
  await scheduler.stop();
});

it('after a pause without a sleep the schedule continues by itself', async () => {
  let now = Date.parse('2026-11-19T12:00:00Z');
  const { scheduler, started } = machine(() => now);
  scheduler.pause();
  for (let ticks = 0; ticks < 8; ticks += 1) {
    now += MINUTE / 2;
    void scheduler.tick();
  }
  expect(started).toHaveLength(1);
  await scheduler.stop();
});

it('stopping cancels the running refresh and starts no other', async () => {
  let now = Date.parse('2026-11-19T12:00:00Z');
  const { scheduler, started } = machine(() => now);
  now += 2 * MINUTE;
  const ticking = scheduler.tick();
  expect(scheduler.datasets()).toMatchObject([{ isRunning: true, failedAt: null }]);
  // Only one refresh runs at a time.
  await scheduler.tick();
  await scheduler.stop();
  await ticking;
  now += HOUR;
  await scheduler.tick();
  expect(started.map(({ aborted }) => aborted)).toEqual([true]);
});
