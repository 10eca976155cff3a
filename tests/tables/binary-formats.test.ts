import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { sheetsOf } from '../../service/tables/formats/xlsx.ts';
import { exportToFile, parquetBytes } from '../../service/tables/index.ts';
import { published } from '../../service/tables/published.ts';
import { contextOf, DEBT, dayOf, hold, makeFolder, type Observed } from './held-data.ts';

let folder: ReturnType<typeof makeFolder>;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => folder.close());

/** The first Python on this machine with openpyxl, which then reads the workbook. */
const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['-c', 'import openpyxl']).status === 0,
);
const NO_PYTHON = 'no Python with openpyxl here, so no second reader of workbooks';

type Book = { title: string; sheets: Record<string, unknown[][]>; formats: Record<string, string[]> };

function readBook(file: string): Book {
  const script = path.join(import.meta.dirname, 'read-back.py');
  return JSON.parse(execFileSync(PYTHON ?? '', [script, file], { encoding: 'utf8' })) as Book;
}

describe('a workbook read by openpyxl', () => {
  test('has a README and one sheet: numbers if Excel can hold them exactly, else text', async ({ skip }) => {
    skip(!PYTHON, NO_PYTHON);
    hold(folder.dataDir, 'us_debt', DEBT, 'sample');
    const file = path.join(folder.dataDir, 'debt.xlsx');
    const receipt = await exportToFile(contextOf(folder.reader(), 'us_debt'), 'xlsx', file);
    expect(receipt).toMatchObject({ rows: 6, first: '2024-01-02', last: '2024-01-04' });
    const book = readBook(file);
    expect(Object.keys(book.sheets)).toEqual(['README', 'Daily']);
    expect(book.sheets.Daily).toEqual([
      ['date', 'debt_held_by_public', 'intragovernmental_holdings', 'total_public_debt_outstanding'],
      ['2024-01-02', 27000000000000.1, 7000000000000, '34000000000000.10'],
      ['2024-01-03', 27000000000001, null, '38967833861543.11'],
      ['2024-01-04', null, -7000000000000.5, null],
    ]);
    expect(book.formats.Daily?.slice(0, 3)).toEqual(['yyyy-mm-dd', '0.00', '0.00']);
    const readme = new Map((book.sheets.README ?? []).map(([name, text]) => [name, text]));
    expect(readme.get('Origin')).toBe('Sample data made up by Almanac: not real figures.');
    expect(readme.get('Observations')).toBe(6);
    expect(readme.get('Exact text')).toContain('total_public_debt_outstanding');
    expect(readme.get('Exact text')).not.toContain('debt_held_by_public');
    expect(readme.get('Created')).toContain('2026-11-21T06:42:16.000Z');
    for (const fact of ['Publisher', 'Source', 'Licence', 'Dates', 'debt_held_by_public']) {
      expect(readme.get(fact), fact).toBeTruthy();
    }
  });

  test('has a row for each day and state', async ({ skip }) => {
    skip(!PYTHON, NO_PYTHON);
    hold(folder.dataDir, 'ui_state_weekly_claims', [
      ['2024-01-06', 'initial_claims', '10', 'NY'],
      ['2024-01-06', 'initial_claims', '11', 'CA'],
      ['2024-01-06', 'continued_claims', '12', 'CA'],
      ['2024-01-13', 'continued_claims', '13', 'CA'],
    ]);
    const file = path.join(folder.dataDir, 'claims.xlsx');
    await exportToFile(contextOf(folder.reader(), 'ui_state_weekly_claims'), 'xlsx', file);
    expect(readBook(file).sheets.Weekly).toEqual([
      [
        'date',
        'state',
        'initial_claims',
        'continued_claims',
        'covered_employment',
        'insured_unemployment_rate',
      ],
      ['2024-01-06', 'CA', 11, 12, null, null],
      ['2024-01-06', 'NY', 10, null, null, null],
      ['2024-01-13', 'CA', null, 13, null, null],
    ]);
  });

  test('has its headers if there are no rows', async ({ skip }) => {
    skip(!PYTHON, NO_PYTHON);
    hold(folder.dataDir, 'us_debt', DEBT);
    const file = path.join(folder.dataDir, 'none.xlsx');
    await exportToFile(contextOf(folder.reader(), 'us_debt', { to: dayOf('1950-01-01') }), 'xlsx', file);
    expect(readBook(file).sheets.Daily).toHaveLength(1);
  });
});

