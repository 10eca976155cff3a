import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, instantText } from '../../service/calendar/dates.ts';
import type { Position, Reader, SeriesSelection } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publishRows, runOf, type TestRow } from './folder.ts';
import { publishes, renderRows, selection, selectRows } from './model.ts';

const TODAY = 20_454; // 2026-01-01
const endOf = (day: number) => instantText(dateText(day)) as string;

/** Instants of days, including the first and the last of a day. */
const moment = (days: fc.Arbitrary<number>) =>
  fc
    .tuple(days, fc.constantFrom('T00:00:00.000Z', 'T12:30:00.000Z', 'T23:59:59.999Z', 'T00:00:00Z'))
    .map(([day, time]) => ({ day, at: `${dateText(day)}${time}` }));

/** Publishes with their times, on a clock that may be set back. */
const history = publishes.chain((list) =>
  fc
    .array(moment(fc.integer({ min: TODAY, max: TODAY + 5 })), {
      minLength: list.length,
      maxLength: list.length,
    })
    .map((times) => list.map((rows, index) => ({ rows, ...(times[index] ?? { day: TODAY, at: '' }) }))),
);
const ordered = history.map((list) => {
  const times = list.map(({ day, at }) => ({ day, at })).sort((a, b) => a.day - b.day);
  return list.map(({ rows }, index) => ({ rows, ...(times[index] ?? { day: TODAY, at: '' }) }));
});

/** All values that each observation has had, in the order of their storing. */
class Chains {
  readonly all = new Map<string, { row: TestRow; day: number }[]>();

  publish(rows: readonly TestRow[], day: number): void {
    for (const row of rows) {
      const key = `${row.code}/${row.area}/${row.day}`;
      const chain = this.all.get(key) ?? [];
      if (chain.at(-1)?.row.value !== row.value) this.all.set(key, [...chain, { row, day }]);
    }
  }

  knownAt(day: number): TestRow[] {
    return [...this.all.values()].flatMap((chain) => {
      const known = chain.findLast((seen) => seen.day <= day);
      return known ? [known.row] : [];
    });
  }
}

function readAll(reader: Reader, wanted: SeriesSelection, limit: number): string {
  const pages: string[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = encoded(reader.observations(wanted, { after, limit }), 'csv');
    expect(page.count).toBeLessThanOrEqual(limit);
    if (page.more) expect(page.count).toBe(limit);
    pages.push(page.body.toString());
    if (!page.more) return pages.join('');
    after = page.last;
  }
}

test('data as of a day are the data that a reader saw at the end of that day', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  fc.assert(
    fc.property(ordered, selection, fc.integer({ min: 1, max: 40 }), (list, question, limit) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      const seen = new Map<number, string>();
      for (const { rows, at, day } of list) {
        publishRows(folder.path, runOf(wanted.dataset, { fetchedAt: at }), rows);
        seen.set(day, readAll(reader, wanted, 5000));
      }
      let text = '';
      for (let asOf = TODAY - 1; asOf <= TODAY + 6; asOf++) {
        text = seen.get(asOf) ?? text;
        expect(readAll(reader, { ...wanted, asOf: endOf(asOf) }, limit)).toBe(text);
        expect(reader.countObservations({ ...wanted, asOf: endOf(asOf) })).toBe(text.split('\n').length - 1);
      }
    }),
    { numRuns: 60 },
  );
});

test('data as of an instant are the data that a reader saw then; a publish counts from its own millisecond', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  const steps = fc.array(fc.integer({ min: 2, max: 90_000_000 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(publishes, steps, selection, (list, gaps, question) => {
      const wanted = { ...question, dataset: `i${++datasets}` };
      let ms = Date.UTC(2026, 0, 1, 12);
      let before = readAll(reader, wanted, 5000);
      for (const [i, rows] of list.entries()) {
        ms += gaps[i % gaps.length] as number;
        const [just, at] = [ms - 1, ms].map((one) => new Date(one).toISOString()) as [string, string];
        publishRows(folder.path, runOf(wanted.dataset, { fetchedAt: at }), rows);
        expect(readAll(reader, { ...wanted, asOf: just }, 5)).toBe(before);
        before = readAll(reader, wanted, 5000);
        expect(readAll(reader, { ...wanted, asOf: at }, 5)).toBe(before);
      }
    }),
    { numRuns: 30 },
  );
});

test('after the clock was set back, each date still has one value: the newest one stored at the time', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  let datasets = 0;
  fc.assert(
    fc.property(history, selection, fc.integer({ min: 1, max: 40 }), (list, question, limit) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      const chains = new Chains();
      for (const { rows, at, day } of list) {
        publishRows(folder.path, runOf(wanted.dataset, { fetchedAt: at }), rows);
        chains.publish(rows, day);
      }
      for (let asOf = TODAY - 1; asOf <= TODAY + 5; asOf++) {
        const expected = selectRows(chains.knownAt(asOf), wanted);
        expect(readAll(reader, { ...wanted, asOf: endOf(asOf) }, limit)).toBe(renderRows(expected, 'csv'));
        expect(reader.countObservations({ ...wanted, asOf: endOf(asOf) })).toBe(expected.length);
      }
    }),
    { numRuns: 60 },
  );
});

