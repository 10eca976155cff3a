import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';
import { BLS_MONTHS, blsFlatFile, blsJson, h41, NIPA, stateClaims } from './text-fixtures.ts';
import { CENSUS_ROWS, HOLDING_ROWS, workbook } from './workbook-fixtures.ts';
import { CLAIMS_WEEKS, claimsXml, h41Xml, stateClaimsXml, treasuryFeed } from './xml-fixtures.ts';

/** A file of each format with `text` in place of one of its numbers, and the place that a failure names. */
const OPENINGS = { JTS000000000000000JOL: BLS_MONTHS };
const ISHARES = (text: string) =>
  `iShares Core S&P 500 ETF\nFund Holdings as of,"Dec 06, 2024"\n\u00a0\nTicker,Name,Sector,Asset Class,Weight (%)\n"AAA","A","Energy","Equity","${text}"\n\u00a0\nLegal text.`;
const sheet = (rows: typeof CENSUS_ROWS, name: string, from: string, text: string) =>
  workbook(rows, { sheet: name, change: (xml) => xml.replace(`<v>${from}</v>`, `<v>${text}</v>`) });

const FORMATS: readonly [format: string, file: (text: string) => string | Buffer, place: string][] = [
  ['fred-csv', (text) => `DATE,ICSA\n1967-01-07,${text}\n`, 'line 2, column "ICSA"'],
  ['treasury-par-yields-csv', (text) => `Date,"1 Mo"\n01/02/2025,${text}\n`, 'line 2, column "1 Mo"'],
  [
    'treasury-par-yields-xml',
    (text) => treasuryFeed((xml) => xml.replace('4.63', text)),
    'line 13, BC_10YEAR',
  ],
  [
    'fiscaldata-debt-csv',
    (text) => `Record Date,Total Public Debt Outstanding\n2024-01-02,${text}\n`,
    'line 2, column "Total Public Debt Outstanding"',
  ],
  [
    'fiscaldata-debt-json',
    (text) => `{"data":[{"record_date":"2024-01-02","tot_pub_debt_out_amt":"${text}"}]}`,
    'line 1, column "tot_pub_debt_out_amt"',
  ],
  ['dol-r539cy-xml', (text) => claimsXml(CLAIMS_WEEKS).replace('346,000', text), 'line 5, InitialClaims/NSA'],
  ['dol-r539cy-state-xml', (text) => stateClaimsXml().replace('1,058,325', text), 'InitialClaims'],
  ['dol-state-claims-csv', (text) => stateClaims('mdy').replace('1058221', text), 'column "c3"'],
  [
    'bls-api-json',
    (text) => blsJson(OPENINGS).replace('7169', text),
    'value of JTS000000000000000JOL in 2025 M09',
  ],
  [
    'bls-flat-file',
    (text) => blsFlatFile(OPENINGS).replace('7169', text),
    'value of JTS000000000000000JOL in 2025 M09',
  ],
  ['bea-nipa-monthly-txt', (text) => NIPA.replace('26,739,879', text), 'line 4, column "Value"'],
  ['fed-h41-csv', (text) => h41().replace('554373', text), 'line 8, column "RESPPALGUOB_N.WW"'],
  ['fed-h41-xml', (text) => h41Xml().replace('554373', text), 'OBS_VALUE of RESPPALGUOB_N.WW'],
  ['census-country-xlsx', (text) => sheet(CENSUS_ROWS, 'country', '6000.5', text), 'sheet "country", cell Q'],
  [
    'ssga-holdings-xlsx',
    (text) => sheet(HOLDING_ROWS, 'holdings', '6.727683', text),
    'sheet "holdings", cell E6',
  ],
  ['ishares-holdings-csv', ISHARES, 'line 5, column "Weight (%)"'],
  ['long-csv', (text) => `series,date,value\nUS2Y,2024-01-02,${text}\n`, 'line 2, column "value"'],
  [
    'long-constituents-csv',
    (text) => `series,as_of,ticker,name,sector,weight\nX,2024-01-02,A,B,C,${text}\n`,
    'line 2, column "weight"',
  ],
];

/** Numbers that no publisher writes. */
const ODD = ['-0', '-0.00', '00', '007.50', '-007.50', '0.5.0', '+5', '0x10', '1e5x', '٣', '１２'];

describe.each(FORMATS)('%s', (format, file, place) => {
  test.each(ODD)('%s is refused with its place', (text) => {
    const failure = failureOf(file(text), 'a.csv');
    expect(failure).toContain(place);
    expect(failure).toContain(JSON.stringify(text));
  });

  test('the original number is accepted', () => {
    const right: Record<string, string> = {
      'fiscaldata-debt-csv': '36218587006168.51',
      'fiscaldata-debt-json': '36218587006168.51',
      'dol-r539cy-state-xml': '1,058,325',
      'dol-state-claims-csv': '1058221',
      'bea-nipa-monthly-txt': '26,739,879',
    };
    const { format: known, observations, lists } = readText(file(right[format] ?? '10'));
    expect(known).toBe(format);
    expect(observations.length + lists.length).toBeGreaterThan(0);
  });
});

test.each([
  ['-0', '"-0" is not how a publisher writes a number: zero has no sign, so 0 is right.'],
  ['-0.00', 'zero has no sign, so 0.00 is right.'],
  ['00', 'it begins with zeros, and 0 is right.'],
  ['007.50', '"007.50" is not how a publisher writes a number: it begins with zeros, and 7.50 is right.'],
  ['-007.50', 'it begins with zeros, and -7.50 is right.'],
])('%s is said to be that', (text, message) => {
  expect(failureOf(`series,date,value\nUS2Y,2024-01-02,${text}\n`)).toContain(message);
});

test.each(['0', '0.00', '-0.5', '-0.01', '0.05', '10.00', '8.0'])('%s is stored unchanged', (text) => {
  expect(readText(`series,date,value\nUS2Y,2024-01-02,${text}\n`).observations[0]?.value).toBe(text);
});
