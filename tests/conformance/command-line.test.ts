import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBT, importData } from './imported-data.ts';
import { newDataFolder, RunningService, runCommand } from './running-service.ts';

/** Refused files must leave this folder unchanged. */
const service = new RunningService();
const empty = newDataFolder();

beforeAll(() => importData(service));
afterAll(async () => {
  await service.remove();
  rmSync(empty, { recursive: true, force: true });
});

/** Writes each case as a file, and imports all in one process. @returns the output of each, in order. */
async function importCases(
  cases: readonly (readonly [string, string, readonly string[], ...unknown[]])[],
  ...words: string[]
) {
  const files = cases.map(([_what, header, rows], at) => {
    const file = path.join(service.folder, `case-${at}.csv`);
    writeFileSync(file, [header, ...rows, ''].join('\n'));
    return file;
  });
  const { status, err } = await service.command('import', ...files, ...words);
  const lines = err.split('\n');
  return { status, lines: files.map((file) => lines.find((line) => line.startsWith(`almanac: ${file}`))) };
}

type Status = { datasets: { id: string; rows: number; last_date: string | null; origin: string | null }[] };
async function rowsOf(dataset: string, folder = service.folder): Promise<number | undefined> {
  const { out } = await runCommand('status', '--json', '--data-dir', folder);
  return (JSON.parse(out) as Status).datasets.find(({ id }) => id === dataset)?.rows;
}

const LONG = 'dataset,series,date,value,state';
const YIELDS = 'series,date,value';
const MEMBERS = 'series,as_of,ticker,name,sector,weight';
type WrongFile = readonly [what: string, header: string, rows: readonly string[], line: number];
type WrongCell = readonly [...WrongFile, column: string];
const DEBT_ROW = 'us_debt,debt_held_by_public,2024-03-01,1.10,';

const WRONG_CELLS: readonly WrongCell[] = [
  ['a number with a letter', LONG, [DEBT_ROW, 'us_debt,debt_held_by_public,2024-03-04,12x,'], 3, 'value'],
  ['a number with separators', YIELDS, ['US2Y,2024-05-01,"1,000"'], 2, 'value'],
  ['a number with an exponent', YIELDS, ['US2Y,2024-05-01,1e3'], 2, 'value'],
  ['minus zero', YIELDS, ['US2Y,2024-05-01,-0'], 2, 'value'],
  ['zero written twice', YIELDS, ['US2Y,2024-05-01,00'], 2, 'value'],
  ['leading zeros', YIELDS, ['US2Y,2024-05-01,007.50'], 2, 'value'],
  ['an empty value', YIELDS, ['US2Y,2024-05-01,'], 2, 'value'],
  ['a day that does not exist', LONG, ['us_debt,debt_held_by_public,2024-02-30,1,'], 2, 'date'],
  ['a Saturday of a daily series', YIELDS, ['US2Y,2024-05-04,4.10'], 2, 'date'],
  ['an unknown series', LONG, [DEBT_ROW, 'us_debt,nope,2024-03-04,1,'], 3, 'series'],
  ['a spread, which is computed', YIELDS, ['US10Y_US2Y,2024-05-01,0.10'], 2, 'series'],
  ['an unknown dataset', LONG, ['nope,nope,2024-03-04,1,'], 2, 'dataset'],
  ['no state', LONG, ['ui_state_weekly_claims,initial_claims,2024-05-04,5,'], 2, 'state'],
  ['an unknown state', LONG, ['ui_state_weekly_claims,initial_claims,2024-05-04,5,ZZ'], 2, 'state'],
  ['a state of national data', LONG, ['us_debt,debt_held_by_public,2024-03-04,1,CA'], 2, 'state'],
  ['a wrong header', `${LONG},more`, [`${DEBT_ROW},`], 1, 'more'],
  ['a member that stands twice', MEMBERS, ['X,2024-05-01,A,A,S,1', 'X,2024-05-01,A,A,S,2'], 3, 'ticker'],
];
const WRONG_ROWS: readonly WrongFile[] = [
  ['two values of one date', YIELDS, ['US2Y,2024-05-01,4.10', 'US2Y,2024-05-01,4.20'], 3],
  ['a missing cell', YIELDS, ['US2Y,2024-05-01'], 2],
  [
    'parts of the debt that do not make the total',
    LONG,
    ['1', '1', '3'].map((value, at) => `us_debt,${DEBT[at]?.series},2024-03-04,${value},`),
    4,
  ],
];
const IMPLAUSIBLE: readonly WrongFile[] = [
  ['claims below zero', LONG, ['ui_weekly_claims,initial_claims_sa,2024-05-04,-5,'], 2],
  ['half a claim', LONG, ['ui_weekly_claims,initial_claims_sa,2024-05-11,5.5,'], 2],
  ['a weight above 100', MEMBERS, ['X,2024-05-01,A,A,S,101'], 2],
  ['weights of more than 101 in all', MEMBERS, ['Y,2024-05-01,A,A,S,60', 'Y,2024-05-01,B,B,S,60'], 2],
  ['more than 25 digits', LONG, [`us_debt,debt_held_by_public,2024-03-04,${'9'.repeat(26)},`], 2],
  ['a million times the largest', LONG, ['us_debt,debt_held_by_public,2024-03-05,99000000000000000000,'], 2],
  [
    'other values in data that are never revised',
    LONG,
    DEBT.slice(0, 36).map(({ series, date }, at) => `us_debt,${series},${date},${at % 3 === 2 ? 2 : 1},`),
    2,
  ],
];

