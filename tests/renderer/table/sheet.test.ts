import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignRows,
  columnWidths,
  completeRows,
  lengthsOf,
  orderRows,
  paddingOf,
  splitTitle,
} from '../../../renderer/table/sheet.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { lineOf, sheetFor, someLayout, someSeries } from './some-series.ts';

const days = fc
  .uniqueArray(fc.integer({ min: -40_000, max: 40_000 }), { maxLength: 60 })
  .map((list) => Int32Array.from(list.sort((a, b) => a - b)));

describe('aligned rows', () => {
  it('have every observation once, on its own day, and gaps elsewhere', () => {
    fc.assert(
      fc.property(fc.array(days, { maxLength: 8 }), (lists) => {
        const aligned = alignRows(lists.map((list) => ({ days: list })));
        const expected = [...new Set(lists.flatMap((list) => [...list]))].sort((a, b) => a - b);
        expect([...aligned.days]).toEqual(expected);
        for (const [c, list] of lists.entries()) {
          const found = [...aligned.days].map((day) => list.indexOf(day));
          expect([...(aligned.at[c] as Int32Array)]).toEqual(found);
        }
      }),
    );
  });
});

it('only rows without a gap are kept on request, each with its observations', () => {
  const lists = [Int32Array.of(1, 2, 5, 9), Int32Array.of(2, 3, 9)];
  const { days, at } = completeRows(alignRows(lists.map((list) => ({ days: list }))));
  expect([...days]).toEqual([2, 9]);
  expect(at.map((column) => [...column])).toEqual([
    [1, 3],
    [0, 2],
  ]);
});

it('numbers are measured with thousands separators, and with the most decimals of the column', () => {
  fc.assert(
    fc.property(someSeries, (lines) => {
      for (const { column } of lines) {
        const { all, decimals } = lengthsOf(column);
        const padded = column.values.map((text) => groupDigits(text) + paddingOf(text, decimals));
        expect(all).toBe(Math.max(0, ...padded.map((text) => text.length)));
        // The decimal points are aligned: equally many characters follow each.
        const rest = new Set(padded.map((text) => text.slice(`${text}.`.indexOf('.')).length));
        expect(rest.size).toBeLessThanOrEqual(1);
      }
    }),
  );
  expect(['5', '5.2', '5.25', ''].map((text) => paddingOf(text, 2))).toEqual(['.00', '0', '', '']);
});

it('every line gets a column that fits its longest number, and the long layout gets four columns', () => {
  const lines = [lineOf(0, [[0, '36104343213.10']]), lineOf(1, [[0, '1']])];
  const wide = columnWidths('wide', lines);
  expect(wide.tracks.match(/minmax\(max/g)).toHaveLength(2);
  expect(wide.least).toContain('17ch');
  expect(columnWidths('long', lines).tracks).toContain('17ch');
  // In a shared column, a whole number stands left of the decimals of other lines.
  const mixed = [lineOf(0, [[0, '4.38000']]), lineOf(1, [[0, '7272000']])];
  expect(columnWidths('long', mixed).tracks).toContain('15ch');
});

it('a title keeps the end by which it differs from others', () => {
  const yields = ['Treasury par yield, 10-year', 'Treasury par yield, 1-month', 'Quits, level, SA'];
  expect(yields.map((title) => splitTitle(title, yields)[1])).toEqual(['10-year', '1-month', 'SA']);
  const exports = [
    'Exports to Asia',
    'Exports to Australia and Oceania',
    'Exports to North America',
    'Exports to South America',
  ];
  expect(exports.map((title) => splitTitle(title, exports)[1])).toEqual([
    'Asia',
    'Australia and Oceania',
    'North America',
    'South America',
  ]);
  expect(splitTitle('a/b*100', ['a/b*100'])).toEqual(['', 'a/b*100']);
});

it('nothing of a title is lost when it is split', () => {
  const title = fc
    .array(fc.constantFrom('Exports', 'to', 'Asia,', 'SA'), { minLength: 1 })
    .map((all) => all.join(' '));
  fc.assert(
    fc.property(title, fc.array(title), (one, others) => {
      expect(splitTitle(one, others).join('')).toBe(one);
    }),
  );
});

const texts = (sheet: ReturnType<typeof sheetFor>, id: string, rows: Iterable<number>) =>
  [...rows].map((row) => sheet.columns.find((column) => column.id === id)?.text(row));

describe('the order of rows', () => {
  const series = [
    lineOf(0, [
      [1, '10'],
      [2, '9'],
      [4, '9.00'],
    ]),
    lineOf(1, [
      [2, '-1'],
      [3, '5'],
    ]),
  ];
  const wide = sheetFor('wide', series);
  const long = sheetFor('long', series);

  it.each([
    [true, ['10', '9.00', '9', '']],
    [false, ['9.00', '9', '10', '']],
  ])('is by number, not by text, with gaps last either way (descending: %s)', (desc, expected) => {
    const { rows } = orderRows(wide, { id: 'line.0', desc });
    expect(texts(wide, 'line.0', rows)).toEqual(expected);
  });

  it('by date keeps the lines of one day in their order', () => {
    const { rows } = orderRows(long, { id: 'date', desc: true });
    expect(texts(long, 'date', rows)).toEqual([
      '1970-01-05',
      '1970-01-04',
      '1970-01-03',
      '1970-01-03',
      '1970-01-02',
    ]);
    expect(texts(long, 'series', rows)).toEqual(['Line 0', 'Line 1', 'Line 0', 'Line 1', 'Line 0']);
  });

  it('by series groups them, the newest first in each', () => {
    const { rows } = orderRows(long, { id: 'series', desc: false });
    expect(texts(long, 'series', rows)).toEqual(['Line 0', 'Line 0', 'Line 0', 'Line 1', 'Line 1']);
    expect(texts(long, 'value', rows)).toEqual(['9.00', '9', '10', '5', '-1']);
  });

  it('has every row once, with its place, and the values in order', () => {
    const ids = ['date', 'series', 'value', 'unit', 'line.0', 'line.1', 'gone'];
    fc.assert(
      fc.property(
        someSeries,
        someLayout,
        fc.constantFrom(...ids),
        fc.boolean(),
        (lines, layout, id, desc) => {
          const sheet = sheetFor(layout, lines);
          const { rows, places } = orderRows(sheet, { id, desc });
          expect([...rows].sort((a, b) => a - b)).toEqual(
            Array.from({ length: sheet.count }, (_, row) => row),
          );
          for (const [place, row] of rows.entries()) expect(places[row]).toBe(place);
          const column = sheet.columns.find((one) => one.id === id);
          const ranks = [...rows].map((row) => column?.rank(row) ?? Number.NaN);
          const there = ranks.filter((rank) => !Number.isNaN(rank));
          expect(ranks.slice(0, there.length)).toEqual(there);
          expect(there).toEqual(there.toSorted((a, b) => (desc ? b - a : a - b)));
        },
      ),
    );
  });
});
