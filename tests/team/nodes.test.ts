import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLease, readinessOf } from '../../service/team/membership.ts';
import { clockAhead, clockLine, expectClock, joinNodes } from '../../service/team/nodes.ts';
import { scripted } from './scripted.ts';

describe('a node’s own view of its team', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  type Given = 'holds' | 'another holds it' | Error;

  /** A node whose database answers according to `state.given`, after `state.tookMs`. */
  function lease(given: Given = 'holds', answers = Promise.resolve()) {
    const state = { given, tookMs: 0, log: [] as string[] };
    const database = scripted(async () => {
      await answers;
      vi.advanceTimersByTime(state.tookMs);
      if (state.given instanceof Error) throw state.given;
      return state.given === 'holds' ? [{ holder: 'one' }] : [];
    });
    const opened = openLease({
      database,
      name: 'refresh',
      holder: 'one',
      log: (line) => state.log.push(line),
    });
    const questions = () => database.asked.map(({ sql, values }) => [sql.slice(0, 6), values]);
    return { ...opened, state, questions };
  }

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const TAKEN = ['INSERT', ['refresh', 'one', 30_000]];
  const NOW = "This node now refreshes the team's data.";
  const NO_LONGER = "This node no longer refreshes the team's data.";

  describe('the lease of the refreshes', () => {
    it('is asked for at once and every ten seconds, and holds for half a minute from the question', async () => {
      const { isHeld, state, questions } = lease();
      expect(isHeld()).toBe(false);
      await pass(0);
      expect([isHeld(), questions(), state.log]).toEqual([true, [TAKEN], [NOW]]);
      await pass(9999);
      expect(questions()).toHaveLength(1);
      state.tookMs = 4000;
      await pass(1);
      expect([questions().length, state.log]).toEqual([2, [NOW]]);
      state.given = new Error('It hangs.');
      state.tookMs = 0;
      // The lease ends 30 s after the question, of which 4 s have passed.
      await pass(25_999);
      expect(isHeld()).toBe(true);
      await pass(1);
      expect(isHeld()).toBe(false);
      const failed = 'The lease of the refreshes could not be renewed: It hangs.';
      expect(state.log.slice(0, 3)).toEqual([NOW, failed, failed]);
      state.given = 'holds';
      await pass(10_000);
      expect([isHeld(), state.log.at(-1)]).toEqual([true, NOW]);
    });

    it('is lost as soon as the database says that another node holds it', async () => {
      const { isHeld, state } = lease();
      await pass(0);
      state.given = 'another holds it';
      await pass(10_000);
      expect([isHeld(), state.log]).toEqual([false, [NOW, NO_LONGER]]);
      await pass(10_000);
      expect(state.log).toHaveLength(2);
    });

    it('is given back at the end if it is held, and not asked for any more', async () => {
      const one = lease();
      await pass(0);
      await one.close();
      expect([one.isHeld(), one.questions()]).toEqual([false, [TAKEN, ['DELETE', ['refresh', 'one']]]]);
      await pass(60_000);
      expect(one.questions()).toHaveLength(2);
      await one.close();
      expect(one.questions()).toHaveLength(2);

      const other = lease('another holds it');
      await other.close();
      await pass(60_000);
      expect([other.questions(), other.state.log]).toEqual([[TAKEN], []]);

      // An answer that is still on its way may give this node the lease.
      const late = Promise.withResolvers<void>();
      const asking = lease('holds', late.promise);
      const closing = asking.close();
      late.resolve();
      await closing;
      expect(asking.questions()).toEqual([TAKEN, ['DELETE', ['refresh', 'one']]]);

      const failing = lease();
      await pass(0);
      failing.state.given = new Error('Gone.');
      await failing.close();
      expect(failing.state.log).toEqual([NOW, 'The lease of the refreshes was not given back: Gone.']);
    });
  });

  describe('a node', () => {
    const node = { id: 'one:4780', name: 'one', url: 'http://one:4780', almanac_version: '1.2.3' };

    /** @param silent the ms since the last report of each node of the team. */
    async function joined(silent: number[]) {
      const state = { silent, version: 7, problem: undefined as Error | undefined, log: [] as string[] };
      const late = { answers: Promise.resolve() };
      const database = scripted(async (sql) => {
        await late.answers;
        if (state.problem) throw state.problem;
        return sql.startsWith('SELECT') ? state.silent.map((silent_ms) => ({ silent_ms })) : [];
      });
      const version = () => state.version;
      const nodes = await joinNodes({ database, node, version, log: (line) => state.log.push(line) });
      const questions = () => database.asked.map(({ sql, values }) => [sql.slice(0, 6), values]);
      return { ...nodes, state, late, questions };
    }

    const reports = (version: number) => [
      ['INSERT', ['one:4780', 'one', 'http://one:4780', '1.2.3', version]],
      ['DELETE', [86_400_000]],
      ['SELECT', undefined],
    ];

    it('reports itself every five seconds, and counts the nodes that reported within fifteen', async () => {
      const { count, state, questions } = await joined([0, 15_000, 15_001]);
      expect([count(), questions()]).toEqual([2, reports(7)]);
      await pass(4999);
      expect(questions()).toHaveLength(3);
      state.version = 8;
      state.silent = [0, 1, 2, 3];
      await pass(1);
      expect([count(), questions().slice(3)]).toEqual([4, reports(8)]);
      state.problem = new Error('It hangs.');
      await pass(5000);
      expect([count(), state.log]).toEqual([4, ['This node could not report itself: It hangs.']]);
      state.problem = undefined;
      // The count is at least one: the node itself.
      state.silent = [20_000];
      await pass(5000);
      expect(count()).toBe(1);
    });

    it('removes its row at the end, even if the database is gone, and asks nothing more', async () => {
      const { close, state, questions } = await joined([0]);
      await close();
      expect(questions().slice(3)).toEqual([['DELETE', ['one:4780']]]);
      await pass(60_000);
      expect(questions()).toHaveLength(4);
      // The row is removed after a report that is still on its way, too.
      const other = await joined([0]);
      const answers = Promise.withResolvers<void>();
      other.late.answers = answers.promise;
      await pass(5000);
      const closing = other.close();
      answers.resolve();
      await closing;
      expect(other.questions().at(-1)).toEqual(['DELETE', ['one:4780']]);
      state.problem = new Error('Gone.');
      await close();
      await expect(joined([0]).then(({ state: other }) => other.log)).resolves.toEqual([]);
    });

    it('does not join if its first report fails', async () => {
      const database = scripted(() => Promise.reject(new Error('Gone.')));
      const joining = joinNodes({ database, node, version: () => 7, log: () => undefined });
      await expect(joining).rejects.toThrow('Gone.');
      await pass(60_000);
      expect(database.asked).toHaveLength(1);
    });
  });
});

