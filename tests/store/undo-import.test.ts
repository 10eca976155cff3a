import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConstituentWrite, openWriter, type Undo } from '../../service/store/index.ts';
import { makeFolder, publish, publishRows, runOf } from './folder.ts';
import { AREAS, CODES, publishes } from './model.ts';
import { contentOf, findFaults, openRaw } from './raw.ts';

/** @returns the instant of the nth publish. */
const at = (nth: number): string => `2026-01-${String(nth + 1).padStart(2, '0')}T00:00:00.000Z`;

function undo(dataDir: string, run: number): Undo['undone'] {
  const writer = openWriter(dataDir, undefined, () => new Date('2026-02-01T00:00:00Z'));
  try {
    const begun = writer.beginUndo(run);
    begun.commit('');
    return begun.undone;
  } finally {
    writer.close();
  }
}

function content(dataDir: string): Record<string, unknown[][]> {
  using raw = openRaw(dataDir);
  expect(findFaults(raw.db)).toEqual([]);
  return contentOf(raw.db);
}

const member = fc.record({
  ticker: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
  name: fc.constantFrom('One', 'Two'),
  sector: fc.constantFrom('', 'S'),
  weight: fc.constantFrom('', '1', '2.50'),
});
const lists = fc.array(
  fc.tuple(
    fc.constantFrom('SPX', 'IVV'),
    fc.integer({ min: 10, max: 12 }),
    fc.uniqueArray<ConstituentWrite, string>(member, { minLength: 1, selector: ({ ticker }) => ticker }),
  ),
  { minLength: 1, maxLength: 5 },
);

test('undoing imports one after another restores the data and every earlier value from before each import', () => {
  fc.assert(
    fc.property(publishes, lists, (files, given) => {
      using folder = makeFolder();
      const states: [run: number, before: ReturnType<typeof content>][] = [];
      const begin = (fetchedAt: string) => {
        openWriter(folder.path).close();
        return { fetchedAt, before: content(folder.path) };
      };
      for (const [nth, rows] of files.entries()) {
        const { fetchedAt, before } = begin(at(nth));
        const { runId, added, revised } = publishRows(folder.path, runOf('d', { fetchedAt }), rows);
        if (added + revised > 0) states.push([runId, before]);
      }
      for (const [nth, [code, day, rows]] of given.entries()) {
        const { fetchedAt, before } = begin(at(10 + nth));
        const { runId, added, revised } = publish(folder.path, runOf('lists', { fetchedAt }), (open) =>
          open.constituents(code, day, rows),
        );
        if (added + revised > 0) states.push([runId, before]);
      }
      for (const [run, before] of states.reverse()) {
        undo(folder.path, run);
        expect(content(folder.path)).toEqual(before);
      }
    }),
    { numRuns: 15 },
  );
});

const ROW = { code: CODES[0] ?? '', area: AREAS[0] ?? '', day: 10, value: '1' };
const refusal = (dataDir: string, run: number): string => {
  const before = content(dataDir);
  try {
    undo(dataDir, run);
  } catch (error) {
    expect(content(dataDir)).toEqual(before);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('It was undone');
};

test('an import is undone only once, and only if nothing was published after it', () => {
  using folder = makeFolder();
  const import1 = publishRows(folder.path, runOf('d', { fetchedAt: at(1) }), [ROW]).runId;
  const same = publishRows(folder.path, runOf('d', { fetchedAt: at(2) }), [ROW]).runId;
  const other = publishRows(folder.path, runOf('e', { fetchedAt: at(3) }), [ROW]).runId;
  const reader = folder.reader();
  expect(reader.undoable()).toEqual(
    new Map([
      [import1, 'data'],
      [other, 'data'],
    ]),
  );
  const refresh = { kind: 'refresh', location: 'https://publisher.gov/file', fetchedAt: at(4) } as const;
  const refreshed = publishRows(folder.path, runOf('d', refresh), [{ ...ROW, day: 11 }]).runId;
  expect(reader.undoable()).toEqual(new Map([[other, 'data']]));

  expect(refusal(folder.path, import1)).toBe(
    'The import of file.csv cannot be undone. Something was published after it: https://publisher.gov/file at 2026-01-05 00:00 UTC. Nothing was changed.',
  );
  expect(refusal(folder.path, same)).toBe(
    'The import of file.csv changed nothing, so nothing can be undone. Nothing was changed.',
  );
  expect(refusal(folder.path, refreshed)).toBe('Only an import can be undone. Nothing was changed.');
  expect(refusal(folder.path, 99)).toBe('There is no such import. Nothing was changed.');

  const version = reader.dataVersion();
  expect(undo(folder.path, other)).toEqual([
    { dataset: 'e', location: 'file.csv', added: 1, revised: 0, sampleAt: null },
  ]);
  expect(reader.dataVersion()).not.toBe(version);
  expect(reader.holdings().map(({ dataset }) => dataset)).toEqual(['d']);
  expect(reader.runs(1)).toMatchObject([{ kind: 'refresh' }]);
  expect(reader.run(other)).toMatchObject({ kind: 'undone', added: 1 });
  expect(reader.lastRuns().map(({ dataset }) => dataset)).toEqual(['d']);
  expect(refusal(folder.path, other)).toBe('The import of file.csv is undone already. Nothing was changed.');
});

test('all datasets of a file are undone together, or none', () => {
  using folder = makeFolder();
  const writer = openWriter(folder.path);
  const many = writer.beginMany();
  for (const dataset of ['d', 'e']) {
    const run = many.run(runOf(dataset, { fetchedAt: at(1) }));
    run.observation(run.series({ dataset, code: 'x', area: '' }), 10, '1', 1);
  }
  const [one, two] = many.commit('ab');
  writer.close();
  publishRows(folder.path, runOf('e', { fetchedAt: at(2) }), [ROW]);
  const reader = folder.reader();
  expect([...reader.undoable().keys()]).toEqual([3]);
  expect(refusal(folder.path, one?.runId ?? 0)).toContain('Something was published after it');
  undo(folder.path, 3);
  expect([...reader.undoable().keys()]).toEqual([one?.runId, two?.runId]);
  undo(folder.path, two?.runId ?? 0);
  expect(reader.holdings()).toEqual([]);
});
