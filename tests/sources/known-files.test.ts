import { existsSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { tryRead } from './mutations.ts';
import { failureOf, type ReadResult, readText } from './read-text.ts';
import { type Cell, workbook } from './workbook-fixtures.ts';

/** Similar downloads, which Almanac does not import. Each refusal names the right download. */

const sheet = (...rows: Cell[][]) => workbook(rows);
const zip = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
const oldOffice = (text: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(text, 'utf16le')]);
const page = (text: string) => `<!DOCTYPE html>\n<html><head><title>${text}</title></head></html>`;

const FRED = /of FRED.*fredgraph\.csv\?id=ICSA\.$/;
const FED = /of the Federal Reserve.*FRB_h41_xml\.zip, or CSV with labels/;
const BEA = /of the Bureau of Economic Analysis.*NipaDataM\.txt, or Table 2\.6/;
const BLS = /of the Bureau of Labor Statistics.*jt\.data\.1\.AllItems/;
const CENSUS = /of the Census Bureau’s foreign trade.*country\.xlsx\.$/;
const DOL = /of the Department of Labor’s claims.*claims\.asp for XML/;
const TREASURY = /of the Treasury.*daily_treasury_yield_curve and take its "Download CSV"/;
const FISCAL = /of FiscalData.*"Debt to the Penny" as CSV or JSON/;
const FUND = /of another fund or index.*series,as_of,ticker,name,sector,weight\.$/;

