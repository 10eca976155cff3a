import { closeSync, openSync, readdirSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { almanac } from './almanac.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, run, write } = eachWithDataFolder();

test('a file that was set aside is named by status, and rescued by its name with a report', async () => {
  const rows = ['US10Y,2024-03-01,4.19', 'US10Y,2024-03-04,4.22', 'US2Y,2024-03-01,4.54'];
  const csv = write('yields.csv', 'series,date,value', ...rows);
  expect((await run('import', csv)).status).toBe(0);
  const data = path.join(dataDir(), 'data.sqlite');
  const aside = 'data.sqlite.broken-2026-11-22T10-20-30Z';
  const file = openSync(data, 'r+');
  writeSync(file, Buffer.alloc(100), 0, 100, 0);
  closeSync(file);
  const broken = await run('status');
  expect(broken).toMatchObject({ status: 1, err: expect.stringContaining(`${data} is damaged`) });
  renameSync(data, path.join(dataDir(), aside));
  const told = await run('status');
  expect(told.status).toBe(0);
  expect(told.err).toMatch(
    /^data\.sqlite was damaged and set aside on 2026-11-22 10:20 UTC as .*almanac.* rescue /,
  );
  expect(told.err.trimEnd()).not.toContain('\n');
  const json = JSON.parse((await run('status', '--json')).out);
  expect(json.incidents).toMatchObject([{ id: aside, kind: 'damaged', what: 'data', rescue: null }]);
  const rescued = await run('rescue', aside);
  expect(rescued).toMatchObject({ status: 0, err: '' });
  expect(rescued.out).toContain('yields: 3 rows read, 3 stored, 0 held here already, 0 lost');
  const exported = await run('export', 'yields');
  expect(exported.out).toBe(
    'date,series,value\n2024-03-01,US2Y,4.54\n2024-03-01,US10Y,4.19\n2024-03-04,US10Y,4.22\n',
  );
  // The result is kept beside the file, for the app.
  const after = JSON.parse((await run('status', '--json')).out);
  expect(after.incidents[0].rescue.datasets).toMatchObject([{ dataset: 'yields', added: 3, lost: 0 }]);
  expect((await run('rescue', aside)).out).toContain('0 stored, 3 held here already');
});

test('a rescue of a missing file, or of one without data, says what is wrong', async () => {
  const text = write('notes.txt', 'milk and bread');
  expect(await run('rescue', `${text}.gone`)).toMatchObject({
    status: 1,
    err: `almanac: There is no file ${text}.gone.\n`,
  });
  expect(await almanac('rescue', text, '--data-dir', path.join(dataDir(), 'new'))).toMatchObject({
    status: 1,
    err: "almanac: Nothing of Almanac's data could be read in notes.txt. Nothing was changed.\n",
  });
  expect(readdirSync(dataDir())).toContain('notes.txt');
});
