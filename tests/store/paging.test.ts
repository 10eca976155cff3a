import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position, Reader, SeriesSelection } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';
import { renderRows, rows, selection, selectRows } from './model.ts';

const format = fc.constantFrom('json' as const, 'csv' as const);

test('pages by token return the whole selection once, in order', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  fc.assert(
    fc.property(rows, selection, fc.integer({ min: 1, max: 40 }), format, (all, question, limit, form) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      publishRows(folder.path, runOf(wanted.dataset), all);
      const expected = selectRows(all, wanted);
      const pages: string[] = [];
      let after: Position | undefined;
      for (let start = 0; ; start += limit) {
        const page = encoded(reader.observations(wanted, { after, limit }), form);
        const here = expected.slice(start, start + limit);
        expect(page.body.toString()).toBe(renderRows(here, form));
        expect(page.count).toBe(here.length);
        expect(page.more).toBe(start + limit < expected.length);
        pages.push(page.body.toString());
        if (!page.more) break;
        after = page.last;
      }
      expect(pages.join(form === 'json' ? ',' : '')).toBe(renderRows(expected, form));
    }),
    { numRuns: 120 },
  );
});

test('a page by offset has the same order, and the total', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  fc.assert(
    fc.property(rows, selection, fc.integer({ min: 1, max: 30 }), format, (all, question, limit, form) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      publishRows(folder.path, runOf(wanted.dataset), all);
      const expected = selectRows(all, wanted);
      expect(reader.countObservations(wanted)).toBe(expected.length);
      for (let offset = 0; offset <= expected.length + 1; offset++) {
        const page = encoded(reader.observationsAt(wanted, { offset, limit }), form);
        const here = expected.slice(offset, offset + limit);
        expect({ text: page.body.toString(), count: page.count, total: page.total }).toEqual({
          text: renderRows(here, form),
          count: here.length,
          total: expected.length,
        });
      }
    }),
    { numRuns: 60 },
  );
});

test('a page of 106 series, two codes of 53 areas, is in order', () => {
  using folder = makeFolder();
  const areas = Array.from({ length: 53 }, (_, n) => String.fromCharCode(65 + (n % 26), 65 + n / 26));
  const all = ['one', 'two'].flatMap((code, c) =>
    areas.flatMap((area, a) =>
      Array.from({ length: 30 }, (_, week) => ({
        code,
        area,
        day: 20_000 + week * 7,
        value: `${week}.${c}${a}`,
      })).filter((_, week) => (week + a) % 5 > 0),
    ),
  );
  publishRows(folder.path, runOf('d'), all);
  const reader = folder.reader();
  const wanted: SeriesSelection = { dataset: 'd', codes: ['two', 'one'], from: 0, to: 30_000 };
  const expected = renderRows(selectRows(all, wanted), 'json');
  for (const limit of [5000, 1000, 107, 53]) expect(readAll(reader, wanted, limit)).toBe(expected);
});

test('a token stays valid after a series was added before its position', () => {
  using folder = makeFolder();
  const all = ['CA', 'NY'].map((area) => ({ code: 'alpha', area, day: 10, value: '1' }));
  publishRows(folder.path, runOf('d'), all);
  const reader = folder.reader();
  const wanted: SeriesSelection = { dataset: 'd', codes: ['alpha'], from: 0, to: 20 };
  const first = encoded(reader.observations(wanted, { limit: 1 }), 'csv');
  publishRows(folder.path, runOf('d'), [{ code: 'alpha', area: 'AK', day: 10, value: '2' }]);
  const second = encoded(reader.observations(wanted, { after: first.last, limit: 9 }), 'csv');
  expect(second.body.toString()).toBe('1970-01-11,alpha,NY,1\n');
});

function readAll(reader: Reader, wanted: SeriesSelection, limit: number): string {
  const pages: string[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = encoded(reader.observations(wanted, { after, limit }), 'json');
    pages.push(page.body.toString());
    if (!page.more) return pages.join(',');
    after = page.last;
  }
}

/** Days that become denser: a range estimated from the average density has too few days each time. */
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
      const reader = folder.reader();
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
    }),
    { numRuns: 25 },
  );
});

test('if the series of the last row has become empty, the next page begins after its day', () => {
  using folder = makeFolder();
  const row = (code: string, day: number) => ({ code, area: '', day, value: `${day}.5` });
  publishRows(folder.path, runOf('d'), [row('a', 3), row('b', 3), row('a', 4), row('b', 4)]);
  const reader = folder.reader();
  const selection = { dataset: 'd', codes: ['a', 'b'], from: 0, to: 9 };
  const first = encoded(reader.observations(selection, { limit: 1 }), 'csv');
  const read = (seriesId: number) =>
    encoded(reader.observations(selection, { after: { day: 3, seriesId }, limit: 9 }), 'csv').count;
  expect(read(first.last?.seriesId ?? 0)).toBe(3);
  expect(read(999)).toBe(2);
});
