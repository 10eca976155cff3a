import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { PLAIN_CSV, type TableExport, type ViewExport } from '../../service/contract/table-export.ts';
import { type ExportJob, exportView } from '../../service/tables/export-view.ts';
import { writeTable } from '../../service/tables/write-export.ts';
import { hold, makeFolder, type Observed } from './held-data.ts';
import { anyLines, DEBT, exportOf } from './tables-of-tests.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-table-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(path.join(folder, name));
const never = new AbortController().signal;

/** @returns the first Python on this machine with modules that people use to read workbooks and Parquet. */
const pythonWith = (modules: string) =>
  ['/usr/bin/python3', 'python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules}`]).status === 0,
  );
const OPENPYXL = pythonWith('openpyxl');
const PANDAS = pythonWith('pandas');
const PYARROW = pythonWith('pandas, pyarrow');

describe('a CSV', () => {
  test('has a correct receipt, and provenance, receipt and requests in a file beside it', async () => {
    const { receipt, file, sidecar } = await writeTable(exportOf(), folder);
    const bytes = read('golden_sample.csv');
    expect([file, sidecar]).toEqual(['golden_sample.csv', 'golden_sample.csv.json']);
    expect(readdirSync(folder).sort()).toEqual(['golden_sample.csv', 'golden_sample.csv.json']);
    expect(receipt).toEqual({
      name: 'golden_sample.csv',
      format: 'csv',
      rows: 5,
      observations: 5,
      series: 2,
      first: '2023-12-30',
      last: '2024-01-06',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      complete: true,
    });
    expect(JSON.parse(read('golden_sample.csv.json').toString())).toEqual({
      ...exportOf().provenance,
      receipt,
    });
  });

  test('in a ZIP has its provenance with it, and the same export gives the same bytes', async () => {
    const asked = exportOf({ zipped: true });
    const { receipt, file, sidecar } = await writeTable(asked, folder);
    expect([file, sidecar]).toEqual(['golden_sample.zip', null]);
    const whole = read(file);
    const parts = unzipSync(whole);
    expect(Object.keys(parts)).toEqual(['golden_sample.csv', 'golden_sample.csv.json']);
    const csv = parts['golden_sample.csv'] ?? new Uint8Array();
    expect(receipt).toMatchObject({
      name: 'golden_sample.csv',
      bytes: csv.length,
      sha256: createHash('sha256').update(csv).digest('hex'),
    });
    expect(JSON.parse(strFromU8(parts['golden_sample.csv.json'] ?? new Uint8Array())).receipt).toEqual(
      receipt,
    );
    await writeTable(asked, folder);
    expect(read(file)).toEqual(whole);
  });
});

test('JSON holds the provenance, values as texts, and null if a line has no observation', async () => {
  await writeTable(exportOf({ format: 'json' }), folder);
  const { records, columns, ...rest } = JSON.parse(read('golden_sample.json').toString());
  expect(rest).toEqual({ ...exportOf().provenance, layout: 'wide' });
  expect(columns).toHaveLength(3);
  expect(records.slice(0, 2)).toEqual([
    {
      date: '2023-12-30',
      'us_debt.total_public_debt_outstanding': null,
      'ui_state_weekly_claims.initial_claims.CA_PC1': '-3.30189',
    },
    {
      date: '2024-01-02',
      'us_debt.total_public_debt_outstanding': '34000000000000.10',
      'ui_state_weekly_claims.initial_claims.CA_PC1': null,
    },
  ]);
  await writeTable(exportOf({ format: 'json', layout: 'long', lines: [DEBT] }), folder);
  expect(JSON.parse(read('golden_sample.json').toString()).records[1]).toEqual({
    date: '2024-01-03',
    series: DEBT.series,
    value: '38967833861543.11',
  });
});