describe('The exit status', () => {
  it('is 1 after one clear line if a command failed', async () => {
    const { status, err } = await service.command('import', path.join(empty, 'missing.csv'));
    expect(status).toBe(1);
    expect(err).toMatch(/^almanac: .*missing\.csv does not exist\.\n$/);
    expect((await service.command('keys', 'revoke', 'nope')).status).toBe(1);
  });

  it.each([
    ['no such command', ['frobnicate']],
    ['no file to import', ['import']],
    ['a key without a label', ['keys', 'create']],
    ['a page size above 5,000', ['serve', '--page-size', '5001']],
    ['a page size of 0', ['serve', '--page-size', '0']],
    ['an unknown dataset', ['export', 'nope']],
    ['an unknown option', ['status', '--nope']],
  ])('is 2 for wrong usage: %s', async (_what, words) => {
    const { status, out, err } = await service.command(...words);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^almanac: .+\n$/);
  });

  it('is 0 for a service that is asked to end', async () => {
    await service.start();
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});

describe('Long CSV', () => {
  it('may have its columns in any order, quotes and a byte-order mark', async () => {
    const lines = ['\uFEFFvalue,date,series\r', '"4.00",2024-01-05,US2Y\r', ''];
    const file = path.join(empty, 'marked.csv');
    writeFileSync(file, lines.join('\n'));
    expect((await runCommand('import', file, '--data-dir', empty)).status).toBe(0);
    const { out } = await runCommand('export', 'yields', '--format', 'csv', '--data-dir', empty);
    expect(out).toBe('date,series,value\n2024-01-05,US2Y,4.00\n');
  });

  it('with a wrong cell is refused with line and column', async () => {
    const { status, lines } = await importCases(WRONG_CELLS);
    expect(status).toBe(1);
    for (const [at, [what, , , line, column]] of WRONG_CELLS.entries())
      expect(lines[at], what).toMatch(
        new RegExp(`case-${at}\\.csv, line ${line}, column "${column}": .+\\.$`),
      );
  });

  it('with a wrong row is refused with its line', async () => {
    const { status, lines } = await importCases(WRONG_ROWS);
    expect(status).toBe(1);
    for (const [at, [what, , , line]] of WRONG_ROWS.entries())
      expect(lines[at], what).toMatch(new RegExp(`case-${at}\\.csv, line ${line}: .+\\.$`));
  });

  it('with implausible values is refused, and the line names --allow-jumps', async () => {
    const { status, lines } = await importCases(IMPLAUSIBLE);
    expect(status).toBe(1);
    for (const [at, [what]] of IMPLAUSIBLE.entries())
      expect(lines[at], what).toMatch(/Nothing was stored\. If it is right, import it with --allow-jumps\.$/);
  });

  it('leaves nothing behind when it is refused', async () => {
    const { out } = await service.command('export', 'us_debt', '--format', 'csv');
    const rows = DEBT.map(({ date, series, value }) => `${date},${series},${value}`);
    expect(out).toBe(`${['date,series,value', ...rows].join('\n')}\n`);
    expect(await rowsOf('ui_weekly_claims')).toBe(0);
    expect(await rowsOf('yields')).toBe(60);
  });

  it('with an error does not stop the import of other files', async () => {
    const [good, bad] = ['good.csv', 'bad.csv'].map((name) => path.join(empty, name)) as [string, string];
    writeFileSync(good, `${YIELDS}\nUS10Y,2024-01-05,4.05\n`);
    writeFileSync(bad, `${YIELDS}\nUS10Y,2024-01-08,x\n`);
    const before = await rowsOf('yields', empty);
    const { status } = await runCommand('import', bad, good, '--data-dir', empty);
    expect(status).toBe(1);
    expect(await rowsOf('yields', empty)).toBe((before ?? 0) + 1);
  });
});

describe('The commands print output for programs', () => {
  it('keys create, list and revoke work; only create prints the key', async () => {
    const made = JSON.parse(await service.run('keys', 'create', '--label', 'listed', '--json'));
    expect(made).toMatchObject({ label: 'listed', revoked_at: null, last4: made.key.slice(-4) });
    const listed = await service.run('keys', 'list', '--json');
    expect(JSON.parse(listed)).toContainEqual(expect.objectContaining({ id: made.id, label: 'listed' }));
    expect(listed).not.toContain(made.key);
    const revoked = JSON.parse(await service.run('keys', 'revoke', made.id, '--json'));
    expect(revoked).toMatchObject({ id: made.id, revoked_at: expect.any(String) });
    // Revoking twice is not an error.
    await service.run('keys', 'revoke', made.id);
  });

  it('status --json has rows, dates and origin of each dataset', async () => {
    const { datasets } = JSON.parse(await service.run('status', '--json')) as Status;
    expect(datasets).toContainEqual(
      expect.objectContaining({
        ...{ id: 'us_debt', rows: DEBT.length, origin: 'file' },
        ...{ first_date: DEBT[0]?.date, last_date: DEBT.at(-1)?.date },
      }),
    );
    expect(datasets).toContainEqual(expect.objectContaining({ id: 'us_exports', rows: 0, origin: null }));
  });

  it('export writes the chosen series and days, to a file or to standard output', async () => {
    const file = path.join(service.folder, 'debt.csv');
    const words = ['export', 'us_debt', '--series', 'debt_held_by_public', '--to', '2024-01-02'];
    await service.run(...words, '-o', file);
    expect(readFileSync(file, 'utf8')).toBe(
      `date,series,value\n2024-01-02,debt_held_by_public,${DEBT[0]?.value}\n`,
    );
    const json = JSON.parse(await service.run(...words, '--format', 'json'));
    expect(json.records).toEqual([DEBT[0]]);
  });

  it('view writes the lines of a chart exactly as the API does', async () => {
    const chart = 'series=jolts.hires_level_sa&range=Max';
    const key = (await service.makeKey('chart')).key;
    await service.start();
    const { text } = await service.get(`/api/v1/view?${chart}&format=csv`, { key });
    expect(await service.run('view', chart, '--format', 'csv')).toBe(text);
    await service.stop();
  });
});

// This test is the last one, because it changes the data that the other tests read.
describe('An implausible file', () => {
  it('is imported with --allow-jumps', async () => {
    const { status, lines } = await importCases(IMPLAUSIBLE, '--allow-jumps');
    expect(lines.filter((line) => line !== undefined)).toEqual([]);
    expect(status).toBe(0);
  });
});