describe('this computer’s clock beside the database’s', () => {
  const HERE = Date.parse('2026-11-20T12:00:00Z');

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  /** @param answers each question's duration, and how far this clock is ahead of the database's. */
  function database(...answers: readonly { tookMs: number; aheadMs: number }[]) {
    let at = 0;
    return scripted(async () => {
      const { tookMs = 0, aheadMs = 0 } = answers[at++ % answers.length] ?? {};
      vi.advanceTimersByTime(tookMs);
      return [{ ms: HERE - aheadMs }];
    });
  }

  const now = () => new Date(HERE);

  it('is compared by the quickest of three answers, at the middle of the time that it took', async () => {
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
  ] as const)('the message for a difference of %i ms is: %s', ([aheadMs, difference]) => {
    expect(clockLine(aheadMs, 'db')).toBe(
      difference &&
        `The clock of this computer is ${difference} that of the team's database db. Keep both clocks right with NTP (chrony).`,
    );
  });

  it.for([
    [2000, 'starts'],
    [60_000, 'says it'],
    [-60_000, 'says it'],
    [60_001, 'does not start'],
    [-60_001, 'does not start'],
  ] as const)('with a difference of %i ms a node %s', async ([aheadMs, what]) => {
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
});

describe('readiness', () => {
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
    expect(readiness(5.1, null)).toMatchObject({
      status: 'not_ready',
      reason: expect.stringContaining('5 s'),
    });
    expect(readiness(null, null)).toMatchObject({ status: 'not_ready', lag_seconds: null });
    expect(readiness(60, null, 'The disk is full.')).toMatchObject({ reason: 'The disk is full.' });
  });

  it('a node that was current when the database went away stays ready, and names the problem', () => {
    expect(readiness(600, 599, 'It did not answer.')).toEqual({
      status: 'ready',
      version: 7,
      lag_seconds: 600,
      engine: 'away',
    });
    expect(readiness(600, 590)).toMatchObject({ status: 'not_ready', engine: 'away' });
    expect(readiness(null, 10).status).toBe('not_ready');
  });
});
