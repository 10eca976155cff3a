import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ExportProvenance } from '../../service/contract/table-export.ts';
import { openWriter } from '../../service/store/index.ts';
import { CREATED, DEBT, dayOf, hold, makeFolder } from '../tables/held-data.ts';
import { almanac } from './almanac.ts';

let folder: ReturnType<typeof makeFolder>;
let place: string;
beforeAll(() => {
  folder = makeFolder();
  hold(folder.dataDir, 'us_debt', DEBT, 'sample');
});
afterAll(() => folder.close());
beforeEach(() => {
  place = path.join(folder.dataDir, 'exports');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
});

const run = (...args: string[]) => almanac('export', ...args, '--data-dir', folder.dataDir);
const write = (name: string, ...args: string[]) => run('us_debt', ...args, '-o', path.join(place, name));
const read = (name: string) => readFileSync(path.join(place, name));
const told = (name: string) => JSON.parse(read(name).toString());
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('almanac export', () => {
  test('writes CSV to standard output and its receipt to standard error', async () => {
    const { status, out, err } = await run(
      ...['us_debt', '--series', 'debt_held_by_public', '--to', '2024-01-02'],
    );
    expect(status).toBe(0);
    expect(out).toBe('date,series,value\n2024-01-02,debt_held_by_public,27000000000000.10\n');
    expect(err).toBe(
      `us_debt to standard output: complete, 1 row, 2024-01-02 to 2024-01-02, origin sample, ${out.length} bytes, SHA-256 ${sha256(out)}\n`,
    );
  });

  test('writes other units', async () => {
    const { status, out } = await run('us_debt', '--series', 'debt_held_by_public', '--units', 'chg');
    expect(status).toBe(0);
    expect(out).toMatch(/^date,series,value\n2024-01-03,debt_held_by_public,\d+\.\d+\n$/);
  });

  test('takes the format from the name of the file, or from --format', async () => {
    for (const format of ['csv', 'json', 'xlsx', 'parquet']) {
      const { status, out, err } = await write(`debt.${format}`);
      expect([status, out]).toEqual([0, '']);
      const bytes = read(`debt.${format}`);
      expect(err).toContain(`complete, 6 rows, 2024-01-02 to 2024-01-04, origin sample, `);
      expect(err).toContain(`SHA-256 ${sha256(bytes)}\n`);
      expect(bytes.toString('latin1', 0, 4)).toBe(
        { csv: 'date', json: '{\n "', xlsx: 'PK\u0003\u0004', parquet: 'PAR1' }[format],
      );
    }
    // Only a CSV has a second file: the other formats contain their provenance.
    expect(readdirSync(place).filter((name) => /\..*\./.test(name))).toEqual(['debt.csv.json']);
    await write('debt.data', '--format', 'JSON');
    expect(told('debt.data').records).toHaveLength(6);
  });

  test('chooses the file’s name in a folder, and marks it as a sample', async () => {
    expect((await write('', '--from', '2024-01-03', '--format', 'parquet')).status).toBe(0);
    expect(readdirSync(place)).toEqual(['us_debt-from-2024-01-03-sample.parquet']);
  });

  test('of a dataset without data is a header and a receipt that says so', async () => {
    const { status, out, err } = await run('jolts');
    expect([status, out]).toEqual([0, 'date,series,value\n']);
    expect(err).toContain('jolts to standard output: complete, 0 rows, no data held');
  });

  test('from a folder without data, or to a missing folder, fails in one line and makes nothing', async () => {
    const missing = path.join(folder.dataDir, 'nowhere');
    const { status, out, err } = await almanac('export', 'us_debt', '--data-dir', missing);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^almanac: [^\n]*nowhere holds no data[^\n]*\n$/);
    expect(await write('no/debt.csv')).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^almanac: [^\n]*its folder does not exist[^\n]*\n$/),
    });
    expect([existsSync(missing), readdirSync(place)]).toEqual([false, []]);
  });

  test('of a data file in another format fails in one line', async () => {
    const broken = makeFolder();
    const content = 'no database at all, but long enough to be looked at'.repeat(40);
    writeFileSync(path.join(broken.dataDir, 'data.sqlite'), content);
    const { status, err } = await almanac('export', 'us_debt', '--data-dir', broken.dataDir);
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: [^\n]+data\.sqlite[^\n]+\n$/);
    expect(readdirSync(broken.dataDir)).toContain('data.sqlite');
    broken.close();
  });

  test('only --guard-formulas puts a space before texts that a spreadsheet would run', async () => {
    const writer = openWriter(folder.dataDir);
    const kind = { kind: 'import', dataset: 'constituents', origin: 'file', source: 'test' } as const;
    const open = writer.begin({ ...kind, location: '', sha256: '', fetchedAt: CREATED.toISOString() });
    open.constituents('IDX', dayOf('2024-03-28'), [
      { ticker: '=1+1', name: '@SUM(A1),"x"', sector: '-a', weight: '3.50' },
      { ticker: '-0.5', name: 'Plain, Inc.', sector: '', weight: '0.25' },
    ]);
    open.commit();
    writer.close();
    const list = (...words: string[]) => run('constituents', '--series', 'IDX', ...words);
    const lines = (...rows: string[]) =>
      `${['series,as_of,ticker,name,sector,weight', ...rows].join('\n')}\n`;
    const plain = 'IDX,2024-03-28,-0.5,"Plain, Inc.",,0.25';
    expect((await list()).out).toBe(lines('IDX,2024-03-28,=1+1,"@SUM(A1),""x""",-a,3.50', plain));
    const guarded = await list('--guard-formulas');
    expect(guarded.out).toBe(lines('IDX,2024-03-28, =1+1," @SUM(A1),""x""", -a,3.50', plain));
    expect(guarded.err).toContain('complete, 2 rows');
  });
});

