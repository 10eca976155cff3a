import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DATASETS } from '../../service/datasets/index.ts';
import { ended, startCommandLine } from '../support/command-line.ts';
import { noWeekend } from '../weekdays.ts';
import { almanac } from './almanac.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, run, write } = eachWithDataFolder();

const DEBT_CSV = path.join(
  import.meta.dirname,
  '../../../shared/data/us_debt/DebtPenny_20200307_20250306.csv',
);

describe('almanac import', () => {
  test('says what it recognised, and how much it added, revised and knew already', async () => {
    const first = write(
      'a.csv',
      'dataset,series,date,value',
      'jolts,hires_level_sa,2024-01-01,5000',
      'jolts,hires_level_sa,2024-02-01,5100',
    );
    const one = await run('import', first);
    expect([one.status, one.err]).toEqual([0, '']);
    expect(one.out).toMatch(
      /^a\.csv \([^)]+\): jolts: 2 rows added, 0 revised, 0 unchanged, 2024-01-01 to 2024-02-01\n$/,
    );
    expect((await run('import', first)).out).toMatch(
      /^a\.csv \([^)]+\): jolts: nothing new \(2 rows unchanged/,
    );
    const newer = write(
      'b.csv',
      'dataset,series,date,value',
      'jolts,hires_level_sa,2024-02-01,5150',
      'jolts,hires_level_sa,2024-03-01,5200',
    );
    expect((await run('import', newer)).out).toContain('jolts: 1 row added, 1 revised, 0 unchanged');

    expect(await run('import', '--undo', 'jolts')).toMatchObject({
      status: 0,
      out: 'b.csv is undone, jolts: 1 row less, 1 value as before\n',
    });
    expect((await run('import', newer)).out).toContain('jolts: 1 row added, 1 revised, 0 unchanged');
    expect((await run('import', '--undo', 'us_debt')).err).toBe(
      'almanac: There is no import of us_debt to undo.\n',
    );
  });

  test('imports files in order; a wrong one does not stop the others', async () => {
    const good = write('good.csv', 'series,date,value', 'US2Y,2024-03-01,4.54');
    const bad = write('bad.csv', 'series,date,value', 'US2Y,2024-03-04,4.55', 'US2Y,2024-02-30,4.56');
    const after = write('after.csv', 'series,date,value', 'US2Y,2024-03-06,4.57');
    const { status, out, err } = await run('import', good, bad, after);
    expect(status).toBe(1);
    expect(out).toMatch(/^good\.csv [^\n]+\nafter\.csv [^\n]+\n$/);
    expect(err).toMatch(
      /^almanac: \S*bad\.csv, line 3, column "date": "2024-02-30"[^\n]+\nalmanac: 1 of 3 files could not be imported: bad\.csv; see above\.\n$/,
    );
    expect((await run('export', 'yields')).out).toBe(
      'date,series,value\n2024-03-01,US2Y,4.54\n2024-03-06,US2Y,4.57\n',
    );
    const preview = await run('import', bad, good, '--dry-run');
    expect([preview.status, preview.out]).toEqual([1, expect.stringContaining('good.csv')]);
    expect(preview.err).toMatch(/\nalmanac: 1 of 2 files could not be read: bad\.csv; [^\n]+\n$/);
  });

  test.each([
    ['an empty file', ''],
    ['a web page', '<!DOCTYPE html><html><body>Not found</body></html>'],
    ['a zip', 'PK\u0003\u0004\u0000\u0000binary'],
    ['something else', 'hello\nworld'],
    ['a file that is not there', undefined],
  ])('refuses %s under a CSV name in one line, and stores no data', async (_, content) => {
    const file = content === undefined ? path.join(dataDir(), 'wrong.csv') : write('wrong.csv', content);
    const { status, out, err } = await run('import', file);
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^almanac: [^\n]*wrong\.csv[^\n]*\n$/);
    expect((await run('export', 'yields')).out.split('\n').length).toBeLessThanOrEqual(2);
  });

  test("exports a publisher's file again with every cent", async ({ skip }) => {
    skip(!existsSync(DEBT_CSV), 'the publishers’ files are not beside the project (../shared/data)');
    const { status, out } = await run('import', DEBT_CSV);
    expect(status).toBe(0);
    expect(out).toContain('us_debt: 3,765 rows added, 0 revised, 0 unchanged, 2020-03-09 to 2025-03-06');
    const exported = await run('export', 'us_debt', '--series', 'total_public_debt_outstanding');
    const fields = readFileSync(DEBT_CSV, 'utf8')
      .replace('\ufeff', '')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const wanted = fields.map(([date, , , total]) => `${date},total_public_debt_outstanding,${total}`).sort();
    expect(exported.out.trim().split('\n').slice(1)).toEqual(wanted);
  });
});

