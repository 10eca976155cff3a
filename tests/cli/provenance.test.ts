import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { openReader } from '../../service/store/index.ts';
import { publishRows, runOf } from '../store/folder.ts';
import { weekdayAt } from '../weekdays.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, run, write } = eachWithDataFolder();

const sha256 = (at: string) => createHash('sha256').update(readFileSync(at)).digest('hex');

/** Imports two files of claims; the second revises one week and adds another. */
async function importClaims(): Promise<[string, string]> {
  const header = 'dataset,series,date,value,state';
  const row = (date: string, value: string, state = 'CA') =>
    `ui_state_weekly_claims,initial_claims,${date},${value},${state}`;
  const first = [row('2024-01-06', '100'), row('2024-01-13', '200'), row('2024-01-06', '7', 'NY')];
  const second = [row('2024-01-20', '300'), row('2024-01-06', '100'), row('2024-01-13', '250')];
  const [one, two] = [write('one.csv', header, ...first), write('two.csv', header, ...second)];
  for (const at of [one, two]) expect((await run('import', at)).status).toBe(0);
  return [one, two];
}

const CLAIM = ['ui_state_weekly_claims', 'initial_claims'] as const;
const json = async (...args: string[]) => {
  const { status, out, err } = await run(...args, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out);
};

