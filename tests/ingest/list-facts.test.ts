import { describe, expect, test } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { previewFile } from '../../service/ingest/index.ts';
import { dateInName } from '../../service/ingest/list-facts.ts';
import { openReader } from '../../service/store/index.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

/** A fund's holdings, one stock for each ticker. */
const holdings = (name: string | undefined, tickers: readonly string[], date = 'Mar 31, 2026') =>
  [
    ...(name === undefined ? [] : [name]),
    `Fund Holdings as of,"${date}"`,
    '\u00a0',
    'Ticker,Name,Sector,Asset Class,Weight (%)',
    ...tickers.map((ticker) => `"${ticker}","${ticker} INC","Energy","Equity","10.00"`),
    '\u00a0',
    '"Legal text."',
  ].join('\n');

/** @returns code, day and number of members of every stored list. */
function held(folder: Folder): string[] {
  const reader = openReader(folder.dataDir);
  const found = reader
    .holdings()
    .flatMap(({ series }) => series)
    .flatMap(({ code, lists = [] }) => lists.map(({ asOf, count }) => `${code} ${dateText(asOf)} ${count}`));
  reader.close();
  return found;
}

const preview = (
  folder: Folder,
  file: { path: string; name?: string; listDate?: string; listCode?: string },
) => previewFile({ dataDir: folder.dataDir, now: () => NOW, file });