test('Parquet holds dates, exact texts, doubles and the provenance', async () => {
  await writeTable(exportOf({ format: 'parquet' }), folder);
  const bytes = read('golden_sample.parquet');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const facts = parquetMetadata(file).key_value_metadata?.find(({ key }) => key === 'almanac')?.value ?? '';
  expect(JSON.parse(facts)).toEqual(exportOf().provenance);
  const rows = await parquetReadObjects({ file });
  expect(rows).toHaveLength(5);
  expect(rows[2]).toEqual({
    date: new Date('2024-01-03T00:00:00Z'),
    'us_debt.total_public_debt_outstanding': '38967833861543.11',
    'us_debt.total_public_debt_outstanding_double': 38967833861543.11,
    'ui_state_weekly_claims.initial_claims.CA_PC1': null,
    'ui_state_weekly_claims.initial_claims.CA_PC1_double': null,
  });
});

test('a CSV is read by pandas without any option', async ({ skip }) => {
  skip(!PANDAS, 'there is no Python with pandas on this machine');
  await writeTable(exportOf(), folder);
  const script = `import json, sys, pandas as pd
f = pd.read_csv(sys.argv[1], dtype=str)
print(json.dumps([list(f.columns), f.fillna('').values.tolist()[2]]))`;
  const told = execFileSync(PANDAS ?? '', ['-c', script, path.join(folder, 'golden_sample.csv')]);
  expect(JSON.parse(told.toString())).toEqual([
    ['date', ...exportOf().lines.map(({ column }) => column)],
    ['2024-01-03', '38967833861543.11', ''],
  ]);
});

test('Parquet is read by pandas and pyarrow', async ({ skip }) => {
  skip(!PYARROW, 'no Python with pandas and pyarrow here');
  await writeTable(exportOf({ format: 'parquet', layout: 'long' }), folder);
  const script = `import json, sys, pandas as pd
f = pd.read_parquet(sys.argv[1])
print(json.dumps([[str(d)[:10], s, t, v] for d, s, t, v in zip(f.date, f.series, f.state, f.value)]))`;
  const told = execFileSync(PYARROW ?? '', ['-c', script, path.join(folder, 'golden_sample.parquet')]);
  expect(JSON.parse(told.toString())[2]).toEqual(['2024-01-03', DEBT.series, '', '38967833861543.11']);
});

test('a workbook has a README and a sheet for each frequency: numbers if Excel can hold them, else text', async ({
  skip,
}) => {
  skip(!OPENPYXL, 'no Python with openpyxl here, so no second reader of workbooks');
  const { receipt } = await writeTable(exportOf({ format: 'xlsx' }), folder);
  expect(receipt).toMatchObject({ rows: 5, observations: 5, first: '2023-12-30', last: '2024-01-06' });
  const script = path.join(import.meta.dirname, 'read-back.py');
  const told = execFileSync(OPENPYXL ?? '', [script, path.join(folder, 'golden_sample.xlsx')]);
  const { sheets } = JSON.parse(told.toString()) as { sheets: Record<string, unknown[][]> };
  expect(Object.keys(sheets)).toEqual(['README', 'Daily', 'Weekly, ending Saturday']);
  expect(sheets.Daily).toEqual([
    ['date', 'us_debt.total_public_debt_outstanding'],
    ['2024-01-02', '34000000000000.10'],
    ['2024-01-03', '38967833861543.11'],
    ['2024-01-05', '34000000000001.00'],
  ]);
  expect(sheets['Weekly, ending Saturday']).toEqual([
    ['date', 'ui_state_weekly_claims.initial_claims.CA_PC1'],
    ['2023-12-30', -3.30189],
    ['2024-01-06', 12],
  ]);
  const readme = (sheets.README ?? []).map((row) => row.join(' '));
  expect(readme.find((line) => line.startsWith('Exact text'))).toContain('Sheet Daily: us_debt.total_public');
  expect(readme.find((line) => line.startsWith('Origin'))).toContain('Sample data');
  expect(readme.find((line) => line.startsWith('API request'))).toContain('/api/v1/economic-data/us_debt?');
});

