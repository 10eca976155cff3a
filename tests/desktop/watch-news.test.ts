import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type News, newsOf, watchNews } from '../../electron/desktop/index.ts';
import type { RunLine } from '../../service/contract/app-state.ts';
import { Failure } from '../../service/contract/failure.ts';

function run(id: number, dataset: string, changes: Partial<RunLine> = {}): RunLine {
  const fetched_at = '2026-11-21T10:00:00Z';
  return {
    id,
    dataset,
    kind: 'refresh',
    source: 'x',
    location: '',
    fetched_at,
    added: 0,
    revised: 0,
    unchanged: 9,
    ...changes,
  };
}

test('news list the values that refreshes added and revised, one line per dataset', () => {
  const runs = [
    run(9, 'jolts', { added: 1_200, revised: 3 }),
    run(8, 'jolts', { added: 1 }),
    run(7, 'yields', { revised: 2 }),
    run(6, 'us_debt'),
    run(5, 'us_debt', { kind: 'import', added: 50 }),
    run(4, 'us_debt', { added: 9 }),
  ];
  const news = newsOf(runs, 4);
  expect(news?.title).toBe('New data in 2 datasets');
  expect(news?.body.split('\n')).toEqual([
    expect.stringMatching(/: 1,201 added, 3 revised$/),
    expect.stringMatching(/: 2 revised$/),
  ]);
  expect(newsOf(runs, 9)).toBeUndefined();
  expect(newsOf([run(2, 'us_debt', { kind: 'sample', added: 9 })], 0)).toBeUndefined();
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first check reports nothing; switched off, it does not ask; a service that does not answer is asked again', async () => {
  let [isWanted, runs]: [boolean, RunLine[] | Failure] = [false, [run(1, 'jolts', { added: 1 })]];
  const told: News[] = [];
  const lines: string[] = [];
  const ask = vi.fn(async () => {
    if (runs instanceof Failure) throw runs;
    return runs;
  });
  const end = watchNews({
    runs: ask,
    isWanted: () => isWanted,
    notify: (news) => told.push(news),
    log: (line) => lines.push(line),
    everyMs: 1_000,
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ask).not.toHaveBeenCalled();
  isWanted = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([]);
  runs = new Failure('cancelled', 'The data service stopped.');
  await vi.advanceTimersByTimeAsync(1_000);
  runs = [run(2, 'jolts', { added: 4 }), run(1, 'jolts', { added: 1 })];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([{ title: 'New data', body: expect.stringContaining(': 4 added') }]);
  end();
  runs = [run(3, 'jolts', { added: 4 })];
  await vi.advanceTimersByTimeAsync(5_000);
  expect([told.length, lines]).toEqual([1, []]);
});