test('a workbook with too many cells is refused, and the message says what to do', () => {
  hold(folder.dataDir, 'us_debt', DEBT);
  const context = contextOf(folder.reader(), 'us_debt');
  // The table has three days, each with a date and three series.
  expect(sheetsOf(published(context), 12)).toHaveLength(1);
  expect(() => sheetsOf(published(context), 11)).toThrow(
    'This selection has more than 11 cells, too many for a workbook: narrow it by series, dates or states, or export CSV or Parquet.',
  );
});

function parquetOf(file: string) {
  const bytes = readFileSync(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return { metadata: parquetMetadata(buffer), rows: () => parquetReadObjects({ file: buffer }) };
}

describe('Parquet', () => {
  test('has dates, exact texts, doubles and a description of the data', async () => {
    hold(folder.dataDir, 'us_debt', DEBT, 'sample');
    const file = path.join(folder.dataDir, 'debt.parquet');
    const receipt = await exportToFile(contextOf(folder.reader(), 'us_debt'), 'parquet', file);
    expect(receipt.rows).toBe(6);
    const { metadata, rows } = parquetOf(file);
    expect(
      metadata.schema.slice(1).map(({ name, type, converted_type }) => [name, type, converted_type]),
    ).toEqual([
      ['date', 'INT32', 'DATE'],
      ['series', 'BYTE_ARRAY', 'UTF8'],
      ['value', 'BYTE_ARRAY', 'UTF8'],
      ['value_double', 'DOUBLE', undefined],
    ]);
    const facts = metadata.key_value_metadata?.find(({ key }) => key === 'almanac')?.value ?? '';
    expect(JSON.parse(facts)).toMatchObject({
      dataset: 'us_debt',
      origin: 'sample',
      created: '2026-11-21T06:42:16.000Z',
    });
    expect(await rows()).toEqual(
      DEBT.map(([date, series, value]) => ({
        date: new Date(`${date}T00:00:00Z`),
        series,
        value,
        value_double: Number(value),
      })),
    );
  });

  test('has every row exactly once in several row groups', async () => {
    const rows: Observed[] = [];
    for (let day = 0; day < 60_000; day++) rows.push([isoOf(day), 'US10Y', `${day % 97}.50`]);
    hold(folder.dataDir, 'yields', rows);
    const file = path.join(folder.dataDir, 'yields.parquet');
    const receipt = await exportToFile(contextOf(folder.reader(), 'yields'), 'parquet', file);
    expect(receipt).toMatchObject({ rows: 60_000, first: isoOf(0), last: isoOf(59_999) });
    const { metadata, rows: read } = parquetOf(file);
    expect(metadata.row_groups.length).toBeGreaterThan(1);
    const back = (await read()).map(({ date, series, value }) => [
      date.toISOString().slice(0, 10),
      series,
      value,
    ]);
    expect(back).toEqual(rows);
  });

  test('has columns and no rows if there is nothing to export', async () => {
    hold(folder.dataDir, 'us_debt', DEBT);
    const file = path.join(folder.dataDir, 'none.parquet');
    await exportToFile(contextOf(folder.reader(), 'us_debt', { to: dayOf('1950-01-01') }), 'parquet', file);
    expect(await parquetOf(file).rows()).toEqual([]);
  });
});

function isoOf(day: number): string {
  return new Date(Date.UTC(1860, 0, 1 + day)).toISOString().slice(0, 10);
}

describe('the bytes of a Parquet file', () => {
  const JOB = {
    columns: [
      { name: 'date', kind: 'date' },
      { name: 'value', kind: 'number', canBeAbsent: true },
    ],
    footer: { createdBy: 'a test', facts: {} },
  } as const;
  const never = new AbortController().signal;

  it('have the rows of all pieces, even after empty ones', async () => {
    async function* pieces() {
      yield [];
      yield [
        ['2024-01-01', '1.50'],
        ['2024-01-02', ''],
      ];
      yield [];
      yield [['2024-01-03', '3']];
    }
    const bytes = await parquetBytes(JOB, pieces(), never);
    const file = bytes.slice().buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows.map(({ value }) => value)).toEqual(['1.50', null, '3']);
  });

  it('stop without another piece when the client has gone', async () => {
    const gone = new AbortController();
    let pieces = 0;
    async function* endless() {
      for (;;) {
        if (++pieces === 3) gone.abort();
        yield [['2024-01-01', '1']];
      }
    }
    await expect(parquetBytes(JOB, endless(), gone.signal)).rejects.toThrow('aborted');
    expect(pieces).toBe(3);
  });

  it('fail with the error of reading the rows', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first row
    async function* broken(): AsyncGenerator<string[][]> {
      throw new Error('The data changed.');
    }
    await expect(parquetBytes(JOB, broken(), never)).rejects.toThrow('The data changed.');
  });
});