describe('a file that does not name its list', () => {
  test('is refused until a code is given, and its preview asks for one', async () => {
    const folder = makeFolder();
    const path = folder.write('h.csv', holdings(undefined, ['AAPL', 'MSFT']));
    const right = /^h\.csv has no fund's name .* Give its list a code \(--list-code\), such as IVV/;
    expect(await folder.failure([path])).toEqual({
      code: 'invalid_file',
      message: expect.stringMatching(right),
    });
    const asked = await preview(folder, { path, name: 'h.csv' });
    expect([asked.isUnnamed, asked.datasets[0]?.rows, asked.notes]).toEqual([
      true,
      2,
      [expect.stringMatching(/^An import would be refused: h\.csv has no fund's name/)],
    ]);
    const named = await preview(folder, { path, name: 'h.csv', listCode: 'OWN' });
    expect([named.isUnnamed, named.notes]).toEqual([false, []]);
    expect((await preview(folder, { path, name: 'h.csv', listCode: 'UNNAMED' })).isUnnamed).toBe(false);
    await folder.import([], { files: [{ path, listCode: 'OWN' }] });
    expect(held(folder)).toEqual(['OWN 2026-03-31 2']);
  });

  test.each([
    [
      holdings('iShares Foo ETF', ['A']),
      'OWN',
      'h.csv names its list itself, ISHARES_FOO_ETF: import it without',
    ],
    [
      'series,date,value\nUS10Y,2024-01-02,4.00\n',
      'OWN',
      'h.csv has no list of constituents: import it without',
    ],
    [
      holdings(undefined, ['A']),
      'OWN_',
      'A list code has at most 100 letters, digits and _ . - and begins and ends',
    ],
    [holdings(undefined, ['A']), 'O N', "'O N' is not one."],
    [holdings(undefined, ['A']), '', "'' is not one."],
    [holdings(undefined, ['A']), 'O'.repeat(101), 'is not one.'],
  ])('is refused with an unsuitable code: %#', async (text, listCode, message) => {
    const folder = makeFolder();
    const files = [{ path: folder.write('h.csv', text), name: 'h.csv', listCode }];
    expect((await folder.failure([], { files })).message).toContain(message);
  });
});

describe('a list that shares no member with the previous one', () => {
  test.each([
    ['of the same day', 'Mar 31, 2026', ['OWN 2026-03-31 3']],
    ['of a later day', 'Apr 30, 2026', ['OWN 2026-04-30 3', 'OWN 2026-03-31 2']],
  ])('is refused until a person confirms it, %s', async (_, date, after) => {
    const folder = makeFolder();
    const file = (name: string, tickers: readonly string[], day?: string) => ({
      path: folder.write(name, holdings(undefined, tickers, day)),
      name,
      listCode: 'OWN',
    });
    await folder.import([], { files: [file('one.csv', ['BRK.B', 'AAPL'])] });
    const other = file('other.csv', ['SAP', 'ASML', 'OR'], date);
    const { code, message } = await folder.failure([], { files: [other] });
    expect([code, message]).toEqual([
      'file_jumps',
      expect.stringMatching(
        /^other\.csv lists members of OWN as of 2026-0\d-3\d, and none of the 2 held as of 2026-03-31 is among them: .* import it with --allow-jumps\.$/,
      ),
    ]);
    expect((await preview(folder, other)).notes).toEqual([`An import would be refused: ${message}`]);
    expect(held(folder)).toEqual(['OWN 2026-03-31 2']);
    const [taken] = await folder.import([], { files: [other], allowJumps: true });
    expect(taken?.notes).toEqual([
      expect.stringMatching(/^The file lists members of OWN .* as it stands\.$/),
    ]);
    expect(held(folder)).toEqual(after);
  });

  test('is accepted if one member stays, however its ticker is written', async () => {
    const folder = makeFolder();
    const own = (ticker: string) =>
      folder.write('own.csv', `series,as_of,ticker,name,sector,weight\nOWN,2026-03-31,${ticker},A Inc.,,1\n`);
    await folder.import([own('BRK.B')]);
    const [again] = await folder.import([own('BRKB')]);
    expect(again?.runs[0]?.lists).toMatchObject([{ joined: 0, left: 0, changed: 1 }]);
    expect((await folder.failure([own('C')])).code).toBe('file_jumps');
  });
});

describe('a date in the name of a file', () => {
  const today = dayNumber('2026-11-20') as number;
  const found = (name: string) => {
    const day = dateInName(name, today);
    return day === undefined ? undefined : dateText(day);
  };

  test.each([
    ['sp500_constituents_2026-08-08.csv', '2026-08-08'],
    ['sp500_constituents_2014-12-07_old_columns.csv', '2014-12-07'],
    ['IVV_holdings_20241206.csv', '2024-12-06'],
    ['/2019-01-02/spy 07-Feb-2025 (1).csv', '2025-02-07'],
    ['C:\\lists\\members_6Dec2024.csv', '2024-12-06'],
    ['members Dec 06, 2024.csv', '2024-12-06'],
    ['September-1-2024.csv', '2024-09-01'],
    ['2024_12_06 and 2024.12.06.csv', '2024-12-06'],
    ['2026-11-20.csv', '2026-11-20'],
    ['as of 2024-12-6.csv', '2024-12-06'],
    ['12-31-2024.csv', '2024-12-31'],
    ['members 31.12.2024.csv', '2024-12-31'],
    ['6-6-2024.csv', '2024-06-06'],
  ])('%s is found', (name, date) => {
    expect(found(name)).toBe(date);
  });

  test.each([
    'constituents.csv',
    'sp500_2024.csv',
    // A range, the future, and days that are not on the calendar.
    'DebtPenny_20200307_20250306.csv',
    '2026-11-21.csv',
    '2024-13-01.csv',
    '2025-02-29.csv',
    '30-Feb-2025.csv',
    // The month is ambiguous, or the digits are not a date.
    '06-12-2024.csv',
    'members 1.2.2024.csv',
    '31-31-2024.csv',
    '1467271812596.csv',
    '2024-1206.csv',
    '12-Foo-2024.csv',
  ])('%s has no date', (name) => {
    expect(found(name)).toBeUndefined();
  });

  test('is suggested only for a list without a date', async () => {
    const folder = makeFolder();
    const list = 'Symbol,Security,GICS Sector,Date added\nMMM,3M Co,Industrials,1957-03-04\n';
    const path = folder.write('list_2014-12-07.csv', list);
    expect(await preview(folder, { path })).toMatchObject({ undated: ['SP500'], dateInName: '2014-12-07' });
    const [imported] = await folder.import([path]);
    expect(imported?.notes).toEqual([
      "The list has no date of its own; its constituents count as of 2026-11-20, the day of the import. The file's name says 2014-12-07: if that is the day of the list, import it with --list-date 2014-12-07.",
    ]);
    const dated = folder.write('h_2014-12-07.csv', holdings('iShares Foo ETF', ['A']));
    expect(await preview(folder, { path: dated })).toMatchObject({
      undated: [],
      dateInName: null,
      notes: [],
    });
  });
});
