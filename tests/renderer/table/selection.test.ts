import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridColumns, type ShownRow } from '../../../renderer/table/observation-grid.tsx';
import { tabSeparated } from '../../../renderer/table/observation-table.tsx';
import {
  countSelected,
  type GridSelection,
  isSelected,
  selectAll,
  selectedColumns,
  selectedRows,
  selectRow,
  selectTo,
  toggleRow,
} from '../../../renderer/table/selection.ts';
import { orderRows, type Sheet, type TableSort } from '../../../renderer/table/sheet.ts';
import { groupDigits } from '../../../service/series-math/decimal-text.ts';
import { lineOf, sheetFor, someLayout, someSeries } from './some-series.ts';

const NEWEST: TableSort = { id: 'date', desc: true };

/** The copied lines without the header, sorted, so that the same rows give the same lines in any order. */
function copied(selection: GridSelection | undefined, sheet: Sheet, sort: TableSort): string[] {
  const rows = selectedRows(selection, sheet, orderRows(sheet, sort));
  return tabSeparated(selectedColumns(selection, sheet), rows).split('\n').slice(1).sort();
}

const someSort = fc.record({
  id: fc.constantFrom('date', 'series', 'value', 'unit', 'line.0', 'line.1'),
  desc: fc.boolean(),
});
const someSteps = fc.array(
  fc.record({
    how: fc.constantFrom('row', 'rows', 'cells', 'toggle'),
    at: fc.nat(),
    column: fc.nat(),
    sort: someSort,
  }),
  { minLength: 1, maxLength: 6 },
);

describe('the selection', () => {
  it('keeps the same rows in any order, and when further observations are loaded', () => {
    fc.assert(
      fc.property(someSeries, someLayout, someSteps, someSort, (series, layout, steps, sort) => {
        const sheet = sheetFor(layout, series);
        fc.pre(sheet.count > 1);
        let selection: GridSelection | undefined;
        for (const { how, at, column, sort: shown } of steps) {
          const order = orderRows(sheet, shown);
          const to = {
            place: at % sheet.count,
            column: sheet.columns[column % sheet.columns.length]?.id ?? 'date',
          };
          if (how === 'row') selection = selectRow(sheet, order, to);
          else if (how === 'toggle') selection = toggleRow(sheet, order, selection, to);
          else selection = selectTo(sheet, order, selection, to, how === 'cells');
        }
        const before = copied(selection, sheet, NEWEST);
        expect(copied(selection, sheet, sort)).toEqual(before);
        // Adding older and newer days of every line does not change the selection.
        const more = series.map(({ column, slot }) =>
          lineOf(slot, [
            [-5, '1'],
            ...Array.from(column.days, (day, i) => [day, column.values[i] ?? ''] as const),
            [50 + slot, '2'],
          ]),
        );
        const grown = sheetFor(layout, more);
        expect(copied(selection, grown, sort)).toEqual(before);
        expect(countSelected(selection, grown)).toBe(countSelected(selection, sheet));
      }),
    );
  });

  const series = [
    lineOf(0, [
      [0, '5'],
      [1, '1'],
      [2, '4'],
      [3, '2'],
    ]),
    lineOf(1, [
      [1, '8'],
      [3, '9'],
    ]),
  ];
  const sheet = sheetFor('wide', series);
  const order = orderRows(sheet, NEWEST);
  const at = (place: number, column = 'date') => ({ place, column });

  it('extends from its anchor in the current order of the rows', () => {
    const anchored = selectRow(sheet, order, at(1)); // 1970-01-03, value 4
    const byValue = orderRows(sheet, { id: 'line.0', desc: true }); // 5 4 2 1
    const range = selectTo(sheet, byValue, anchored, at(2), false);
    expect(copied(range, sheet, NEWEST)).toEqual(['1970-01-03\t4\t', '1970-01-04\t2\t9']);
  });

  it('of cells is everything between two corners', () => {
    const corner = selectRow(sheet, order, at(0, 'line.1'));
    const cells = selectTo(sheet, order, corner, at(2, 'line.0'), true);
    expect(tabSeparated(selectedColumns(cells, sheet), selectedRows(cells, sheet, order))).toBe(
      'Line 0 (persons)\tLine 1 (%)\n2\t9\n4\t\n1\t8',
    );
  });

  it('adds and removes single rows', () => {
    const two = toggleRow(sheet, order, selectRow(sheet, order, at(0)), at(3));
    expect(countSelected(two, sheet)).toBe(2);
    const one = toggleRow(sheet, order, two, at(0));
    expect(copied(one, sheet, NEWEST)).toEqual(['1970-01-01\t5\t']);
  });

  it('takes all rows, and in the long layout identifies them by line and day', () => {
    const long = sheetFor('long', series);
    const all = selectAll(long, orderRows(long, NEWEST));
    expect(countSelected(all, long)).toBe(6);
    expect(isSelected(all, { owner: 'line.1', day: 0 })).toBe(false);
    const without = sheetFor('long', series.slice(0, 1));
    expect(countSelected(all, without)).toBe(4);
    expect(
      selectAll(sheetFor('wide', []), { rows: new Uint32Array(), places: new Uint32Array() }),
    ).toBeUndefined();
  });

  it('of one layout selects nothing in the other', () => {
    const all = selectAll(sheet, order);
    expect(countSelected(all, sheetFor('long', series))).toBe(0);
  });

  it('starts again if its anchor is gone', () => {
    const gone = selectRow(sheet, order, at(0)); // 1970-01-04
    const shorter = sheetFor('wide', [lineOf(0, [[0, '5']])]);
    const range = selectTo(shorter, orderRows(shorter, NEWEST), gone, at(0), false);
    expect(copied(range, shorter, NEWEST)).toEqual(['1970-01-01\t5']);
  });
});

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

  it('have no header if a single cell is copied', () => {
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
