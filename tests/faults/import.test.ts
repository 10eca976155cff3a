import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path, { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { DATA_FILE } from '../../service/contract/names.ts';
import { DATA_OPTIONS } from '../../service/store/data-file.ts';
import { openDatabase } from '../../service/store/index.ts';
import { type Folder, makeFolder } from '../ingest/folder.ts';
import { stateRows, weekdayAt } from '../weekdays.ts';

const LONG = 'dataset,series,date,value,state\n';
const HELD = `${LONG}us_debt,total_public_debt_outstanding,2024-01-02,36104343213.10,\n`;
const FRED = `observation_date,ICSA\n${Array.from({ length: 3000 }, (_, at) => `${dateText(-1090 + at * 7)},${200_000 + at}`).join('\n')}\n`;

/** @returns a long file with `row` at a line. Rows begin at line 2, so line 70,000 is the 69,999th row. */
function longFile(line: number, row: string): string {
  const rows = stateRows(80_000, '425');
  rows[line - 2] = row;
  return `${LONG}${rows.join('\n')}\n`;
}

/** Imports into a store with data, which must not change. @returns the one-line message of the failure. */
async function refuse(content: string | Buffer, name = 'file.csv'): Promise<string> {
  const folder = makeFolder();
  await folder.import([folder.write('held.csv', HELD)]);
  const before = folder.dump();
  const { message } = await folder.failure([folder.write(name, content)]);
  expect(folder.dump()).toBe(before);
  expect(message).not.toContain('\n');
  return message;
}

/** Runs an import in a separate process, through a shell that can set limits. */
function importInProcess(
  folder: Folder,
  files: readonly string[],
  limit = 'true',
  uid?: number,
): Promise<{ code?: string; message?: string; added?: number[] }> {
  const script = path.join(import.meta.dirname, 'import-once.ts');
  const command = `${limit}; exec "$0" "$@"`;
  return new Promise((resolve, reject) => {
    const options = uid === undefined ? {} : { uid };
    execFile(
      'bash',
      ['-c', command, process.execPath, script, folder.dataDir, ...files],
      options,
      (error, stdout, stderr) => {
        if (stdout === '') reject(error ?? new Error(stderr));
        else resolve(JSON.parse(stdout));
      },
    );
  });
}

describe('a file that is not what it should be', () => {
  test.each([
    [
      'a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5000)]),
      'file.csv is a JPEG picture, not a table of data.',
    ],
    [
      'a CSV of something else',
      'name,age\nAnn,3\n',
      'file.csv is in none of the formats that can be imported; it begins with "name,age".',
    ],
    ['an empty file', '', 'file.csv is empty.'],
    ['only a header', LONG, 'file.csv holds no observations.'],
    [
      'a day without a curve alone',
      'Date,"3 Mo","10 Yr"\n04/14/2017,0,0\n',
      'file.csv holds no observations. 2017-04-14 was left out: every rate is 0, so there was no curve.',
    ],
    [
      'a ZIP',
      Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(200)]),
      'file.csv is a ZIP archive; unpack it and import the file in it.',
    ],
    ['gzip', gzipSync(HELD), 'file.csv is a gzip archive'],
    ['a web page', '<!doctype html><title>403</title>', 'file.csv is a web page (HTML), not data'],
    [
      'NUL bytes at the start',
      Buffer.from('series,date,value\nUS2Y,2024\0\0\0,1\n'),
      'file.csv is a binary file',
    ],
    [
      'NUL bytes far behind',
      longFile(70_000, 'yields,US10Y,2024-01-02,4.2\0,'),
      'file.csv, line 70000: there is a NUL byte',
    ],
    [
      'a bad number on line 70,000',
      longFile(70_000, 'yields,US10Y,2024-01-02,"12,3x",'),
      'file.csv, line 70000, column "value": "12,3x" is not a number; plain digits with an optional decimal point are right.',
    ],
    [
      'a bad date on line 70,000',
      longFile(70_000, 'yields,US10Y,2024-02-30,4.25,'),
      'file.csv, line 70000, column "date": "2024-02-30" is not a date; a real day written YYYY-MM-DD is right.',
    ],
    ['a day twice, with another value', longFile(70_000, stateRows(1, '999')[0] as string), '999'],
  ])('%s is refused', async (_, content, message) => {
    expect(await refuse(content)).toContain(message);
  });

  test('a line of 100 MB is refused after its first megabyte', { tags: 'soak' }, async () => {
    const before = process.memoryUsage().rss;
    const content = Buffer.alloc(100 << 20, 'x');
    content.write('series,date,value\n');
    expect(await refuse(content)).toBe(
      'file.csv, line 2: the line is longer than 1 MB: this is not a table of data.',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(250 << 20);
  });

  test('a file cut in the middle is recognised', async () => {
    expect(await refuse(FRED.slice(0, FRED.length / 2))).toMatch(
      /^file\.csv, line \d+: .*the file seems to be cut off\.$/,
    );
    const debt = Array.from(
      { length: 300 },
      (_, at) => `${dateText(weekdayAt(13_568 + at))},20000000000000.10,5.05,20000000000005.15`,
    ).join('\n');
    for (const length of [
      debt.length - 3,
      debt.length - 8,
      debt.length - 20,
      debt.length - 40,
      debt.length - 45,
    ]) {
      expect(await refuse(debt.slice(0, length))).toMatch(/^file\.csv, line 300/);
    }
    const json = `{"data":[{"record_date":"2024-01-02","tot_pub_debt_out_amt":"1.00"}],"meta":{"count":1,"total-count":1,"total-pages":1}}`;
    for (let length = 70; length < json.length; length += 9) {
      expect(await refuse(json.slice(0, length))).toBe(
        'file.csv is JSON that ends in the middle: the file seems to be cut off.',
      );
    }
  });
});