describe('almanac explain', () => {
  test('shows file, hash, line, times and earlier values, as text and as JSON', async () => {
    const [one, two] = await importClaims();
    const { status, out, err } = await run('explain', ...CLAIM, '2024-01-13', '--state', 'ca');
    expect([status, err]).toEqual([0, '']);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    const lines = [
      'ui_state_weekly_claims initial_claims CA 2024-01-13',
      '',
      ' {2}Value +250 claims',
      ' {2}Source +[^\n]+',
      ` {2}File +${two}`,
      ' {2}Place +line 4',
      ` {2}SHA-256 +${sha256(two)}`,
      ` {2}Imported +${time}, run 2: 1 added, 1 revised, 1 unchanged`,
      ` {2}First seen +${time}`,
      '',
      'Before it, newest first:',
      ` {2}200 {2}first seen ${time}, replaced ${time}`,
      ` {4}run 1: [^\n]+, ${one}, line 3`,
      ` {4}SHA-256 ${sha256(one)}`,
      '$',
    ];
    expect(out).toMatch(new RegExp(`^${lines.join('\n')}`));

    const told = await json('explain', ...CLAIM, '2024-01-13', '--state', 'CA');
    expect(told).toMatchObject({
      dataset: 'ui_state_weekly_claims',
      series: 'initial_claims',
      state: 'CA',
      date: '2024-01-13',
      unit: 'claims',
      current: {
        value: '250',
        place: { line: 4 },
        superseded_at: null,
        run: { location: two, sha256: sha256(two), rows: 3 },
      },
      replaced: [{ value: '200', place: { line: 3 }, run: { location: one, sha256: sha256(one) } }],
      reason: null,
      nearest: { before: '2024-01-06', after: '2024-01-20' },
    });
    expect(told.replaced[0].superseded_at).toBe(told.current.first_seen);
    // A value that the second file only repeats stays with the first.
    expect(await json('explain', ...CLAIM, '2024-01-06', '--state', 'CA')).toMatchObject({
      current: { place: { line: 2 }, run: { id: 1 } },
      replaced: [],
    });
  });

  test.each([
    ['2024-01-14', 'is a Sunday; in ui_state_weekly_claims weeks are dated by their Saturday.'],
    ['1950-01-07', 'history of initial_claims begins on'],
    ['2999-01-05', 'is not out yet: it is due Thu 2999-01-10, 08:30 ET (Thursday'],
    ['2023-12-30', 'No file or refresh has brought one.'],
  ])('says why %s has no observation, and names the nearest dates', async (date, reason) => {
    await importClaims();
    const { status, out } = await run('explain', ...CLAIM, date, '--state', 'CA');
    expect(status).toBe(0);
    expect(out).toMatch(/^[^\n]+: no observation\. [^\n]+\n$/);
    expect(out).toContain(reason);
    expect(out).toMatch(/The nearest here are (before|after) it 2024-01-\d\d/);
  });

  test('says that an empty folder holds nothing, and makes nothing', async () => {
    const { status, out } = await run('explain', 'us_debt', 'debt_held_by_public', '2024-01-02');
    expect(status).toBe(0);
    expect(out).toBe(
      'us_debt debt_held_by_public 2024-01-02: no observation. Nothing of debt_held_by_public is held here: import a file, or refresh us_debt.\n',
    );
    expect(readdirSync(dataDir())).toEqual([]);
  });

  test('says that sample data are made up, and keeps nothing of them once real data replace them', async () => {
    const row = (value: string) => ({ code: 'debt_held_by_public', area: '', day: 19_724, value });
    const kind = { kind: 'sample', origin: 'sample', source: 'sample' } as const;
    const sample = runOf('us_debt', { ...kind, location: '', sha256: '' });
    publishRows(dataDir(), sample, [row('1.00')]);
    const args = ['explain', 'us_debt', 'debt_held_by_public', '2024-01-02'];
    expect((await run(...args)).out).toMatch(
      /Value +1\.00 US dollars\n +Source +sample data: made up by Almanac/,
    );
    publishRows(dataDir(), runOf('us_debt'), [row('2.00')]);
    const { out } = await run(...args);
    expect(out).toMatch(/Value +2\.00/);
    expect(out).not.toContain('1.00');
    expect(out).toContain(
      'Sample data of 2026-01-01 00:00 UTC were here before; they were made up, and none are kept.',
    );
  });

  test('shows the run of a list of constituents, and the list that it replaced', async () => {
    const list = (name: string, weight: string) =>
      write(name, 'series,as_of,ticker,name,sector,weight', `IDX,2024-03-28,A,"A, Inc.",Tech,${weight}`);
    for (const at of [list('a.csv', '60'), list('b.csv', '70')]) await run('import', at);
    const { out } = await run('explain', 'constituents', 'IDX', '2024-03-28');
    expect(out).toMatch(/List +1 row\n.*File +[^\n]+b\.csv\n +Place +line 2\n.*Before it.*a\.csv, line 2/s);
    expect((await run('explain', 'constituents', 'IDX', '2024-03-30')).out).toMatch(
      /: no list\. No file or refresh has brought one\. The nearest here are before it 2024-03-28\.\n$/,
    );
  });

  test('explains a computed spread by its two yields', async () => {
    const rows = ['US10Y,2025-03-07,4.32', 'US2Y,2025-03-07,3.99', 'US10Y,2025-03-10,4.22'];
    const at = write('y.csv', 'series,date,value', ...rows);
    await run('import', at);
    const { status, out, err } = await run('explain', 'yields', 'US10Y_US2Y', '2025-03-07');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^yields US10Y_US2Y 2025-03-07\n\n +Value +0\.33 percentage points\n/);
    expect(out).toContain('computed here: US10Y less US2Y, 4.32 − 3.99\n');
    expect(out).toMatch(
      /yields US10Y 2025-03-07\n.*Place +line 2\n.*yields US2Y 2025-03-07\n.*Place +line 3\n/s,
    );
    expect(await json('explain', 'yields', 'US10Y_US2Y', '2025-03-07')).toMatchObject({
      series: 'US10Y_US2Y',
      value: '0.33',
      formula: 'US10Y - US2Y',
      parts: [
        { series: 'US10Y', current: { value: '4.32' } },
        { series: 'US2Y', current: { value: '3.99' } },
      ],
    });
    const half = await run('explain', 'yields', 'US10Y_US2Y', '2025-03-10');
    expect(half.out).toMatch(
      /^yields US10Y_US2Y 2025-03-10: no value\. It is computed here: US10Y less US2Y, where both are there\.\n/,
    );
    expect(half.out).toContain('yields US2Y 2025-03-10: no observation.');
  });

  test('names the line of the file that has the value', async () => {
    const codes = ['US2Y', 'US10Y'];
    const lines = Array.from({ length: 300 }, (_, at) => {
      const date = dateText(weekdayAt(13_824 + Math.floor(at / 2)));
      return `${codes[at % 2]},${date},${at}.5`;
    });
    const at = write('y.csv', 'series,date,value', '', ...lines);
    await run('import', at);
    const text = readFileSync(at, 'utf8').split('\n');
    const reader = openReader(dataDir());
    for (const [code = '', date = '', value] of lines.map((line) => line.split(','))) {
      const day = Date.parse(date) / 86_400_000;
      const [seen] = reader.explain({ dataset: 'yields', code, area: '' }, day).values;
      expect(text[(seen?.row ?? 0) - 1]).toBe(`${code},${date},${value}`);
    }
    reader.close();
  });
});

