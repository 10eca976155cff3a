import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../../service/contract/failure.ts';
import { EngineAway, type EngineOptions, openEngine } from '../../../service/team/admission/engine.ts';
import { TRY_COUNTING } from '../../../service/team/admission/statements.ts';
import { coded, scripted } from '../scripted.ts';

/** The engine's questions to the database: how many at a time, for how long, and the effect of no answer. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(3_600_000);
});

/** An engine whose database gives the answers of `answer`; a question without an answer hangs. */
function opened(
  answer: (sql: string, count: number) => Promise<object[]> | undefined,
  options: Partial<EngineOptions> = {},
) {
  const log: string[] = [];
  const open: ((rows: object[]) => void)[] = [];
  let count = 0;
  const database = scripted(
    (sql) => answer(sql, ++count) ?? new Promise<object[]>((resolve) => open.push(resolve)),
  );
  const engine = openEngine(database, { log: (line) => log.push(line), ...options });
  onTestFinished(() => engine.close());
  const texts = () => database.asked.map(({ sql }) => sql);
  return { engine, log, open, texts };
}

/** @returns the message of the error that a question ended with, or its rows. */
const outcome = (asking: Promise<object[]>) =>
  asking.catch((error: Error) => `${error instanceof EngineAway ? 'away: ' : ''}${error.message}`);

it('sends two questions at a time, and the next one when one of them has its answer', async () => {
  const { engine, open, texts } = opened(() => undefined);
  const asking = ['a', 'b', 'c', 'd'].map((sql) => engine.ask(sql));
  expect(texts()).toEqual(['a', 'b']);
  open[1]?.([{ n: 2 }]);
  expect(await asking[1]).toEqual([{ n: 2 }]);
  expect(texts()).toEqual(['a', 'b', 'c']);
  for (const at of [0, 2]) open[at]?.([]);
  await Promise.all([asking[0], asking[2]]);
  open[3]?.([]);
  await asking[3];
  expect(engine.isAway()).toBe(false);
});

it('after two seconds without an answer all open questions fail, waiting ones are never sent, and later ones fail at once', async () => {
  const { engine, log, open, texts } = opened(() => undefined);
  const asking = ['a', 'b', 'c'].map((sql) => outcome(engine.ask(sql)));
  await vi.advanceTimersByTimeAsync(1999);
  expect([engine.isAway(), engine.awayMs()]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(1);
  const late = 'away: node@db/almanac did not answer within 2000 ms.';
  expect(await Promise.all(asking)).toEqual([late, late, late]);
  await vi.advanceTimersByTimeAsync(100);
  expect([engine.isAway(), engine.awayMs()]).toEqual([true, 100]);
  expect(await outcome(engine.ask('e'))).toBe('away: node@db/almanac does not answer.');
  // When late answers arrive, only the probe is sent in their place.
  for (const answer of open) answer([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['a', 'b', TRY_COUNTING]);
  open[2]?.([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual([
    'node@db/almanac did not answer within 2000 ms. Until it answers, this node answers what it can.',
    "The team's database answers again, after 0 s.",
  ]);
});

it('probes every 250 ms whether requests can be counted again, and logs how long that took', async () => {
  let isThere = false;
  const gone = new Failure('team_unreachable', 'Nobody is there.');
  const { engine, log, texts } = opened(async () => {
    if (!isThere) throw gone;
    return [];
  });
  const error: unknown = await engine.ask('a').catch((thrown: unknown) => thrown);
  expect([error instanceof EngineAway, (error as Error).message, (error as Error).cause]).toEqual([
    true,
    'Nobody is there.',
    gone,
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['a', TRY_COUNTING]);
  await vi.advanceTimersByTimeAsync(249);
  expect(texts()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(texts()).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2350);
  isThere = true;
  await vi.advanceTimersByTimeAsync(250);
  expect([engine.isAway(), engine.awayMs(), log]).toEqual([
    false,
    0,
    [
      'Nobody is there. Until it answers, this node answers what it can.',
      "The team's database answers again, after 3 s.",
    ],
  ]);
  expect(await engine.ask('b')).toEqual([]);
});

it('repeats a statement that conflicts with another one three times, and throws an error of the statement itself', async () => {
  const met = coded('40001');
  const answers = async (left: number) => {
    if (left > 0) throw met;
    return [{ n: 1 }];
  };
  const third = opened((_, count) => answers(4 - count));
  expect(await third.engine.ask('a')).toEqual([{ n: 1 }]);
  expect(third.texts()).toHaveLength(4);
  const never = opened(() => answers(1));
  await expect(never.engine.ask('a')).rejects.toBe(met);
  expect([never.texts().length, never.engine.isAway(), never.log]).toEqual([4, false, []]);
  const wrong = coded('42601');
  const bug = opened(() => Promise.reject(wrong));
  await expect(bug.engine.ask('a')).rejects.toBe(wrong);
  expect([bug.texts().length, bug.engine.isAway()]).toEqual([1, false]);
});

it('probes by itself after a second without questions', async () => {
  const { texts, engine } = opened(async () => []);
  await vi.advanceTimersByTimeAsync(500);
  await engine.ask('a');
  await vi.advanceTimersByTimeAsync(500);
  expect(texts()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual(['a', 'SELECT 1']);
});

it('an engine that is closed waits for nothing and asks nothing more', async () => {
  const { engine, log, texts } = opened(() => undefined);
  const asking = ['a', 'b', 'c'].map((sql) => outcome(engine.ask(sql)));
  engine.close();
  const stopped = 'away: The service is being stopped.';
  expect(await Promise.all(asking)).toEqual([stopped, stopped, stopped]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([texts(), log]).toEqual([['a', 'b'], []]);

  const away = opened(() => Promise.reject(new Failure('team_unreachable', 'Gone.')));
  await outcome(away.engine.ask('a'));
  await vi.advanceTimersByTimeAsync(0);
  away.engine.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(away.texts()).toEqual(['a', TRY_COUNTING]);
});