describe('almanac status', () => {
  test('of an empty folder lists every dataset as empty and creates no file', async () => {
    const { status, out, err } = await run('status');
    expect([status, err]).toEqual([0, '']);
    for (const { id } of DATASETS) expect(out).toMatch(new RegExp(`^${id} +0  no data$`, 'm'));
    expect(readdirSync(dataDir())).toEqual([]);
  });

  test('shows the newest list of each index and fund, with its day', async () => {
    const header = 'series,as_of,ticker,name,sector,weight';
    const old = ['OLD,2024-12-06,A,A,,1', 'OLD,2023-12-06,A,A,,1'];
    const rows = [...old, 'NEW,2025-02-07,A,A,,1', 'NEW,2025-02-07,B,B,,1'];
    await run('import', write('lists.csv', header, ...rows));
    expect((await run('status')).out).toMatch(
      /^NEWEST LIST +MEMBERS +AS OF\nNEW +2 {2}2025-02-07\nOLD +1 {2}2024-12-06$/m,
    );
    const { datasets } = JSON.parse((await run('status', '--json')).out);
    expect(datasets.find(({ id }: { id: string }) => id === 'constituents').lists).toEqual([
      { code: 'NEW', as_of: '2025-02-07', members: 2 },
      { code: 'OLD', as_of: '2024-12-06', members: 1 },
    ]);
  });

  test('names the stored data, their source and time, also as JSON', async () => {
    await run('import', write('a.csv', 'series,date,value', 'US2Y,2024-03-01,4.54', 'US2Y,2024-03-04,4.55'));
    const { out } = await run('status');
    expect(out).toMatch(
      /^yields +2 {2}2024-03-01 to 2024-03-04 {2}file +\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}Late \d{1,3}(?:,\d{3})* days {2}import [^\n]+ UTC, a\.csv$/m,
    );
    const read = JSON.parse((await run('status', '--json')).out);
    expect(read.data_dir).toBe(dataDir());
    expect(read.datasets.map(({ id }: { id: string }) => id)).toEqual(DATASETS.map(({ id }) => id));
    expect(read.datasets.find(({ id }: { id: string }) => id === 'yields')).toMatchObject({
      rows: 2,
      first_date: '2024-03-01',
      last_date: '2024-03-04',
      origin: 'file',
      freshness: { state: 'late', behind: ['US2Y'], next_release_text: expect.stringMatching(/18:00 ET$/) },
      last_run: {
        kind: 'import',
        location: path.join(dataDir(), 'a.csv'),
        added: 2,
        revised: 0,
        unchanged: 0,
      },
    });
  });

  test('names the series that are behind the others of their dataset', async () => {
    const today = noWeekend(new Date().toISOString().slice(0, 10));
    const rows = (codes: readonly string[], date: string) =>
      codes.map((code) => `us_debt,${code},${date},1.00`);
    const parts = ['debt_held_by_public', 'intragovernmental_holdings'];
    const total = ['total_public_debt_outstanding'];
    await run(
      'import',
      write('a.csv', 'dataset,series,date,value', ...rows(parts, '2024-01-05'), ...rows(total, today)),
    );
    const late = async () =>
      /^us_debt .* Late [\d,]+ days \((.*)\) {2}import /m.exec((await run('status')).out)?.[1];
    expect(await late()).toBe(parts.join(', '));
    await run('import', write('b.csv', 'dataset,series,date,value', ...rows(parts.slice(1), today)));
    expect(await late()).toBe(parts[0]);
    await run('import', write('c.csv', 'dataset,series,date,value', ...rows(parts.slice(0, 1), today)));
    expect((await run('status')).out).not.toMatch(/^us_debt .*\(/m);
  });
});

describe('almanac serve', () => {
  /** Starts a service and waits for the line with its address. */
  async function served(...args: string[]) {
    const child = startCommandLine(['serve', '--port', '0', '--no-sample', '--data-dir', dataDir(), ...args]);
    const end = ended(child);
    const line = await new Promise<string>((resolve) =>
      child.stdout?.once('data', (text) => resolve(String(text))),
    );
    return { child, end, line, url: line.slice('Listening on '.length).trim() };
  }

  test('prints its address, answers, and ends well on Ctrl-C', async () => {
    const { child, end, line, url } = await served();
    expect(line).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGINT');
    expect(await end).toMatchObject({ status: 0, out: line });
  });

  test('lets status, import and keys work on its folder, and ends well on SIGTERM', async () => {
    const { child, end, line, url } = await served('--page-size', '1');
    const made = JSON.parse((await run('keys', 'create', '--label', 'x', '--json')).out);
    await run('import', write('a.csv', 'series,date,value', 'US2Y,2024-03-01,4.54'));
    expect((await run('status')).out).toMatch(/^yields +1 /m);
    const answer = await fetch(`${url}/yields/series=US2Y`, { headers: { 'X-API-Key': made.key } });
    expect(await answer.json()).toMatchObject({
      total_rows: 1,
      rows: [{ date: '2024-03-01', value: '4.54' }],
    });
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ status: 0, out: line });
  });

  test('fails in one line on a folder or a port that is in use', async () => {
    const { child, end, url } = await served();
    const fails = (place: string) => ({
      ...{ status: 1, out: '' },
      err: expect.stringMatching(new RegExp(`^almanac: [^\\n]*${place}[^\\n]*\\n$`)),
    });
    expect(await run('serve', '--port', '0', '--no-sample')).toMatchObject(fails(dataDir()));
    const { port } = new URL(url);
    const other = ['--data-dir', path.join(dataDir(), 'other')];
    const samePort = await almanac('serve', '--port', port, '--no-sample', ...other);
    expect(samePort).toMatchObject(fails(`Port ${port} `));
    child.kill('SIGTERM');
    expect((await end).status).toBe(0);
  });
});

test.each(['status', 'keys list', 'export us_debt', 'serve --port 0 --no-sample'])(
  '%s refuses a data folder that is a file, in one line',
  async (command) => {
    const file = write('not-a-folder', 'x');
    const { status, out, err } = await almanac(...command.split(' '), '--data-dir', file);
    expect([status, out]).toEqual([1, '']);
    const why = command.startsWith('serve') ? '' : ' is not a folder: a file has this name';
    expect(err).toMatch(new RegExp(`^almanac: [^\\n]*not-a-folder${why}[^\\n]*\\n$`));
  },
);