const ONE = { dataset: 'd', codes: ['a'], from: 0, to: 100 };
const row = (value: string, day = 10): TestRow => ({ code: 'a', area: '', day, value });
const on = (date: string, other = {}) => runOf('d', { fetchedAt: `${date}T10:00:00Z`, ...other });

test('sample data are known from the day they were made, and leave no trace when real data replace them', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  const asOf = (day: number) => readAll(reader, { ...ONE, asOf: endOf(day) }, 10);
  publishRows(folder.path, on('2026-01-02', { kind: 'sample', origin: 'sample' }), [row('1'), row('2', 11)]);
  expect([asOf(TODAY), asOf(TODAY + 1)]).toEqual(['', '1970-01-11,a,1\n1970-01-12,a,2\n']);
  publishRows(folder.path, on('2026-01-04'), [row('3')]);
  expect([asOf(TODAY + 2), asOf(TODAY + 3)]).toEqual(['', '1970-01-11,a,3\n']);
});

test('an old file that is imported late gives the current values from the day of its import; the newer ones stay as revisions', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  publishRows(folder.path, on('2026-01-01'), [row('3'), row('5', 20)]);
  publishRows(folder.path, on('2026-01-03'), [row('2')]);
  expect(readAll(reader, ONE, 10)).toBe('1970-01-11,a,2\n1970-01-21,a,5\n');
  expect(readAll(reader, { ...ONE, asOf: endOf(TODAY + 1) }, 10)).toBe('1970-01-11,a,3\n1970-01-21,a,5\n');
});

test('rows as of a day are not read by offset', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  expect(() =>
    encoded(reader.observationsAt({ ...ONE, asOf: endOf(3) }, { offset: 0, limit: 1 }), 'csv'),
  ).toThrow(/offset/);
});

/** @returns the expected result of `columns`, computed by filtering the rows. */
function columnsOf(all: readonly TestRow[], wanted: SeriesSelection): unknown[] {
  const everyDay = selectRows(all, { ...wanted, from: -1e9, to: 1e9 });
  const series = Map.groupBy(everyDay, ({ code, area }) => `${code}/${area}`);
  return [...series.values()]
    .map((rows) => {
      const [{ code, area, day }] = rows as [TestRow];
      const inside = rows.filter((row) => row.day >= wanted.from && row.day <= wanted.to);
      return {
        code,
        area,
        first: day,
        last: rows.at(-1)?.day,
        days: inside.map((row) => row.day),
        values: inside.map((row) => row.value),
      };
    })
    .sort(
      (a, b) => wanted.codes.indexOf(a.code) - wanted.codes.indexOf(b.code) || (a.area < b.area ? -1 : 1),
    );
}

test('columns contain each series of a selection with its first and last day, now and as of any day', () => {
  using folder = makeFolder();
  const reader = folder.reader();
  const read = (wanted: SeriesSelection) =>
    reader.columns(wanted).map(({ seriesId, days, ...column }) => {
      expect(seriesId).toBeGreaterThan(0);
      return { ...column, days: [...days] };
    });
  let datasets = 0;
  fc.assert(
    fc.property(publishes, selection, (list, question) => {
      const wanted = { ...question, dataset: `d${++datasets}` };
      const known = new Map<string, TestRow>();
      const expected = list.map((rows, i) => {
        const fetchedAt = `${dateText(TODAY + i)}T12:00:00.000Z`;
        publishRows(folder.path, runOf(wanted.dataset, { fetchedAt }), rows);
        for (const row of rows) known.set(`${row.code}/${row.area}/${row.day}`, row);
        return columnsOf([...known.values()], wanted);
      });
      expect(read(wanted)).toEqual(expected.at(-1));
      expect(read({ ...wanted, asOf: endOf(TODAY - 1) })).toEqual([]);
      for (const [i, columns] of expected.entries()) {
        expect(read({ ...wanted, asOf: endOf(TODAY + i) })).toEqual(columns);
      }
    }),
    { numRuns: 60 },
  );
});
