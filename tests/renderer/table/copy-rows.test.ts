import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridColumns, type ShownRow } from '../../../renderer/table/observation-grid.tsx';
import { tabSeparated } from '../../../renderer/table/observation-table.tsx';
import { orderRows } from '../../../renderer/table/sheet.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { lineOf, sheetFor, someLayout, someSeries } from './some-series.ts';

describe('copied rows', () => {
  const series = [
    lineOf(0, [
      [0, '36104343213.10'],
      [2, '-0.5'],
    ]),
    lineOf(1, [
      [1, '7'],
      [2, '1234567'],
    ]),
  ];

  it('are tab-separated with a header row, exact values and empty gaps', () => {
    const sheet = sheetFor('wide', series);
    expect(tabSeparated(sheet.columns, orderRows(sheet, { id: 'date', desc: true }).rows)).toBe(
      [
        'date\tLine 0 (persons)\tLine 1 (%)',
        '1970-01-03\t-0.5\t1234567',
        '1970-01-02\t\t7',
        '1970-01-01\t36104343213.10\t',
      ].join('\n'),
    );
  });

  it('of the long layout name series and unit in each row', () => {
    const sheet = sheetFor('long', series);
    expect(tabSeparated(sheet.columns, Uint32Array.of(1, 0))).toBe(
      [
        'date\tseries\tvalue\tunit',
        '1970-01-02\tLine 1\t7\t%',
        '1970-01-01\tLine 0\t36104343213.10\tpersons',
      ].join('\n'),
    );
  });

  it('have no header where a single cell is copied', () => {
    const sheet = sheetFor('wide', series);
    const value = sheet.columns.slice(1, 2);
    expect(tabSeparated(value, Uint32Array.of(0))).toBe('36104343213.10');
    expect(tabSeparated(value, Uint32Array.of(0, 2))).toBe('Line 0 (persons)\n36104343213.10\n-0.5');
  });

  it('have headers that cannot break into further cells or run as a formula', () => {
    const odd = { ...lineOf(0, [[0, '1']]), title: '-a\tb\nc', detail: '' };
    const sheet = sheetFor('wide', [odd]);
    expect(tabSeparated(sheet.columns, Uint32Array.of(0))).toBe('date\t -a b c\n1970-01-01\t1');
  });

  it('have the same cells as the screen, except for thousands separators', () => {
    fc.assert(
      fc.property(someSeries, someLayout, fc.boolean(), (lines, layout, desc) => {
        const sheet = sheetFor(layout, lines);
        fc.pre(sheet.count > 0);
        const { rows } = orderRows(sheet, { id: 'date', desc });
        const cells = tabSeparated(sheet.columns, rows)
          .split('\n')
          .slice(1)
          .map((line) =>
            line
              .split('\t')
              .map((text, c) => (sheet.columns[c]?.kind === 'number' ? groupDigits(text) : text)),
          );
        const columns = gridColumns(sheet) as { accessorFn?: (shown: ShownRow) => string }[];
        const drawn = [...rows].map((row, place) =>
          columns.map(({ accessorFn }) => accessorFn?.({ place, row, sheet })),
        );
        expect(cells).toEqual(drawn);
        const values = lines.flatMap(({ column }) => column.values).sort();
        const copied = cells.flatMap((line) =>
          line.filter((text, c) => sheet.columns[c]?.kind === 'number' && text !== ''),
        );
        expect(copied.sort()).toEqual(values.map(groupDigits).sort());
      }),
    );
  });
});
