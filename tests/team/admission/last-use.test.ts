import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NOTE } from '../../../service/team/admission/statements.ts';
import { noteUse } from '../../../service/team/admission/team-keys.ts';
import { scripted } from '../scripted.ts';

/** When and by what keys were last used, on its way to the database. */

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
  /** Each write: its rows. */
  const written = () =>
    database.asked.map(({ sql, values }) => {
      expect([sql, values?.length]).toEqual([NOTE, 1]);
      return JSON.parse(String(values?.[0])) as unknown;
    });
  return { uses, state, written };
}

it('is written five seconds after the first use, the last use of each key alone', async () => {
  const { uses, written } = opened();
  uses.note('one', 'curl/8');
  await vi.advanceTimersByTimeAsync(1000);
  uses.note('two', undefined);
  uses.note('one', undefined);
  await vi.advanceTimersByTimeAsync(3999);
  expect(written()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const first = [
    // A request that names no client is of the one before.
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

it('is tried again with the next ones where it could not be written, and the newer use of a key wins', async () => {
  const { uses, state, written } = opened();
  uses.note('one', 'old');
  uses.note('two', 'old');
  state.isFull = true;
  await vi.advanceTimersByTimeAsync(4000);
  const flushing = uses.flush();
  // Meanwhile the key is used again.
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

it('is written at the end, and nothing is where nothing was used', async () => {
  const { uses, written } = opened();
  await uses.flush();
  uses.note('one', 'R');
  await uses.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written()).toEqual([[{ id: 'one', at: '2026-11-20T12:00:00.000Z', client: 'R' }]]);
});
