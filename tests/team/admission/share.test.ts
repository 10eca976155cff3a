import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type KnownKey, takeShare } from '../../../service/team/admission/away.ts';

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
    expect(taken(known({ seenMs: performance.now() - 11 * MINUTE_MS }), 0, 1)).toBe(0);
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
