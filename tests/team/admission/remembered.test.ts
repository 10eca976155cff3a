import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openReservations, quotaAt, rememberExceeded } from '../../../service/team/admission/reservations.ts';
import { NOTE } from '../../../service/team/admission/statements.ts';
import {
  type KnownKey,
  noteUse,
  rememberKeys,
  takeShare,
} from '../../../service/team/admission/team-keys.ts';
import { scripted } from '../scripted.ts';

/** A node's memory of keys between its questions to the database. */

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

describe('requests that the database has counted ahead', () => {
  function opened() {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const given: [string, number][] = [];
    const reservations = openReservations(MINUTE_MS, async (keyId, _counts, count) => {
      given.push([keyId, count]);
    });
    /** The database's answer: the counts of the minute, and ten times as many for the day. */
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

  it('are one for a key that did not ask recently, and ten for one that did, if ten are left for each node', () => {
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

  it('are used one by one, each with its own remaining quota, and then the database counts again', () => {
    const { reservations, given, counted, left } = opened();
    // Three requests were counted: the one that asked, and two more.
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

  it('are given back after a quarter of a second, at the end of their minute, and when the key is revoked', async () => {
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

  it('last a quarter of a second, whenever the earlier ones began', () => {
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

  it('stay if the answer to an earlier request of the key arrives later', () => {
    const { reservations, given, counted, left } = opened();
    reservations.hold('k', counted(30), 10);
    expect(reservations.hold('k', counted(5), 1)).toMatchObject({ minuteRemaining: 95 });
    expect([given, left('k')]).toEqual([[], [78, 9708]]);
  });

  it('take back a request whose answer the client already had, as long as they last', () => {
    const { reservations, counted, left } = opened();
    const counts = counted(30);
    reservations.hold('k', counts, 3);
    left('k');
    expect(reservations.putBack('k', counts)).toBe(true);
    expect([left('k'), left('k'), left('k')]).toEqual([[71, 9701], [70, 9700], undefined]);
    expect(reservations.putBack('k', counts)).toBe(false);
    expect(reservations.putBack('k', counted(30))).toBe(false);
  });
});

describe('a key that has exceeded a limit', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z');
  const counts = {
    ms: NOON,
    minute: NOON / MINUTE_MS,
    minute_count: 7,
    day: MIDNIGHT / DAY_MS,
    day_count: 70,
  };

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
    // The statement waited and a window began meanwhile: the request counts in that window.
    [
      'before both windows',
      MIDNIGHT - 1,
      { minuteRemaining: 93, minuteReset: 1, dayRemaining: 9930, dayReset: 1 },
    ],
  ] as const)('the remaining quota %s', ([, ms, left]) => {
    expect(quotaAt(counts, ms, MINUTE_MS)).toEqual({ ...left, exceeded: undefined });
  });

  it('the limit that is used up is named, the day’s rather than the minute’s', () => {
    const exceeded = (minute_count: number, day_count: number) =>
      quotaAt({ ...counts, minute_count, day_count }, NOON, MINUTE_MS).exceeded;
    expect([exceeded(99, 9999), exceeded(100, 9999), exceeded(100, 10_000)]).toEqual([
      undefined,
      'minute',
      'day',
    ]);
  });

  it('a key whose day is used up is looked up again after five seconds, to notice its revocation, unless the database is away', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const exceeded = rememberExceeded(MINUTE_MS);
    const full = { ...counts, day_count: 10_000 };
    exceeded.note('k', full);
    exceeded.note('other', { ...full, minute_count: 8 });
    vi.advanceTimersByTime(4999);
    const quota = {
      minuteRemaining: 93,
      minuteReset: 56,
      dayRemaining: 0,
      dayReset: 43_196,
      exceeded: 'day',
    };
    expect(exceeded.of('k', false)).toEqual(quota);
    vi.advanceTimersByTime(1);
    expect(exceeded.of('k', true)).toEqual({ ...quota, minuteReset: 55, dayReset: 43_195 });
    expect(exceeded.of('k', false)).toBeUndefined();
    // The refusal is forgotten, so the database is asked.
    expect(exceeded.of('k', true)).toBeUndefined();
    expect(exceeded.of('other', true)).toMatchObject({ minuteRemaining: 92 });
    expect(exceeded.of('none', true)).toBeUndefined();
  });

  it('a used-up minute ends by the database’s clock, also while the database is away', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const exceeded = rememberExceeded(MINUTE_MS);
    exceeded.note('k', { ...counts, ms: NOON + 57_000, minute_count: 100 });
    vi.advanceTimersByTime(2999);
    expect(exceeded.of('k', false)).toMatchObject({ exceeded: 'minute', minuteReset: 1 });
    vi.advanceTimersByTime(1);
    expect(exceeded.of('k', true)).toBeUndefined();
  });
});

describe('a key without the database', () => {
  function known(changes: Partial<KnownKey> = {}): KnownKey {
    const seenMs = performance.now();
    return { keyId: 'k', role: 'read', isRevoked: false, seenMs, dayRemaining: 10_000, ...changes };
  }

  function taken(key: KnownKey, awayMs: number, nodes: number): number {
    let count = 0;
    while (takeShare(key, awayMs, nodes)) count += 1;
    return count;
  }

  describe('the share of a key', () => {
    it('is its limit divided by the nodes, never more than the rest of the day', () => {
      expect(taken(known(), 0, 1)).toBe(100);
      expect(taken(known(), 0, 3)).toBe(33);
      expect(taken(known(), 0, 101)).toBe(0);
      expect(taken(known({ dayRemaining: 7 }), 0, 2)).toBe(3);
    });

    it('ends after a minute, and is zero for revoked keys and keys not seen for ten minutes', () => {
      expect(taken(known(), MINUTE_MS, 1)).toBe(100);
      expect(taken(known(), MINUTE_MS + 1, 1)).toBe(0);
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const seen = known();
      vi.advanceTimersByTime(10 * MINUTE_MS);
      expect(takeShare(seen, 0, 1)).toEqual({ minute: 99, day: 9999 });
      vi.advanceTimersByTime(1);
      expect(takeShare(seen, 0, 1)).toBeUndefined();
      expect(taken(known({ isRevoked: true }), 0, 1)).toBe(0);
    });

    it('is one share for all absences of the database within a minute', () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const key = known();
      expect(taken(key, 0, 2)).toBe(50);
      vi.advanceTimersByTime(MINUTE_MS - 1);
      expect(taken(key, 0, 2)).toBe(0);
      vi.advanceTimersByTime(1);
      expect(taken(key, 0, 2)).toBe(50);
    });
  });

  describe('the node’s memory of keys', () => {
    const row = (id: string, revoked_at: string | null = null) => ({ id, role: 'read' as const, revoked_at });

    it('finds a key by its hash and by its id, and has the database’s last answer', () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const keys = rememberKeys();
      const [one, two] = [Buffer.from('one'), Buffer.from('two')];
      vi.advanceTimersByTime(5);
      const first = keys.note(row('a'), one);
      const seenMs = performance.now();
      const fresh = { role: 'read', isRevoked: false, seenMs, dayRemaining: 10_000 };
      expect(first).toEqual({ keyId: 'a', ...fresh });
      keys.note(row('b'), two);
      // A session asks by the id alone, so no hash is remembered.
      keys.note(row('c'), undefined);
      expect([{ hash: one }, { hash: two }, { id: 'c' }].map((by) => keys.of(by)?.keyId)).toEqual([
        'a',
        'b',
        'c',
      ]);
      expect([keys.of({ hash: Buffer.from('c') }), keys.of({ id: 'd' })]).toEqual([undefined, undefined]);
      first.dayRemaining = 7;
      vi.advanceTimersByTime(1000);
      keys.note({ ...row('a', '2026-11-20T12:00:00.000Z'), role: 'admin' }, undefined);
      const after = { role: 'admin', isRevoked: true, seenMs: seenMs + 1000, dayRemaining: 7 };
      expect(keys.of({ hash: one })).toEqual({ keyId: 'a', ...after });
      expect(keys.of({ id: 'a' })).toBe(keys.of({ hash: one }));
      expect(keys.of({ id: 'b' })).toEqual({ keyId: 'b', ...fresh });
    });
  });
});

describe('the last use of a key', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: Date.parse('2026-11-20T12:00:00Z'),
    });
    onTestFinished(() => void vi.useRealTimers());
  });

  function opened() {
    const state = { isFull: false, log: [] as string[] };
    const database = scripted(async () => {
      if (state.isFull) throw new Error('The disk is full.');
      return [];
    });
    const uses = noteUse({ database, now: () => new Date(), log: (line) => state.log.push(line) });
    /** @returns the rows of each write. */
    const written = () =>
      database.asked.map(({ sql, values }) => {
        expect([sql, values?.length]).toEqual([NOTE, 1]);
        return JSON.parse(String(values?.[0])) as unknown;
      });
    return { uses, state, written };
  }

  it('is written five seconds after the first use, and only the last use of each key', async () => {
    const { uses, written } = opened();
    uses.note('one', 'curl/8');
    await vi.advanceTimersByTimeAsync(1000);
    uses.note('two', undefined);
    uses.note('one', undefined);
    await vi.advanceTimersByTimeAsync(3999);
    expect(written()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const first = [
      // A request without a client keeps the client of the request before.
      { id: 'one', at: '2026-11-20T12:00:01.000Z', client: 'curl/8' },
      { id: 'two', at: '2026-11-20T12:00:01.000Z', client: null },
    ];
    expect(written()).toEqual([first]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written()).toEqual([first]);
    uses.note('one', 'R'.repeat(121));
    await vi.advanceTimersByTimeAsync(5000);
    expect(written()).toEqual([
      first,
      [{ id: 'one', at: '2026-11-20T12:00:15.000Z', client: 'R'.repeat(120) }],
    ]);
  });

  it('is written with the next ones if a write failed, and the newer use of a key wins', async () => {
    const { uses, state, written } = opened();
    uses.note('one', 'old');
    uses.note('two', 'old');
    state.isFull = true;
    await vi.advanceTimersByTimeAsync(4000);
    const flushing = uses.flush();
    uses.note('one', 'new');
    await flushing;
    expect(state.log).toEqual(['When keys were last used could not be noted: The disk is full.']);
    state.isFull = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(written()[1]).toEqual([
      { id: 'one', at: '2026-11-20T12:00:04.000Z', client: 'new' },
      { id: 'two', at: '2026-11-20T12:00:00.000Z', client: 'old' },
    ]);
    await uses.close();
    expect(written()).toHaveLength(2);
  });

  it('is written at the end, and nothing is written if no key was used', async () => {
    const { uses, written } = opened();
    await uses.flush();
    uses.note('one', 'R');
    await uses.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(written()).toEqual([[{ id: 'one', at: '2026-11-20T12:00:00.000Z', client: 'R' }]]);
  });
});