test('every export has the rows and observations of the chart, for any lines', async () => {
  await fc.assert(
    fc.asyncProperty(anyLines, async (lines) => {
      const drawn = lines.reduce((sum, { dates }) => sum + dates.length, 0);
      const days = (of: typeof lines) => new Set(of.flatMap(({ dates }) => dates)).size;
      const sheets = [...Map.groupBy(lines, ({ frequency }) => frequency).values()];
      const expected: Record<string, number> = {
        'csv wide': days(lines),
        'csv long': drawn,
        'json long': drawn,
        'parquet wide': days(lines),
        'xlsx wide': sheets.reduce((sum, same) => sum + days(same), 0),
      };
      for (const [name, rows] of Object.entries(expected)) {
        const [format, layout] = name.split(' ') as [TableExport['format'], TableExport['layout']];
        const { receipt } = await writeTable(exportOf({ lines, format, layout }), folder);
        expect([name, receipt.rows, receipt.observations]).toEqual([name, rows, drawn]);
      }
    }),
    { numRuns: 8 },
  );
});

describe('an export in its thread', () => {
  const held = makeFolder();
  beforeAll(() => {
    const days = Array.from({ length: 150_000 }, (_, day) => dateText(day - 130_000));
    hold(
      held.dataDir,
      'us_debt',
      days.map((date, at): Observed => [date, 'debt_held_by_public', `${at}.10`]),
    );
  }, 60_000);
  afterAll(() => held.close());
  const job = (over: Partial<ViewExport> = {}): ExportJob => ({
    asked: {
      search: 'series=us_debt.debt_held_by_public&from=1980-01-01&to=2020-12-31&title=Mine',
      format: 'csv',
      layout: 'long',
      csv: PLAIN_CSV,
      zipped: false,
      names: 'code',
      base_url: 'http://127.0.0.1:4780',
      ...over,
    },
    dataDir: held.dataDir,
    folder,
    now: new Date('2026-11-21T06:42:16Z'),
  });

  test('computes and writes a view, with the view’s name and provenance', async () => {
    const { receipt, file, sidecar } = await exportView(job(), never);
    expect([file, receipt.rows]).toEqual([
      'Debt held by the public, dollars, daily, 1980-01-01 to 2020-12-31.csv',
      14_976,
    ]);
    expect(read(file).toString().split('\n').slice(0, 2)).toEqual([
      'date,series,value',
      '1980-01-01,debt_held_by_public,133652.10',
    ]);
    expect(JSON.parse(read(sidecar ?? '').toString())).toMatchObject({
      title: 'Mine',
      created: '2026-11-21T06:42:16.000Z',
      range: { from: '1980-01-01', to: '2020-12-31' },
      is_sample: false,
      lines: [{ id: 'us_debt.debt_held_by_public', origin: 'file' }],
      requests: [
        'http://127.0.0.1:4780/api/v1/view?series=us_debt.debt_held_by_public&from=1980-01-01&to=2020-12-31&format=csv',
      ],
      not_in_requests: [],
      receipt,
    });
    await exportView(job({ names: 'id', format: 'json' }), never);
    expect(
      JSON.parse(read('Debt held by the public, dollars, daily, 1980-01-01 to 2020-12-31.json').toString())
        .records[0],
    ).toEqual({
      date: '1980-01-01',
      series: 'us_debt.debt_held_by_public',
      value: '133652.10',
    });
  });

  test('refuses an address that is not a view, in the words of the API', async () => {
    await expect(exportView(job({ search: 'series=us_debt.nothing' }), never)).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining("There is no series 'us_debt.nothing'."),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['csv', 'json', 'parquet'] as const)(
    'reports the number of written rows as %s',
    async (format) => {
      const told: number[] = [];
      await exportView(job({ format }), never, (rows) => told.push(rows));
      expect(told.length).toBeGreaterThan(0);
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBe(14_976);
    },
  );

  test('leaves no file under its name if it is aborted', async () => {
    const all = job({ format: 'xlsx', search: 'series=us_debt.debt_held_by_public' });
    const stopping = new AbortController();
    const writing = exportView(all, stopping.signal);
    const refused = expect(writing).rejects.toMatchObject({ code: 'cancelled' });
    // The draft exists before the workbook is put together, which takes long.
    await vi.waitFor(() => expect(readdirSync(folder).join()).toContain('.draft'), {
      timeout: 30_000,
      interval: 2,
    });
    stopping.abort();
    await refused;
    expect(readdirSync(folder).filter((name) => name.endsWith('.xlsx'))).toEqual([]);
    const over = new AbortController();
    over.abort();
    await expect(exportView(all, over.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
