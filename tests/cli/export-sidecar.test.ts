import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ExportProvenance } from '../../service/contract/table-export.ts';
import { DEBT, hold, makeFolder } from '../tables/held-data.ts';
import { almanac } from './almanac.ts';

/** What `almanac export -o x.csv` writes beside it: where the numbers come from, and the receipt, as the app's export does. */

let dataDir: string;
let place: string;
beforeEach(() => {
  const folder = makeFolder();
  onTestFinished(() => folder.close());
  dataDir = folder.dataDir;
  place = path.join(dataDir, 'exports');
  mkdirSync(place);
  hold(dataDir, 'us_debt', DEBT, 'sample');
});

const run = (...args: string[]) => almanac('export', ...args, '--data-dir', dataDir);
const read = (name: string) => readFileSync(path.join(place, name));
const told = (name: string) => JSON.parse(read(name).toString());

describe('a CSV of the command line', () => {
  test('has its provenance and receipt beside it, like an export of the app', async () => {
    const { status, err } = await run(
      'us_debt',
      '--units',
      'chg',
      '--to',
      '2024-01-03',
      '-o',
      path.join(place, 'debt.csv'),
    );
    expect(status).toBe(0);
    expect(readdirSync(place).sort()).toEqual(['debt.csv', 'debt.csv.json']);
    const { receipt, ...provenance } = told('debt.csv.json');
    expect([...Value.Errors(ExportProvenance, provenance)]).toEqual([]);
    const bytes = read('debt.csv');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(receipt).toEqual({
      name: 'debt.csv',
      format: 'csv',
      rows: 2,
      observations: 2,
      series: 3,
      first: '2024-01-03',
      last: '2024-01-03',
      bytes: bytes.length,
      sha256,
      complete: true,
    });
    expect(err).toContain(sha256);
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

  test('replaces an older provenance of its own, but nothing that somebody else wrote', async () => {
    const file = path.join(place, 'debt.csv');
    await run('us_debt', '-o', file);
    await run('us_debt', '--to', '2024-01-02', '-o', file);
    expect(readdirSync(place).sort()).toEqual(['debt.csv', 'debt.csv.json']);
    expect(told('debt.csv.json').receipt.rows).toBe(3);
    writeFileSync(`${file}.json`, '{"mine": true}');
    const { status } = await run('us_debt', '-o', file);
    expect(status).toBe(0);
    expect(read('debt.csv.json').toString()).toBe('{"mine": true}');
    expect(told('debt.csv (2).json').receipt.sha256).toBe(
      createHash('sha256').update(read('debt.csv')).digest('hex'),
    );
  });

  test('does not appear if its provenance cannot be written: the old file stays', async () => {
    // Of this length the CSV's hidden name fits into 255 characters, and that of its provenance does not.
    const long = `${'x'.repeat(224)}.csv`;
    writeFileSync(path.join(place, long), 'the old file');
    const tooLong = /^almanac: [^\n]*the name is too long[^\n]*\n$/;
    for (const name of [long, `${'y'.repeat(251)}.csv`]) {
      const { status, err } = await run('us_debt', '-o', path.join(place, name));
      expect([status, err]).toEqual([1, expect.stringMatching(tooLong)]);
      expect(readdirSync(place)).toEqual([long]);
      expect(read(long).toString()).toBe('the old file');
    }
  });

  test('has none in other formats, which hold it themselves, or on standard output', async () => {
    for (const format of ['json', 'xlsx', 'parquet'])
      await run('us_debt', '-o', path.join(place, `debt.${format}`));
    expect((await run('us_debt')).status).toBe(0);
    expect(readdirSync(place).sort()).toEqual(['debt.json', 'debt.parquet', 'debt.xlsx']);
  });
});