describe('a known file that is not imported is refused with its kind and the right download', () => {
  test.each<[string, string | Buffer, RegExp]>([
    [
      'FRED: API in XML',
      '<?xml version="1.0"?>\n<observations realtime_start="2020-06-18" units="lin">',
      FRED,
    ],
    ['FRED: API in JSON', '{"realtime_start":"2020-06-18","observations":[{"date":"2020-06-06"}]}', FRED],
    ['FRED: series in XML', '<seriess realtime_start="2020-06-18"><series id="ICSA"/></seriess>', FRED],
    ['FRED: vintages', '{"realtime_start":"1776-07-04","vintage_dates":["2020-01-02"]}', FRED],
    ['FRED: old workbook', oldOffice('FRED Graph Observations'), FRED],
    ['FRED: archive', zip({ 'README.txt': 'FRED Graph Observations', 'daily.csv': 'x' }), FRED],
    [
      'FRED: archive of files that can be imported',
      zip({
        'README.txt': 'FRED Graph Observations',
        'daily.csv': 'observation_date,DGS10\n2025-08-25,4.28\n',
      }),
      /is a ZIP archive of "README\.txt", "daily\.csv"; unpack it and import the files with data in it\.$/,
    ],
    [
      'FRED: text',
      'Title:    Initial Claims\nSeries ID:  ICSA\n\nDATE        VALUE\n1967-01-07  208000\n',
      FRED,
    ],
    ['FRED: page', page('Initial Claims (ICSA) | fred.stlouisfed.org'), FRED],
    ['FRED: fredapi', 'date,id,realtime_start,realtime_end,notes\n2000-01-01,PI,x,x,www.bea.gov\n', FRED],
    ['FRED-MD', 'sasdate,RPI,CLAIMSx\nTransform:,5,5\n', FRED],
    ['Fed: columns without labels', '"Time Period","RESPPALGUO_N.WW"\n2023-03-15,5328927\n', FED],
    ['Fed: rows without labels', '"Series Name:",2023-03-15\n"RESPPALGUO_N.WW",5328927\n', FED],
    [
      'Fed: workbook',
      sheet(['Series Description', 'x'], ['Unique Identifier: ', 'H41/H41/RESPPAG_N.WW']),
      FED,
    ],
    ['Fed: page', page('https://www.federalreserve.gov/releases/h41/'), FED],
    [
      'BEA: another table',
      '"Table 2.1. Personal Income"\n"[Billions]"\n"Bureau of Economic Analysis"\n',
      BEA,
    ],
    ['BEA: workbook', sheet(['Table 2.6. Personal Income'], ['Bureau of Economic Analysis']), BEA],
    ['BEA: error of the API', '{"BEAAPI":{"Error":{"APIErrorCode":"3"}}}', BEA],
    ['BEA: API in XML', '<?xml version="1.0"?>\n<BEAAPI><Results/></BEAAPI>', BEA],
    ['BEA: register', '%SeriesCode,SeriesLabel,MetricName\nA191RC,"GDP","x"\n', BEA],
    ['BLS: workbook', sheet(['Job Openings'], ['Series Id:', 'JTS000000000000000JOL']), BLS],
    ['BLS: table', 'Series ID,Year,Period,Label,Value\nJTS000000000000000JOL,2024,M01,2024 Jan,8000\n', BLS],
    ['BLS: list of series', 'series_id                     \tseasonal\tindustry_code\n', BLS],
    ['BLS: codes', 'dataelement_code\tdataelement_text\tdisplay_level\nHI\tHires\t0\n', BLS],
    ['BLS: table of the release', sheet(['Table 1. Job Openings and Labor Turnover']), BLS],
    ['BLS: refused', '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD>https://download.bls.gov/pub', BLS],
    ['Census: API', '[["CTY_CODE","ALL_VAL_MO","time"],["1XXX","1","2026-07"]]', CENSUS],
    ['Census: table', 'CTY_CODE,CTY_NAME,ALL_VAL_MO,time\n1XXX,NORTH AMERICA,1,2026-07\n', CENSUS],
    ['Census: error of the API', "error: unknown variable 'CTY'", CENSUS],
    ['Census: exhibit', sheet(['U.S. International Trade in Goods and Services'], ['Exhibit 14']), CENSUS],
    ['Census: USA Trade Online', 'USA Trade Online\nCountry,Time,Total Value ($US)\n', CENSUS],
    ['Census: no key', page('Missing Key: https://api.census.gov/data/key_signup.html'), CENSUS],
    ['DOL: report as a page', page('Unemployment Insurance Weekly Claims Data'), DOL],
    ['DOL: report as a table', 'Week Ended,Initial Claims N.S.A.,S.F.\n01/07/1967,346000,1\n', DOL],
    ['DOL: report by state', 'st,rptdate,c1,c2,c3\nAK,1/31/1971,1,2,3\n', /other than ar539.*ar539\.csv\.$/],
    ['Treasury: page', page('Daily Treasury Par Yield Curve Rates | home.treasury.gov'), TREASURY],
    ['FiscalData: XML', '<root><data><record_date>2024-01-31</record_date></data></root>', FISCAL],
    ['TreasuryDirect', 'Date,Debt Held by the Public,Intragovernmental Holdings\n01/02/2020,1,2\n', FISCAL],
    ['FiscalData: page', page('https://fiscaldata.treasury.gov/datasets/'), FISCAL],
    [
      'iShares: cut',
      'Ticker,Name,Sector,Asset Class,Weight (%)\n"A","B","C","Equity","1"\n',
      /of iShares without its first lines/,
    ],
    [
      'iShares: German',
      '\uFEFFFondspositionen per,"30.Sep.2024"\n\nEmittententicker,Name,Sektor,Gewichtung (%)\n"MSFT","M","IT","8,12"\n',
      /of iShares in German.*in English/,
    ],
    [
      'iShares: bonds',
      'iShares Core Bond ETF\nFund Holdings as of,"Sep 30, 2024"\n\nName,Sector,Asset Class,Weight (%),CUSIP,Maturity,Coupon (%)\n',
      /of an iShares fund of bonds.*a fund of shares/,
    ],
    ['iShares: old workbook', '<?xml version="1.0"?><ss:Workbook>Fund Holdings as of', /of iShares.*as CSV/],
    ['Invesco', 'Fund Ticker,Security Identifier,Holding Ticker,Weight,Name\nQQQ,1,AAPL,8.9,Apple\n', FUND],
    ['Vanguard', 'Fund name,Vanguard S&P 500 ETF\n\n,Holdings,Ticker,% of fund\n,Apple Inc,AAPL,7.1\n', FUND],
    ['State Street as CSV', 'Fund Name:,SPDR S&P 500\nTicker Symbol:,SPY\n', /of State Street.*as XLSX/],
    [
      'a page of GitHub',
      page('constituents.csv at main · github.com'),
      /of Wikipedia or GitHub.*raw\.githubusercontent/,
    ],
    ['a list below other lines', 'My fund\n2024-12-06\n\nName,Ticker,Sector,Weight\nApple,AAPL,x,7\n', FUND],
    ['Nasdaq', '{"data":{"data":{"rows":[{"symbol":"AAPL","companyName":"Apple Inc."}]}}}', FUND],
    ['Nasdaq-100 of Wikipedia', 'Company,Ticker,GICS Sector\nAdobe,ADBE,Information Technology\n', FUND],
    ['DOL: table of states', 'State,Filed week ended,Initial Claims\nNevada,05/30/2020,9\n', DOL],
    ['any archive', zip({ 'a.csv': 'x', 'b.csv': 'y' }), /is a ZIP archive of "a\.csv", "b\.csv"; unpack it/],
  ])('%s', (_, content, message) => {
    const failure = failureOf(content);
    expect(failure).toMatch(message);
    expect(failure).not.toContain('\n');
  });
});

