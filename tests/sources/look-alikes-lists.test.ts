import { expect, test } from 'vitest';
import { type Content, checkLeftOut, checkRefused, facts, ODD } from './look-alikes.ts';
import { h41 } from './text-fixtures.ts';
import {
  CENSUS_HEADER,
  CENSUS_ROWS,
  type Cell,
  country,
  HOLDING_ROWS,
  workbook,
} from './workbook-fixtures.ts';
import { h41Series, h41Xml } from './xml-fixtures.ts';

const odd: Cell = { n: ODD };
const exportsOf = (rows: readonly (readonly Cell[])[]) => workbook(rows, { sheet: 'country' });
const changed = (columns: (name: string) => boolean) =>
  exportsOf(
    CENSUS_ROWS.map((row, at) =>
      at === 0 ? row : row.map((cell, c) => (columns(String(CENSUS_HEADER[c])) ? odd : cell)),
    ),
  );
const census = exportsOf(CENSUS_ROWS);
checkRefused('Census', [
  [
    'imports alone',
    exportsOf(CENSUS_ROWS.map((row) => row.filter((_, c) => !String(CENSUS_HEADER[c]).startsWith('E')))),
    /has no column "EJAN"/,
  ],
  [
    'exports by kind of goods',
    exportsOf([
      ['year', 'enduse', ...CENSUS_HEADER.slice(3)],
      ['2022', '00000', odd],
    ]),
    /has no column "CTY_CODE"/,
  ],
]);
checkLeftOut('Census', [
  ['imports', changed((name) => /^I[A-Z]{3}$/.test(name)), census],
  ['sums of the year', changed((name) => /^[IE]YR$/.test(name)), census],
  ...(
    [
      ['the world', '0015'],
      ['the world, seasonally adjusted', '0004'],
      ['the European Union', '0003'],
      ['the Pacific Rim', '0014'],
      ['a country of Asia', '5700'],
    ] as const
  ).map(
    ([what, code]) =>
      [
        what,
        exportsOf([...CENSUS_ROWS.filter((row) => row[1] !== code), country(1997, code, ODD)]),
        exportsOf(CENSUS_ROWS.filter((row) => row[1] !== code)),
      ] as const,
  ),
]);

const fed = h41();
const twin = (id: string) => fed.replaceAll('RESPPALD_XCH52_N', id).replace('400\r', `${ODD}\r`);
checkRefused('H.4.1', [
  ['dollars, not millions', h41(undefined, { multiplier: '1' }), /"1" where "1000000" is right/],
  ['percent', fed.replace('"Unit:","Currency"', '"Unit:","Percent"'), /"Percent" where "Currency"/],
  ['another currency', fed.replace('"Currency:","USD"', '"Currency:","EUR"'), /"EUR" where "USD" is right/],
  ['another release', fed.replaceAll('H41/H41/', 'H8/H8/'), /is not the series of the H\.4\.1/],
  [
    'changes alone',
    fed.replaceAll(/RESPP([A-Z]+)_N\b/g, 'RESPP$1_XCH1_N').replaceAll('_XCH1_XCH1_', '_XCH1_'),
    /holds none of the \d+ series/,
  ],
]);
checkLeftOut('H.4.1', [
  ['a change of the week', twin('RESPPALD_XCH1_N'), fed],
  ['a twin with another suffix, as of week averages', twin('RESPPALD_A'), fed],
  ['loans, net', twin('RESPPALDN_N'), fed],
  ['holdings by maturity', twin('RESPPAAML1H_N'), fed],
  ['holdings at a single bank', twin('RESPPALGUO01_N'), fed],
  [
    'twins and changes, XML',
    h41Xml(
      ['RESPPALGUO_N.WA', 'RESPPALGUO_XCH52_N.WW', 'RESPPALDN_N.WW', 'RESPPALGUO_N.M'].map((name) =>
        h41Series({ name, observations: [['2026-09-16', ODD]] }),
      ),
    ),
    h41Xml(),
  ],
]);

const list = (header: string, count = 500) =>
  `${header}\n${Array.from({ length: count }, (_, at) =>
    header
      .split(',')
      .map((_name, c) => `T${at}${c}`)
      .join(','),
  ).join('\n')}\n`;
const OTHER_LIST = /is a text file of another fund or index, .* the open S&P 500 list/;
checkRefused('S&P lists', [
  [
    'the S&P 400',
    list('Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,SEC filings', 400),
    OTHER_LIST,
  ],
  [
    'the S&P 600',
    list('Symbol,Company,GICS Sector,GICS Sub-Industry,Headquarters Location,SEC filings,CIK', 600),
    OTHER_LIST,
  ],
  [
    'the S&P 100, under the header of old lists',
    list('Symbol,Name,Sector', 101),
    /lists 101 companies where the S&P 500/,
  ],
  ['the S&P 1500, under the header of old lists', list('Symbol,Name,Sector', 1500), /lists 1500 companies/],
  [
    'all shares of an exchange',
    list('Symbol,Name,Last Sale,Market Cap,Country,Volume,Sector,Industry'),
    OTHER_LIST,
  ],
  ['key figures of the S&P 500', list('Symbol,Name,Sector,Price,Price/Earnings,Dividend Yield'), OTHER_LIST],
]);

const fund = (name: string, assetClass = 'Equity') =>
  `${name}\nFund Holdings as of,"Dec 06, 2024"\n\u00a0\nTicker,Name,Sector,Asset Class,Weight (%)\n"AAA","ALPHA","Energy","${assetClass}","7.15"\n"ESZ4","FUTURE","-","Futures","${ODD}"\n\u00a0\n"Legal text."`;
const codes = (content: Content) => facts(content).lists.map(({ code, rows }) => [code, rows.length]);

test('iShares: other funds, and the same index in other countries, have their own codes', () => {
  expect(codes(fund('iShares Core S&P 500 ETF'))).toEqual([['IVV', 1]]);
  expect(codes(fund('iShares Russell 2000 ETF'))).toEqual([['IWM', 1]]);
  for (const name of [
    'iShares Core S&P 500 UCITS ETF',
    'iShares S&P 500 Growth ETF',
    'iShares ESG S&P 500 ETF',
  ])
    expect(codes(fund(name))[0]?.[0]).toMatch(/^ISHARES_/);
});
test('iShares: a fund of bonds has no constituents', () => {
  expect(codes(fund('iShares Core U.S. Aggregate Bond ETF', 'Fixed Income'))).toEqual([]);
});
checkLeftOut('iShares', [
  [
    'futures and cash',
    fund('iShares Core S&P 500 ETF'),
    fund('iShares Core S&P 500 ETF').replace(/"ESZ4".*\n/, ''),
  ],
]);
test('State Street: another fund is stored under its own ticker', () => {
  const rows = HOLDING_ROWS.map((row) => row.map((cell) => (cell === 'SPY' ? 'MDY' : cell)));
  expect(codes(workbook(rows, { sheet: 'holdings' }))).toEqual([['MDY', 3]]);
});
checkRefused('State Street', [
  [
    'a history of net asset values',
    workbook([['Fund Name:', 'SPDR'], ['Ticker Symbol:', 'SPY'], [], ['Date', 'NAV'], ['07-Feb-2025', odd]], {
      sheet: 'navhist',
    }),
    /has no row "Holdings:" in its sheet/,
  ],
  [
    'a fund of bonds, without tickers',
    workbook(
      HOLDING_ROWS.map((row) => row.map((cell) => (cell === 'Ticker' ? 'ISIN' : cell))),
      { sheet: 'holdings' },
    ),
    /has 0 columns "Ticker"; one is right/,
  ],
]);