describe('a CSV of the command line', () => {
  test('has its provenance and receipt beside it, like an export of the app', async () => {
    const { status, err } = await write('debt.csv', '--units', 'chg', '--to', '2024-01-03');
    expect(status).toBe(0);
    expect(readdirSync(place).sort()).toEqual(['debt.csv', 'debt.csv.json']);
    const { receipt, ...provenance } = told('debt.csv.json');
    expect([...Value.Errors(ExportProvenance, provenance)]).toEqual([]);
    const bytes = read('debt.csv');
    expect(receipt).toEqual({
      ...{ name: 'debt.csv', format: 'csv', complete: true, rows: 2, observations: 2, series: 3 },
      ...{ first: '2024-01-03', last: '2024-01-03', bytes: bytes.length, sha256: sha256(bytes) },
    });
    expect(err).toContain(sha256(bytes));
    expect(provenance).toMatchObject({
      app: expect.stringMatching(/^Almanac \d/),
      range: { from: '2024-01-03', to: '2024-01-03' },
      is_sample: true,
    });
    expect(provenance.lines).toHaveLength(3);
    expect(provenance.lines[0]).toMatchObject({
      id: 'us_debt.debt_held_by_public',
      origin: 'sample',
      units: 'Change',
      loaded: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      citation: expect.stringContaining('[us_debt.debt_held_by_public], retrieved from Almanac'),
    });
  });

  test('replaces its own older provenance, but no file of somebody else', async () => {
    await write('debt.csv');
    await write('debt.csv', '--to', '2024-01-02');
    expect(readdirSync(place).sort()).toEqual(['debt.csv', 'debt.csv.json']);
    expect(told('debt.csv.json').receipt.rows).toBe(3);
    writeFileSync(path.join(place, 'debt.csv.json'), '{"mine": true}');
    expect((await write('debt.csv')).status).toBe(0);
    expect(read('debt.csv.json').toString()).toBe('{"mine": true}');
    expect(told('debt.csv (2).json').receipt.sha256).toBe(sha256(read('debt.csv')));
  });

  test('does not appear if its provenance cannot be written: the old file stays', async () => {
    // The CSV's hidden name just fits into 255 characters, and the hidden name of its provenance does not.
    const long = `${'x'.repeat(224)}.csv`;
    writeFileSync(path.join(place, long), 'the old file');
    const tooLong = /^almanac: [^\n]*the name is too long[^\n]*\n$/;
    for (const name of [long, `${'y'.repeat(251)}.csv`]) {
      const { status, err } = await write(name);
      expect([status, err]).toEqual([1, expect.stringMatching(tooLong)]);
      expect(readdirSync(place)).toEqual([long]);
      expect(read(long).toString()).toBe('the old file');
    }
  });
});
