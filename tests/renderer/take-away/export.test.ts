import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedOf,
  exportLines,
  exportRequest,
  inexactColumns,
  publishedFiles,
  readChoice,
  tableSize,
  usualChoice,
} from '../../../renderer/take-away/export-choice.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { fits } from '../../../service/contract/fits.ts';
import { ViewExport } from '../../../service/contract/table-export.ts';
import type { SeriesChoice } from '../../../service/datasets/series-choice.ts';
import { drawn } from '../../../service/tables/drawn.ts';
import { linesOf } from '../../../service/view/lines.ts';
import { anyLines, exportOf } from '../../tables/tables-of-tests.ts';
import { column, months } from '../../view/some-columns.ts';

const RANGE = { from: '2024-01-01', to: '2024-03-31' };
const COLUMNS = [
  column('jolts.quits_level_sa', months(2024, 3), ['3400', '3450', '3332']),
  column('yields.US10Y', months(2024, 3), ['4.00', '4.10', '4.20']),
];

function drawnBy(search: Record<string, string>) {
  const { view } = parseView({ series: 'jolts.quits_level_sa,yields.US10Y', ...search });
  const lines = linesOf(view, COLUMNS, RANGE);
  return { view, lines, table: exportLines(view, lines, RANGE) };
}

describe('columns of an export', () => {
  const names = (search: Record<string, string>) => drawnBy(search).table.map((line) => line.column);
  it('are named as FRED names downloads: id and units', () => {
    expect(names({})).toEqual(['jolts.quits_level_sa', 'yields.US10Y']);
    expect(names({ units: 'pch' })).toEqual(['jolts.quits_level_sa_PCH', 'yields.US10Y_PCH']);
    expect(names({ units: 'nbd', index: '2024-02-01' })[0]).toMatch(/^jolts\.quits_level_sa_NBD2024\d{4}$/);
  });

  it('of formulas have the names of their lines, but never begin like a formula of a spreadsheet', () => {
    expect(names({ formulas: 'a/1000,a-b' })).toEqual([
      'jolts.quits_level_sa',
      'yields.US10Y',
      'Quits ÷ 1000',
      'Quits − (Treasury par yield, 10-year)',
    ]);
    expect(names({ formulas: '-a' }).at(-1)).toBe('−Quits');
    expect(names({ formulas: `-a${'-b'.repeat(60)}` }).at(-1)).toMatch(/^−a − b − b/);
  });

  it('hold exactly the drawn texts, and nothing of hidden lines', () => {
    const { table } = drawnBy({ series: 'jolts.quits_level_sa,yields.US10Y:hidden' });
    expect(table).toMatchObject([
      {
        column: 'jolts.quits_level_sa',
        frequency: 'Monthly',
        dates: ['2024-01-01', '2024-02-01', '2024-03-01'],
        values: ['3400', '3450', '3332'],
      },
    ]);
  });
});

it('a request has the address of the chart but none of its rows, and is one that the host accepts', () => {
  const { view } = drawnBy({ formulas: 'a-b', units: 'pch', title: 'Mine & yours', type: 'bar' });
  const asked = exportRequest(view, RANGE, usualChoice('en-US'), 'http://127.0.0.1:4780');
  expect(fits(ViewExport, asked)).toBe(true);
  expect(asked).toEqual({
    search:
      'series=jolts.quits_level_sa,yields.US10Y&formulas=a-b&from=2024-01-01&to=2024-03-31&units=pch&title=Mine%20%26%20yours',
    ...askedOf(usualChoice('en-US')),
    names: 'id',
    base_url: 'http://127.0.0.1:4780',
  });
});

it('the size shown in advance is the size of the file', () => {
  fc.assert(
    fc.property(anyLines, fc.constantFrom('wide' as const, 'long' as const), (lines, layout) => {
      for (const format of ['csv', 'xlsx'] as const) {
        const exported = drawn(exportOf({ lines, layout, format }));
        const tables = format === 'csv' ? [exported.table()] : exported.sheets(() => undefined);
        expect(tableSize(lines, format === 'xlsx', layout)).toEqual({
          rows: exported.counts().rows,
          columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
        });
      }
    }),
    { numRuns: 40 },
  );
});

it('columns of more than 15 digits are named', () => {
  const [debt] = exportOf().lines;
  expect(debt && inexactColumns([debt])).toEqual(['us_debt.total_public_debt_outstanding']);
  expect(inexactColumns(drawnBy({}).table)).toEqual([]);
});

describe('the choice', () => {
  it('begins with what Excel expects in the language of the person', () => {
    expect(usualChoice('de-DE')).toMatchObject({ separator: ';', decimal: ',' });
    expect(usualChoice('en-US')).toMatchObject({ separator: ',', decimal: '.' });
  });

  it('is read again from stored values, whatever they are', () => {
    const usual = usualChoice('en-US');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(usual)), fc.anything()), (kept) => {
        expect(Object.keys(readChoice(kept, usual))).toEqual(Object.keys(usual));
      }),
    );
    const kept = { ...usual, format: 'csv-excel' as const, separator: ';' as const };
    expect(readChoice(kept, usual)).toEqual(kept);
    expect(readChoice({ format: 'doc', layout: 'long' }, usual)).toEqual({ ...usual, layout: 'long' });
  });

  it('asks for a dialect only of CSV for Excel, and for a wide workbook', () => {
    const usual = { ...usualChoice('de-DE'), layout: 'long' as const, zipped: true };
    expect(askedOf(usual)).toMatchObject({
      format: 'csv',
      zipped: true,
      csv: { separator: ',', for_excel: false, guarded: false },
    });
    expect(askedOf({ ...usual, format: 'csv-excel' }).csv).toEqual({
      separator: ';',
      decimal: ',',
      for_excel: true,
      guarded: true,
    });
    // CSV and CSV for Excel have separate guards.
    const other = { ...usual, guarded: true, guardedForExcel: false };
    expect(askedOf(other).csv.guarded).toBe(true);
    expect(askedOf({ ...other, format: 'csv-excel' }).csv.guarded).toBe(false);
    expect(askedOf({ ...usual, format: 'xlsx' })).toMatchObject({ layout: 'wide', zipped: false });
  });
});

it('files of published series ask for exactly the series that are chosen', () => {
  const choice = fc.record<SeriesChoice>({
    dataset: fc.constantFrom('ui_state_weekly_claims'),
    code: fc.constantFrom('initial_claims', 'continued_claims'),
    area: fc.constantFrom('CA', 'NY', 'TX'),
  });
  const nameOf = ({ code, area }: SeriesChoice) => `${code}.${area}`;
  fc.assert(
    fc.property(fc.uniqueArray(choice, { minLength: 1, selector: nameOf }), (choices) => {
      const answered = publishedFiles(choices).flatMap((file) => {
        const areas = new Set(file.choices.map(({ area }) => area));
        // The API's answer: each series in each state.
        return [...new Set(file.choices.map(({ code }) => code))].flatMap((code) =>
          [...areas].map((area) => `${code}.${area}`),
        );
      });
      expect(answered.sort()).toEqual(choices.map(nameOf).sort());
    }),
  );
});
