import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type KnownKey, rememberKeys, takeShare } from '../../../service/team/admission/team-keys.ts';

/** How long and how much a node lets a key ask without the database. */

const MINUTE_MS = 60_000;

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
  it('is its limit divided by the nodes, never more than what was left of the day', () => {
    expect(taken(known(), 0, 1)).toBe(100);
    expect(taken(known(), 0, 3)).toBe(33);
    expect(taken(known(), 0, 101)).toBe(0);
    expect(taken(known({ dayRemaining: 7 }), 0, 2)).toBe(3);
  });

  it('ends after a minute, and for keys that were not seen for ten minutes, and those that were revoked', () => {
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

  it('is one for all times that the database goes away within a minute', () => {
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

describe('what a node remembers of keys', () => {
  const row = (id: string, revoked_at: string | null = null) => ({ id, role: 'read' as const, revoked_at });

  it('is found by the hash of the key and by the id, and is what the database said last', () => {
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
    // By its id alone, as a session asks: no hash is known by it.
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
