import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWork } from '../../service/work/index.ts';
import { sampleApp } from '../view/sample-app.ts';
import { almanac } from './almanac.ts';

/** `almanac view` writes the API's answer to the same address. */

const SEARCH =
  'series=jolts.quits_rate_sa:pc1,yields.US10Y:m:avg:ma2,us_debt.debt_held_by_public:hidden&formulas=a-b,c/1000&from=2020-01-01&to=2023-12-31';
let app: Awaited<ReturnType<typeof sampleApp>>;
let folder: string;
beforeAll(async () => {
  app = await sampleApp();
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-cli-view-'));
}, 120_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const view = (...args: string[]) => almanac('view', ...args, '--data-dir', app.dataDir);
const answer = async (more = '') => (await app.get(`/api/v1/view?${SEARCH}${more}`)).text;

test.each([
  SEARCH,
  `?${SEARCH}`,
  `/explore?${SEARCH}&title=x&type=bar`,
  `http://127.0.0.1:4780/explore?${SEARCH}#here`,
  `http://127.0.0.1:4780/api/v1/view?${SEARCH}&api_key=alm_x&format=json`,
  `/view?${SEARCH}&token_id=x`,
])('prints the CSV of %s', async (address) => {
  const { status, out, err } = await view(address);
  expect([status, out]).toEqual([0, await answer('&format=csv')]);
  expect(err).toMatch(
    /^view to standard output: complete, 4 lines, [\d,]+ observations, 2020-01-01 to 2023-12-31, /,
  );
  expect(err).toContain(createHash('sha256').update(out).digest('hex'));
});

test('prints JSON and the long layout, completely', async () => {
  expect((await view(SEARCH, '--layout', 'long')).out).toBe(await answer('&format=csv&layout=long'));
  expect((await view(`${SEARCH}&layout=long`)).out).toBe(await answer('&format=csv&layout=long'));
  const { out } = await view(SEARCH, '--format', 'json');
  expect(JSON.parse(out)).toEqual(JSON.parse(await answer()));
});

test('writes a CSV with provenance and receipt beside it, and chooses its name in a folder', async () => {
  const { status, err } = await view(SEARCH, '-o', folder);
  expect([status, err]).toEqual([0, expect.stringMatching(/^view to .*sample\.csv: complete/)]);
  const file = /^view to (.*?): complete/.exec(err)?.[1] ?? '';
  const bytes = readFileSync(file);
  expect(String(bytes)).toBe(await answer('&format=csv'));
  const told = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  expect(told).toMatchObject({
    is_sample: true,
    range: { from: '2020-01-01', to: '2023-12-31' },
    requests: [expect.stringMatching(/^\/api\/v1\/view\?series=jolts\.quits_rate_sa:pc1,/)],
    receipt: { series: 4, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  });
});

test('writes a workbook and Parquet with the numbers of the CSV', async () => {
  for (const format of ['xlsx', 'parquet']) {
    const { status, err } = await view(SEARCH, '-o', path.join(folder, `view.${format}`));
    expect([status, err]).toEqual([0, expect.stringMatching(new RegExp(`view\\.${format}: complete`))]);
  }
  expect(readFileSync(path.join(folder, 'view.xlsx')).subarray(0, 2).toString()).toBe('PK');
  const read = await parquetReadObjects({
    file: await asyncBufferFromFile(path.join(folder, 'view.parquet')),
  });
  // Each column of texts has a second column of doubles.
  const texts = read.map(({ date, ...values }) => [
    (date as Date).toISOString().slice(0, 10),
    ...Object.entries(values).map(([name, value]) => (name.endsWith('_double') ? [] : (value ?? ''))),
  ]);
  const [, ...rows] = (await answer('&format=csv')).trim().split('\n');
  expect(texts.map((row) => row.flat().join(','))).toEqual(rows);
});

test('says that a folder holds no data, with status 1', async () => {
  const empty = mkdtempSync(path.join(folder, 'empty-'));
  const { status, err } = await almanac('view', SEARCH, '--data-dir', empty);
  expect([status, err]).toEqual([1, expect.stringMatching(/holds no data/)]);
});

test('export --list writes the series of a saved list in one file, and names the lists for an unknown name', async () => {
  const work = openWork(app.dataDir, { now: () => new Date() });
  const series = ['jolts.quits_rate_sa', 'yields.US10Y', 'ui_state_weekly_claims.initial_claims.CA'];
  const fields = { kind: 'list', note: '', folder: '', content: { series }, revision: 0 } as const;
  work.saved.save({ ...fields, id: 'labourlist', name: 'Labour', is_deleted: false });
  work.saved.save({ ...fields, id: 'binnedlist', name: 'Old', is_deleted: true });
  work.close();
  const list = (...args: string[]) => almanac('export', '--list', ...args, '--data-dir', app.dataDir);
  const { status, out, err } = await list('Labour', '--from', '2020-01-01', '--to', '2020-12-31');
  expect([status, out]).toEqual([
    0,
    (await app.get(`/api/v1/view?series=${series.join(',')}&from=2020-01-01&to=2020-12-31&format=csv`)).text,
  ]);
  expect(err).toMatch(/^list Labour to standard output: complete, 3 lines, /);
  expect(await list('Old')).toMatchObject({
    status: 2,
    err: expect.stringContaining("There is no saved list 'Old'. There is 'Labour'."),
  });
});