describe('almanac revisions', () => {
  test('lists old and new values, as table, CSV and JSON', async () => {
    await importClaims();
    const table = await run('revisions', 'ui_state_weekly_claims');
    expect([table.status, table.err]).toEqual([0, '']);
    const [header, line, ...rest] = table.out.trimEnd().split('\n');
    expect(rest).toEqual([]);
    expect(header).toMatch(/^DATE +SERIES +OLD +NEW +FIRST SEEN +REPLACED +BY$/);
    expect(line).toMatch(
      /^2024-01-13 {2}initial_claims CA {2}200 {2}250 {2}[^,]+ UTC {2}[^,]+ UTC {2}run 2, two\.csv$/,
    );
    const [told, ...others] = await json('revisions', 'ui_state_weekly_claims');
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      date: '2024-01-13',
      series: 'initial_claims',
      state: 'CA',
      old_value: '200',
      new_value: '250',
      old_run: 1,
      new_run: 2,
      new_location: expect.stringMatching(/two\.csv$/),
    });
    const { out } = await run('revisions', 'ui_state_weekly_claims', '--csv');
    const cells = Object.values(told).join(',');
    expect(out).toBe(`${Object.keys(told).join(',')}\n${cells}\n`);
  });

  test('lists only the series, states and days asked for', async () => {
    await importClaims();
    const dataset = 'ui_state_weekly_claims';
    expect(await json('revisions', dataset, '--series', 'continued_claims')).toEqual([]);
    expect(await json('revisions', dataset, '--state', 'NY')).toEqual([]);
    expect(await json('revisions', dataset, '--state', 'NY,CA', '--since', '2026-01-01')).toHaveLength(1);
    const later = ['revisions', dataset, '--since', '2999-01-01'];
    expect(await json(...later)).toEqual([]);
    expect(await run(...later)).toMatchObject({ status: 0, out: '', err: 'No revisions.\n' });
    expect((await run('revisions', 'jolts', '--csv')).out).toMatch(/^date,series,[a-z_,]+\n$/);
  });

  test('writes thousands of rows completely, newest first', async () => {
    const days = Array.from({ length: 2500 }, (_, at) => 10_000 + at);
    const rows = (value: string) => days.map((day) => ({ code: 'US2Y', area: '', day, value }));
    for (const [index, value] of ['1', '2', '3'].entries()) {
      publishRows(dataDir(), runOf('yields', { fetchedAt: `2026-01-0${index + 1}T00:00:00Z` }), rows(value));
    }
    const told = await json('revisions', 'yields');
    expect(
      told.map(({ old_value, new_value }: Record<string, string>) => `${old_value}${new_value}`),
    ).toEqual(['23', '12'].flatMap((pair) => days.map(() => pair)));
    const dates = told.slice(0, 2500).map(({ date }: { date: string }) => date);
    expect(dates).toEqual([...new Set<string>(dates)].sort().reverse());
    const { out } = await run('revisions', 'yields', '--csv');
    expect(out.trimEnd().split('\n')).toHaveLength(5001);
  });
});
