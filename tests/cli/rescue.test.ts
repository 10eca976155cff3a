import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { almanac } from './almanac.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-cli-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const FILE = 'series,date,value\nUS10Y,2024-03-01,4.19\nUS10Y,2024-03-04,4.22\nUS2Y,2024-03-01,4.54\n';

test('a file that was set aside is named by status, rescued by its name, and told with what was found', async () => {
  const csv = path.join(dataDir, 'yields.csv');
  writeFileSync(csv, FILE);
  expect((await almanac('import', csv, '--data-dir', dataDir)).status).toBe(0);
  const data = path.join(dataDir, 'data.sqlite');
  const aside = 'data.sqlite.broken-2026-11-22T10-20-30Z';
  const file = openSync(data, 'r+');
  writeSync(file, Buffer.alloc(100), 0, 100, 0);
  closeSync(file);
  const broken = await almanac('status', '--data-dir', dataDir);
  expect(broken).toMatchObject({ status: 1, err: expect.stringContaining(`${data} is damaged`) });
  renameSync(data, path.join(dataDir, aside));
  const told = await almanac('status', '--data-dir', dataDir);
  expect(told.status).toBe(0);
  expect(told.err).toMatch(
    /^data\.sqlite was damaged and set aside on 2026-11-22 10:20 UTC as .*almanac.* rescue /,
  );
  expect(told.err.trimEnd()).not.toContain('\n');
  const json = JSON.parse((await almanac('status', '--json', '--data-dir', dataDir)).out);
  expect(json.incidents).toMatchObject([{ id: aside, kind: 'damaged', what: 'data', rescue: null }]);
  const rescued = await almanac('rescue', aside, '--data-dir', dataDir);
  expect(rescued).toMatchObject({ status: 0, err: '' });
  expect(rescued.out).toContain('yields: 3 rows read, 3 stored, 0 held here already, 0 lost');
  const exported = await almanac('export', 'yields', '--data-dir', dataDir);
  expect(exported.out).toBe(
    'date,series,value\n2024-03-01,US2Y,4.54\n2024-03-01,US10Y,4.19\n2024-03-04,US10Y,4.22\n',
  );
  // What it brought is kept beside the file, for the app.
  const after = JSON.parse((await almanac('status', '--json', '--data-dir', dataDir)).out);
  expect(after.incidents[0].rescue.datasets).toMatchObject([{ dataset: 'yields', added: 3, lost: 0 }]);
  expect((await almanac('rescue', aside, '--data-dir', dataDir)).out).toContain(
    '0 stored, 3 held here already',
  );
});

test('a rescue of nothing, of two files, and of one that is not there says what is wrong', async () => {
  const text = path.join(dataDir, 'notes.txt');
  writeFileSync(text, 'milk and bread');
  expect(await almanac('rescue', '--data-dir', dataDir)).toMatchObject({ status: 2 });
  expect(await almanac('rescue', text, text, '--data-dir', dataDir)).toMatchObject({ status: 2 });
  expect(await almanac('rescue', `${text}.gone`, '--data-dir', dataDir)).toMatchObject({
    status: 1,
    err: `almanac: There is no file ${text}.gone.\n`,
  });
  const folder = path.join(dataDir, 'new');
  expect(await almanac('rescue', text, '--data-dir', folder)).toMatchObject({
    status: 1,
    err: "almanac: Nothing of Almanac's data could be read in notes.txt. Nothing was changed.\n",
  });
  expect(readdirSync(dataDir)).toContain('notes.txt');
});
