import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEBT, hold, makeFolder } from '../tables/held-data.ts';
import { almanac } from './almanac.ts';

let folder: ReturnType<typeof makeFolder>;
beforeAll(() => {
  folder = makeFolder();
  hold(folder.dataDir, 'us_debt', DEBT, 'sample');
});
afterAll(() => folder.close());

const run = (...args: string[]) => almanac('export', ...args, '--data-dir', folder.dataDir);
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('almanac export', () => {
  test('writes CSV to standard output and its receipt to standard error', async () => {
    const { status, out, err } = await run(
      'us_debt',
      '--series',
      'debt_held_by_public',
      '--to',
      '2024-01-02',
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

  test('takes the format from the name of the file, or as it is told', async () => {
    for (const format of ['csv', 'json', 'xlsx', 'parquet']) {
      const file = path.join(folder.dataDir, `debt.${format}`);
      const { status, out, err } = await run('us_debt', '-o', file);
      expect([status, out]).toEqual([0, '']);
      const bytes = readFileSync(file);
      expect(err).toContain(`complete, 6 rows, 2024-01-02 to 2024-01-04, origin sample, `);
      expect(err).toContain(`SHA-256 ${sha256(bytes)}\n`);
      expect(bytes.toString('latin1', 0, 4)).toBe(
        { csv: 'date', json: '{\n "', xlsx: 'PK\u0003\u0004', parquet: 'PAR1' }[format],
      );
    }
    const odd = path.join(folder.dataDir, 'debt.data');
    await run('us_debt', '-o', odd, '--format', 'JSON');
    expect(JSON.parse(readFileSync(odd, 'utf8')).records).toHaveLength(6);
  });

  test('names the file itself in a folder, and says that it is a sample', async () => {
    const { status } = await run(
      'us_debt',
      '--from',
      '2024-01-03',
      '--format',
      'parquet',
      '-o',
      folder.dataDir,
    );
    expect(status).toBe(0);
    expect(existsSync(path.join(folder.dataDir, 'us_debt-from-2024-01-03-sample.parquet'))).toBe(true);
  });

  test('of a dataset without data is a header and a receipt that says so', async () => {
    const { status, out, err } = await run('jolts');
    expect([status, out]).toEqual([0, 'date,series,value\n']);
    expect(err).toContain('jolts to standard output: complete, 0 rows, no data held');
  });

  test('of a folder without data fails in one line and makes nothing', async () => {
    const missing = path.join(folder.dataDir, 'nowhere');
    const { status, out, err } = await almanac('export', 'us_debt', '--data-dir', missing);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^almanac: [^\n]*nowhere holds no data[^\n]*\n$/);
    expect(existsSync(missing)).toBe(false);
  });

  test('to a folder that is not there fails in one line', async () => {
    const { status, err } = await run('us_debt', '-o', path.join(folder.dataDir, 'no', 'debt.csv'));
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: [^\n]*its folder does not exist[^\n]*\n$/);
  });

  test('of a data file that is none fails in one line', async () => {
    const broken = makeFolder();
    writeFileSync(
      path.join(broken.dataDir, 'data.sqlite'),
      'no database at all, but long enough to be looked at'.repeat(40),
    );
    const { status, err } = await almanac('export', 'us_debt', '--data-dir', broken.dataDir);
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: [^\n]+data\.sqlite[^\n]+\n$/);
    expect(readdirSync(broken.dataDir)).toContain('data.sqlite');
    broken.close();
  });
});