const values = ({ observations }: ReadResult) =>
  observations.map(({ series, date, value, rounding }) => [series, date, value, rounding].join(' ').trim());

describe('BEA’s Table 2.6', () => {
  const table = (unit: string, rows: string) =>
    `"Table 2.6. Personal Income and Its Disposition, Monthly"\n"${unit}"\n"Bureau of Economic Analysis"\n"Line","","2024","2024"\n"","","MAY","JUN"\n${rows}`;
  const INCOME = 'personal_income_and_outlays/total_personal_income';

  test.each([
    ['[Billions of dollars] Seasonally adjusted at annual rates', '23726.4', '23726400 50'],
    ['[Billions of dollars; months are seasonally adjusted at annual rates]', '"23,726"', '23726000 500'],
    ['[Millions of dollars; months are seasonally adjusted at annual rates]', '"23,726,412"', '23726412 0.5'],
  ])('%s: %s is converted to millions exactly', (unit, value, right) => {
    expect(values(readText(table(unit, `1,Personal income,(NA),${value}\n2,Wages,7777,7777\n`)))).toEqual([
      `${INCOME} 2024-06-01 ${right}`,
    ]);
  });

  test.each([
    [
      '[Percent] Monthly change',
      '1,Personal income,0.1,0.2\n',
      /"Table 2\.6\..*Percent.* in dollars.* is right/,
    ],
    ['[Billions of dollars]', '1,Personal income,1,2\n', /seasonally adjusted at annual rates, is right/],
    [
      '[Billions of chained (2017) dollars] Seasonally adjusted at annual rates',
      '1,Personal income,1,2\n',
      /is right/,
    ],
    [
      '[Billions of dollars] Seasonally adjusted at annual rates',
      '2,Wages,1,2\n',
      /has no row "Personal income"/,
    ],
    ['[Billions of dollars] Seasonally adjusted at annual rates', '1,Personal income,1\n', /cut off/],
    ['[Billions of dollars] Seasonally adjusted at annual rates', '1,Personal income,1,237', /cut off/],
  ])('%s with %j is refused', (unit, rows, message) => {
    expect(failureOf(table(unit, rows))).toMatch(message);
  });

  test('a file that is cut anywhere is refused, or lacks no value', () => {
    const whole = table(
      '[Billions of dollars] Seasonally adjusted at annual rates',
      '1,Personal income,23726.4,23775.7\n2,Wages,7,7\n',
    );
    const right = values(readText(whole));
    for (let length = 1; length < whole.length; length++) {
      const result = tryRead(Buffer.from(whole.slice(0, length)));
      if (result) expect(values(result)).toEqual(right);
    }
  });

  test('quarters are refused', () => {
    const quarters = table(
      '[Billions of dollars] Seasonally adjusted at annual rates',
      '1,Personal income,1,2\n',
    );
    expect(failureOf(quarters.replace('MAY', 'Q1'))).toMatch(/"2024 Q1" is not a month/);
  });
});

describe('H.4.1 with series in rows', () => {
  const rows = (row: string, first = '"Descriptions:"') =>
    `${first},"Unit:","Multiplier:","Currency:","Unique Identifier: ","Series Name:",2023-03-15,2023-03-22\n${row}\n`;
  const ROW =
    '"Securities","Currency","1000000","USD","H41/H41/RESPPALGUO_N.WW","RESPPALGUO_N.WW",5328927,ND';

  test('is read by its identifiers', () => {
    const other = '"Other","Percent","1","NA","H15/H15/X","X",7777,7777';
    for (const first of ['"Descriptions:"', '"Series Description"'])
      expect(values(readText(rows(`${other}\n${ROW}`, first)))).toEqual([
        'factors_affecting_reserve_balances/treasury_securities_total 2023-03-15 5328927',
      ]);
  });

  test('a file that is cut anywhere is refused, or has no wrong value', () => {
    const whole = rows(ROW.replace('ND', '5328976'));
    const right = values(readText(whole));
    for (let length = 1; length < whole.length; length++) {
      const result = tryRead(Buffer.from(whole.slice(0, length)));
      for (const value of result ? values(result) : []) expect(right).toContain(value);
    }
  });

  test.each([
    [ROW.replace('1000000', '1000'), /column "RESPPALGUO_N\.WW": "1000" where "1000000" is right/],
    [ROW.replace('"USD"', '"EUR"'), /"EUR" where "USD" is right/],
    [ROW.replace('H41/H41/', 'H3/H3/'), /"H3\/H3\/RESPPALGUO_N\.WW" is not the series of the H\.4\.1/],
    [`${ROW}\n${ROW}`, /the series is there twice/],
    [ROW.replace(',ND', ''), /cells where the header has 8/],
    ['"Other","Percent","1","NA","H15/H15/X","X",1,2', /holds none of the 14 series/],
  ])('%s is refused', (row, message) => {
    expect(failureOf(rows(row))).toMatch(message);
  });
});