describe('a path that is not a file', () => {
  test('a folder, a missing file, and a path through a file are named', async () => {
    const folder = makeFolder();
    const held = folder.write('held.csv', HELD);
    expect((await folder.failure([folder.path])).message).toContain('is a folder; name the files in it.');
    expect((await folder.failure([join(folder.path, 'nothing.csv')])).message).toBe(
      'nothing.csv does not exist.',
    );
    expect((await folder.failure([join(held, 'x.csv')])).message).toBe('held.csv/x.csv does not exist.');
    expect(existsSync(folder.dataDir)).toBe(false);
  });

  test('a file that may not be read is named', async () => {
    const folder = makeFolder();
    const file = folder.write('held.csv', HELD);
    chmodSync(file, 0o000);
    // Root may read every file, so the import runs as another user.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chmodSync(folder.path, 0o755);
    const result = await importInProcess(folder, [file], 'true', isRoot ? 65534 : undefined);
    expect(result).toEqual({ code: 'invalid_file', message: `${file} may not be read by this user.` });
  });
});

describe('a data folder that cannot be used', () => {
  test('a folder that is a file is named', async () => {
    const folder = makeFolder();
    const file = folder.write('held.csv', HELD);
    writeFileSync(folder.dataDir, '');
    const { code, message } = await folder.failure([file]);
    expect(code).toBe('folder_unusable');
    expect(message).toMatch(
      /data is not a folder: a file has this name or is in its path\. Choose a folder /,
    );
    expect(readFileSync(folder.dataDir, 'utf8')).toBe('');
  });

  test('a folder that the system does not let us make is named', async ({ skip }) => {
    skip(!existsSync('/proc/self'), 'there is no /proc');
    const folder = makeFolder();
    const file = folder.write('held.csv', HELD);
    const { code, message } = await folder.failure([file], { dataDir: '/proc/almanac' });
    expect(code).toBe('folder_unusable');
    expect(message).toBe(
      'The data folder /proc/almanac cannot be made: the system takes no new folder there. Choose a folder that you may write to.',
    );
  });

  test('a folder without the right to write is named', async () => {
    const folder = makeFolder();
    const file = folder.write('held.csv', HELD);
    mkdirSync(folder.dataDir, { mode: 0o555 });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chmodSync(folder.path, 0o755);
    const result = await importInProcess(folder, [file], 'true', isRoot ? 65534 : undefined);
    expect(result.code).toBe('folder_unusable');
    expect(result.message).toContain(`The data folder ${folder.dataDir} may not be written by this user`);
    chmodSync(folder.dataDir, 0o755);
  });

  test('on a full disk nothing of the file is stored, and with room it is imported', {
    tags: 'soak',
  }, async () => {
    const folder = makeFolder();
    await folder.import([folder.write('held.csv', HELD)]);
    const before = folder.dump();
    const large = folder.write('large.csv', longFile(2, 'yields,US10Y,1990-01-04,4.25,'));
    // For SQLite a limit of 512 KiB for each file is like a full disk.
    const { code } = await importInProcess(folder, [large], "trap '' XFSZ; ulimit -f 512");
    expect(code).toBe('folder_unusable');
    expect(folder.dump()).toBe(before);
    expect(await importInProcess(folder, [large])).toEqual({ added: [1, 79_999] });
  });

  test('a data file of a newer Almanac is refused', async () => {
    const folder = makeFolder();
    await folder.import([folder.write('held.csv', HELD)]);
    const path = join(folder.dataDir, DATA_FILE);
    const db = openDatabase(path, DATA_OPTIONS);
    db.pragma('user_version = 9999');
    db.close();
    const before = readFileSync(path);
    const { code } = await folder.failure([
      folder.write('more.csv', HELD.replace('2024-01-02', '2024-01-03')),
    ]);
    expect(code).toBe('newer_version');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
