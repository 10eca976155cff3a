import { expect, it, onTestFinished, vi } from 'vitest';
import { openReservations } from '../../../service/team/admission/reservations.ts';

/** Requests that the database has counted ahead for a node. */

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

function opened() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const given: [string, number][] = [];
  const reservations = openReservations(MINUTE_MS, async (keyId, _counts, count) => {
    given.push([keyId, count]);
  });
  /** As the database answers: all that is counted, of a day with ten times as many. */
  const counted = (minute_count: number, ms = NOON) => ({
    ...{ ms, minute: Math.floor(ms / MINUTE_MS), minute_count },
    ...{ day: Math.floor(ms / 86_400_000), day_count: minute_count * 10 },
  });
  const left = (keyId: string) => {
    const quota = reservations.take(keyId)?.quota;
    return quota && [quota.minuteRemaining, quota.dayRemaining];
  };
  return { reservations, given, counted, left };
}

it('are one for a key that has not just asked, and ten for one that has, if ten are left for each node', () => {
  const { reservations, counted } = opened();
  expect(reservations.countFor(undefined, 1)).toBe(1);
  expect(reservations.countFor('k', 1)).toBe(1);
  reservations.hold('k', counted(60), 1);
  expect([1, 2, 4, 5].map((nodes) => reservations.countFor('k', nodes))).toEqual([10, 10, 10, 1]);
  expect(reservations.countFor('other', 1)).toBe(1);
  vi.advanceTimersByTime(250);
  expect(reservations.countFor('k', 1)).toBe(10);
  vi.advanceTimersByTime(1);
  expect(reservations.countFor('k', 1)).toBe(1);
});

it('are used one by one, each with what is left after it, and then the database counts again', () => {
  const { reservations, given, counted, left } = opened();
  // Three requests: the one that asked, and two more.
  expect(reservations.hold('k', counted(13), 3)).toMatchObject({ minuteRemaining: 89, dayRemaining: 9872 });
  expect([left('other'), left('k'), left('k'), left('k')]).toEqual([
    undefined,
    [88, 9871],
    [87, 9870],
    undefined,
  ]);
  vi.advanceTimersByTime(1000);
  expect(given).toEqual([]);
});

it('are given back after a quarter of a second, at the end of their minute, and where the key is revoked', async () => {
  const { reservations, given, counted, left } = opened();
  reservations.hold('slow', counted(20), 10);
  left('slow');
  vi.advanceTimersByTime(249);
  expect(given).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([given, left('slow')]).toEqual([[['slow', 8]], undefined]);

  reservations.hold('late', counted(20, NOON + MINUTE_MS - 100), 5);
  vi.advanceTimersByTime(99);
  expect(left('late')).toBeDefined();
  vi.advanceTimersByTime(1);
  expect([left('late'), given.at(-1)]).toEqual([undefined, ['late', 3]]);

  reservations.hold('revoked', counted(20), 5);
  await reservations.forget('revoked');
  expect([left('revoked'), given.at(-1)]).toEqual([undefined, ['revoked', 4]]);
  expect(reservations.countFor('revoked', 1)).toBe(1);

  reservations.hold('closed', counted(20), 7);
  await reservations.flush();
  expect(given.at(-1)).toEqual(['closed', 6]);
});

it('last their quarter of a second, whenever those before them began', () => {
  const { reservations, given, counted, left } = opened();
  reservations.hold('k', counted(10), 2);
  left('k');
  vi.advanceTimersByTime(200);
  reservations.hold('k', counted(20), 10);
  vi.advanceTimersByTime(249);
  expect([given, left('k')]).toEqual([[], [88, 9808]]);
  vi.advanceTimersByTime(1);
  expect(given).toEqual([['k', 8]]);
});

it('stay when the answer to an earlier request of the key comes after them', () => {
  const { reservations, given, counted, left } = opened();
  reservations.hold('k', counted(30), 10);
  expect(reservations.hold('k', counted(5), 1)).toMatchObject({ minuteRemaining: 95 });
  expect([given, left('k')]).toEqual([[], [78, 9708]]);
});

it('take back a request whose answer the client had already, as long as they last', () => {
  const { reservations, counted, left } = opened();
  const counts = counted(30);
  reservations.hold('k', counts, 3);
  left('k');
  expect(reservations.putBack('k', counts)).toBe(true);
  expect([left('k'), left('k'), left('k')]).toEqual([[71, 9701], [70, 9700], undefined]);
  expect(reservations.putBack('k', counts)).toBe(false);
  expect(reservations.putBack('k', counted(30))).toBe(false);
});