describe('FRED’s workbook', () => {
  const n = (text: string): Cell => ({ n: text });
  const fred = (...data: Cell[][]) => sheet(['FRED Graph Observations'], [], ['Link: x'], ...data);

  test('has the ids and units of the CSV, and days as numbers', () => {
    const read = readText(
      fred(
        ['observation_date', 'ICSA', 'PI'],
        [n('45892'), n('229000'), '#N/A'],
        [n('45901.0'), null, n('26091.400000000001')],
      ),
    );
    expect(values(read)).toEqual([
      'ui_weekly_claims/initial_claims_sa 2025-08-23 229000 0.5',
      'personal_income_and_outlays/total_personal_income 2025-09-01 26091400 50',
    ]);
  });

  test.each([
    [['observation_date', 'GS10'], [n('45901'), n('4.1')], /cell B4: "GS10" is not a FRED series.* average/],
    [['observation_date', 'ICSA_PC1'], [n('45901'), n('4.1')], /is ICSA in other units \(PC1\)/],
    [['observation_date', 'ICSA_20240606'], [n('45901'), n('1')], /is an old vintage of ICSA/],
    [['observation_date', 'ICSA'], ['Aug 2025', n('1')], /cell A5: "Aug 2025" is not a day/],
    [['observation_date', 'ICSA'], [n('45892'), 'x'], /cell B5: "x" is not a number/],
  ])('%j is refused', (header, row, message) => {
    expect(failureOf(fred(header, row as Cell[]))).toMatch(message);
  });
});

test.each([
  'Symbol,Security,SEC filings,GICS Sector,GICS Sub-Industry,Headquarters Location,Date first added,CIK,Founded',
  'Ticker symbol,Security,SEC filings,GICS Sector,GICS Sub Industry,Address of Headquarters,Date first added[3][4],CIK,x',
  'Ticker symbol,Company,SEC filings,GICS Sector,GICS Sub Industry,Address of Headquarters,Date first added,CIK,x',
])('an older Wikipedia table is the S&P 500: %s', (header) => {
  const row =
    'MMM,3M Company,reports,Industrials,Conglomerates,"Saint Paul, Minnesota",1976-08-09,66740,1902';
  const { lists } = readText(`${header}\n${row}\n`);
  expect(lists).toMatchObject([
    { code: 'SP500', rows: [{ ticker: 'MMM', name: '3M Company', sector: 'Industrials' }] },
  ]);
});

const OUTSIDE = new URL('../../../shared/cases/outside/', import.meta.url);
const HAS_OUTSIDE = existsSync(OUTSIDE);
const NO_OUTSIDE = 'the folder ../shared/cases is not there';
const outside = (name: string) => readFileSync(new URL(name, OUTSIDE));

describe('files that other programs failed on', () => {
  test.for<[string, string]>([
    ['fred-workbook.xlsx', 'ui_weekly_claims/initial_claims_sa 2025-08-30 237000 0.5'],
    ['bea-itable-2.6.csv', 'personal_income_and_outlays/total_personal_income 2024-06-01 23775700 50'],
    ['treasury-null-2010.xml', 'yields/US30Y 2010-10-12 3.80'],
  ])('%s is read', ([name, last], { skip }) => {
    skip(!HAS_OUTSIDE, NO_OUTSIDE);
    const read = values(readText(outside(name)));
    expect(read.at(-1)).toBe(last);
    expect(read.filter((value) => value.includes('2010-10-11'))).toEqual([]);
  });

  test.for<[string, RegExp]>([
    ['fred-api-observations.xml', FRED],
    ['fed-ddp-label-omit.csv', FED],
    ['ishares-preamble-cut.csv', /of iShares without its first lines, so without the fund’s name and date/],
  ])('%s leads to the right download', ([name, message], { skip }) => {
    skip(!HAS_OUTSIDE, NO_OUTSIDE);
    expect(failureOf(outside(name))).toMatch(message);
  });

  test('a list with another year’s columns is read', ({ skip }) => {
    skip(!HAS_OUTSIDE, NO_OUTSIDE);
    expect(readText(outside('sp500-wikipedia-2020-columns.csv')).lists).toMatchObject([{ code: 'SP500' }]);
  });
});
