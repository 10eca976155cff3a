import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import type { BoardExport } from '../../service/contract/table-export.ts';
import { excelSerial } from '../../service/series-math/spreadsheet-cells.ts';
import { openWriter } from '../../service/store/index.ts';
import { sheetNames } from '../../service/tables/board-export.ts';
import { exportView } from '../../service/tables/export-view.ts';
import { CREATED, hold, makeFolder } from './held-data.ts';

describe('the names of sheets', () => {
  test('are valid in Excel and unique', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 24 }), (titles) => {
        const names = sheetNames(titles);
        expect(names).toHaveLength(titles.length);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) {
          expect(name).toMatch(/^[^\\/?*:[\]]{1,31}$/u);
          expect(name).not.toMatch(/^'|'$/);
          expect(['history', 'readme']).not.toContain(name.toLowerCase());
        }
      }),
    );
  });

  test('stay as they are if possible', () => {
    expect(sheetNames(['Bills', 'bills', 'A/B: [c]', '', 'README', 'x'.repeat(40)])).toEqual([
      'Bills',
      'bills (2)',
      'A B c',
      'Tile',
      'README (2)',
      'x'.repeat(31),
    ]);
  });
});

describe('the workbook of a board', () => {
  const held = makeFolder();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-board-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    held.close();
  });

  const asked = (board: BoardExport['board']): BoardExport => ({
    name: 'Debt: mine?',
    board,
    left_out: ['The curve'],
    base_url: 'http://127.0.0.1:4780',
  });
  const write = (board: BoardExport['board']) =>
    exportView(
      { asked: asked(board), dataDir: held.dataDir, folder, now: CREATED },
      new AbortController().signal,
    );

  test('has a README and a sheet for each tile, with lines of any frequency side by side', async () => {
    hold(
      held.dataDir,
      'us_debt',
      [
        ['2024-01-02', 'debt_held_by_public', '27000000000000.10'],
        ['2024-01-06', 'debt_held_by_public', '38967833861543.11'],
      ],
      'sample',
    );
    hold(held.dataDir, 'ui_weekly_claims', [
      ['2024-01-06', 'initial_claims_sa', '203000'],
      ['2024-01-13', 'initial_claims_sa', '189000'],
    ]);
    const { receipt, file, sidecar } = await write([
      {
        title: 'Both',
        search:
          'series=us_debt.debt_held_by_public,ui_weekly_claims.initial_claims_sa&from=2024-01-01&to=2024-01-31',
      },
      {
        title: 'both',
        search: 'series=ui_weekly_claims.initial_claims_sa&units=chg&from=2024-01-01&to=2024-01-31',
      },
    ]);
    expect([file, sidecar]).toEqual(['Debt - mine, 2024-01-01 to 2024-01-31, sample.xlsx', null]);
    expect(receipt).toMatchObject({ format: 'xlsx', rows: 4, observations: 5, series: 3 });
    expect([receipt.first, receipt.last]).toEqual(['2024-01-02', '2024-01-13']);
    const { sheets } = await readXlsx(readFileSync(path.join(folder, file)));
    expect(sheets.map(({ name }) => name)).toEqual(['README', 'Both', 'both (2)']);
    const rowsOf = (at: number) =>
      (sheets[at]?.rows ?? []).map((row) => row.map((cell) => (cell instanceof Date ? dayOf(cell) : cell)));
    expect(rowsOf(1)).toEqual([
      ['date', 'us_debt.debt_held_by_public', 'ui_weekly_claims.initial_claims_sa'],
      // A column holds numbers, or texts if Excel would change a digit of any of them.
      [serial('2024-01-02'), '27000000000000.10', null],
      [serial('2024-01-06'), '38967833861543.11', 203_000],
      [serial('2024-01-13'), null, 189_000],
    ]);
    expect(rowsOf(2)).toEqual([
      ['date', 'ui_weekly_claims.initial_claims_sa_CHG'],
      [serial('2024-01-13'), -14_000],
    ]);
    const readme = rowsOf(0).map((row) => row.join(' | '));
    expect(readme[0]).toContain('Debt: mine?');
    expect(readme.join('\n')).toContain('Sample data made up by Almanac');
    expect(readme.join('\n')).toContain('Not in this workbook | The curve');
    expect(readme.join('\n')).toContain('Exact text | Sheet Both: us_debt.debt_held_by_public');
    expect(readme.filter((line) => line.startsWith('API request'))).toHaveLength(2);
    expect(
      readme.filter((line) => line.startsWith('both (2) | both | 2024-01-01 to 2024-01-31')),
    ).toHaveLength(1);
  });

  test('has a list of constituents with its members and the issuer’s terms', async () => {
    const writer = openWriter(held.dataDir);
    const publish = writer.begin({
      ...{ kind: 'import', dataset: 'constituents', origin: 'file', source: 'test', location: 'list.csv' },
      ...{ sha256: '0'.repeat(64), fetchedAt: CREATED.toISOString() },
    });
    publish.constituents('IVV', dayNumber('2024-12-06') ?? 0, [
      { ticker: 'A', name: 'Agilent', sector: 'Health Care', weight: '60.10' },
      { ticker: 'B', name: 'Barnes', sector: '', weight: '' },
    ]);
    publish.commit();
    writer.close();
    hold(held.dataDir, 'ui_weekly_claims', [['2024-01-06', 'initial_claims_sa', '203000']]);
    const { receipt, file } = await write([
      { title: 'Claims', search: 'series=ui_weekly_claims.initial_claims_sa' },
      { title: 'Members', code: 'IVV', date: '2024-12-06' },
    ]);
    expect(receipt).toMatchObject({ rows: 3, first: '2024-01-06', last: '2024-12-06' });
    const { sheets } = await readXlsx(readFileSync(path.join(folder, file)));
    expect(sheets.map(({ name }) => name)).toEqual(['README', 'Claims', 'Members']);
    expect(sheets[2]?.rows?.slice(0, 2).map((row) => row.slice(2))).toEqual([
      ['ticker', 'name', 'sector', 'weight'],
      ['A', 'Agilent', 'Health Care', 60.1],
    ]);
    const readme = (sheets[0]?.rows ?? []).map((row) => row.join(' | ')).join('\n');
    expect(readme).toMatch(/Members \| Members \| 2024-12-06 to 2024-12-06 \| constituents\.IVV/);
    expect(readme).toContain('Terms: Copyright of the issuer');
    expect(readme).toContain('/constituents/series=IVV?date=2024-12-06&format=csv');
  });

  test('is refused as a whole if one tile is not a view', async () => {
    await expect(write([{ title: 'Wrong', search: 'series=us_debt.nothing' }])).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('us_debt.nothing'),
    });
  });
});

function serial(date: string): number {
  return excelSerial(dayNumber(date) ?? 0) ?? 0;
}

/** @returns Excel's number of a date that the reader of workbooks gives as a `Date`. */
function dayOf(date: Date): number {
  return serial(date.toISOString().slice(0, 10));
}
