import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openReader } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';

/** Pages, and the ranges of days that they are read in, must begin and end at the right row. */

/** Days that become denser: an estimate from the average density reads too few days each time. */
const days = fc
  .uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 60, maxLength: 400 })
  .map((drawn) =>
    [...new Set(drawn.map((day) => 900 - Math.floor((day * day) / 900)))].sort((a, b) => a - b),
  );

test('pages that are read in several ranges of days leave out no day and repeat none', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 70 }), (held, limit) => {
      using folder = makeFolder();
      publishRows(
        folder.path,
        runOf('d'),
        held.map((day) => ({ code: 'a', area: '', day, value: `${day}.5` })),
      );
      const reader = openReader(folder.path);
      try {
        const values: string[] = [];
        let after: Parameters<typeof reader.observations>[1]['after'];
        do {
          const page = encoded(
            reader.observations({ dataset: 'd', codes: ['a'], from: 0, to: 1000 }, { after, limit }),
            'csv',
          );
          values.push(
            ...page.body
              .toString()
              .trim()
              .split('\n')
              .map((line) => line.split(',')[2] ?? ''),
          );
          after = page.more ? page.last : undefined;
        } while (after);
        expect(values).toEqual(held.map((day) => `${day}.5`));
      } finally {
        reader.close();
      }
    }),
    { numRuns: 25 },
  );
});

test('if the series of the last row has become empty, the next page begins after its day', () => {
  using folder = makeFolder();
  const row = (code: string, day: number) => ({ code, area: '', day, value: `${day}.5` });
  publishRows(folder.path, runOf('d'), [row('a', 3), row('b', 3), row('a', 4), row('b', 4)]);
  const reader = openReader(folder.path);
  try {
    const selection = { dataset: 'd', codes: ['a', 'b'], from: 0, to: 9 };
    const first = encoded(reader.observations(selection, { limit: 1 }), 'csv');
    const read = (seriesId: number) =>
      encoded(reader.observations(selection, { after: { day: 3, seriesId }, limit: 9 }), 'csv').count;
    expect(read(first.last?.seriesId ?? 0)).toBe(3);
    expect(read(999)).toBe(2);
  } finally {
    reader.close();
  }
});
