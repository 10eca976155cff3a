import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { clockAhead, clockLine, expectClock } from '../../service/team/nodes.ts';
import { scripted } from './scripted.ts';

/** This computer's clock beside the database's. */

const HERE = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** @param answers how long each question takes, and what the database's clock says, as this computer's is ahead of it. */
function database(...answers: readonly { tookMs: number; aheadMs: number }[]) {
  let at = 0;
  return scripted(async () => {
    const { tookMs = 0, aheadMs = 0 } = answers[at++ % answers.length] ?? {};
    vi.advanceTimersByTime(tookMs);
    return [{ ms: HERE - aheadMs }];
  });
}

const now = () => new Date(HERE);

it('is known by the quickest of three answers, half of whose time it was on its way', async () => {
  const slow = { tookMs: 400, aheadMs: 9000 };
  const quick = { tookMs: 20, aheadMs: 3000 };
  for (const answers of [
    [slow, quick, slow],
    [quick, slow, slow],
    [slow, slow, quick],
  ] as const) {
    const asked = database(...answers);
    expect(await clockAhead(asked, now)).toBe(2990);
    expect(asked.asked).toHaveLength(3);
  }
  expect(await clockAhead(database({ tookMs: 1, aheadMs: -4000.2 }), now)).toBe(-4001);
});

it.for([
  [0, undefined],
  [2000, undefined],
  [-2000, undefined],
  [2001, '2.0 s ahead of'],
  [-2001, '2.0 s behind'],
  [12_349, '12.3 s ahead of'],
  [-60_000, '60.0 s behind'],
] as const)('a difference of %i ms is said as: %s', ([aheadMs, difference]) => {
  expect(clockLine(aheadMs, 'db')).toBe(
    difference &&
      `The clock of this computer is ${difference} that of the team's database db. Let both be kept right by NTP (chrony).`,
  );
});

it.for([
  [2000, 'starts'],
  [60_000, 'says it'],
  [-60_000, 'says it'],
  [60_001, 'does not start'],
  [-60_001, 'does not start'],
] as const)('with %i ms a node %s', async ([aheadMs, what]) => {
  const lines: string[] = [];
  const joining = expectClock(database({ tookMs: 0, aheadMs }), now, (line) => lines.push(line));
  const line = clockLine(aheadMs, 'node@db/almanac');
  if (what === 'does not start')
    await expect(joining).rejects.toMatchObject({
      code: 'team_refused',
      message: `${line} A node starts only where they differ by less than a minute.`,
    });
  else await joining;
  expect(lines).toEqual(what === 'says it' ? [line] : []);
});
