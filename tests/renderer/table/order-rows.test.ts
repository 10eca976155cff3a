import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderRows } from '../../../renderer/table/sheet.ts';
import { lineOf, sheetFor, someLayout, someSeries } from './some-series.ts';

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
