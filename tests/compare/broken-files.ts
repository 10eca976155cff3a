import { unzipSync, zipSync } from 'fflate';

/** Files to import: what happens to real ones on their way (cut, re-saved, edited), and small ones of our own. */

export type Change = { name: string; of: (bytes: Buffer) => Buffer };

const text = (name: string, of: (text: string) => string): Change => ({
  name,
  of: (bytes) => Buffer.from(of(bytes.toString())),
});
const lines = (name: string, of: (lines: string[]) => string[]): Change =>
  text(name, (all) => of(all.split('\n')).join('\n'));
const swapLast = (line: string): string => line.replace(/[^,\t|]*$/, 'abc');

/** Damage to any text file. */
export const TEXT_CHANGES: readonly Change[] = [
  { name: 'empty', of: () => Buffer.alloc(0) },
  { name: 'cut in half', of: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)) },
  { name: 'cut in the last line', of: (bytes) => bytes.subarray(0, bytes.length - 7) },
  { name: 'header alone', of: (bytes) => bytes.subarray(0, bytes.indexOf(10) + 1) },
  {
    name: 'with a mark and CRLF',
    of: (bytes) => Buffer.from(`\uFEFF${bytes.toString().replace(/\r?\n/g, '\r\n')}`),
  },
  { name: 'as UTF-16', of: (bytes) => Buffer.from(`\uFEFF${bytes.toString()}`, 'utf16le') },
  text('with semicolons', (all) => all.replaceAll(',', ';')),
  text('with tabs', (all) => all.replaceAll(',', '\t')),
  lines('without its header', (all) => all.slice(1)),
  lines('a line twice', (all) => [...all.slice(0, 8), all[7] ?? '', ...all.slice(8)]),
  lines('a wrong number', (all) => all.map((line, at) => (at === 9 ? swapLast(line) : line))),
  lines('a wrong date', (all) => all.map((line, at) => (at === 9 ? line.replace(/\d{4}/, '2O24') : line))),
  lines('a column more in a line', (all) => all.map((line, at) => (at === 9 ? `${line.trimEnd()},1` : line))),
  lines('a column less in a line', (all) =>
    all.map((line, at) => (at === 9 ? line.replace(/,[^,]*$/, '') : line)),
  ),
  lines('a column less', (all) => all.map((line) => line.replace(/,[^,]*$/, ''))),
  lines('first column renamed', (all) => [`x${all[0] ?? ''}`, ...all.slice(1)]),
  lines('turned round', (all) => [
    all[0] ?? '',
    ...all
      .slice(1)
      .filter((line) => line !== '')
      .reverse(),
    '',
  ]),
  lines('few lines', (all) => [...all.slice(0, 5), '']),
  lines('empty lines', (all) => all.flatMap((line, at) => (at === 5 ? [line, '', '  '] : [line]))),
  lines('a zero byte', (all) => all.map((line, at) => (at === 6 ? `${line}\0` : line))),
  lines('a very large number', (all) =>
    all.map((line, at) => (at === 9 ? line.replace(/[^,\t]*$/, '9'.repeat(20)) : line)),
  ),
];

/** Damage to a workbook or another archive. */
export const ZIP_CHANGES: readonly Change[] = [
  { name: 'cut in half', of: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)) },
  { name: 'without its end', of: (bytes) => bytes.subarray(0, bytes.length - 10) },
  {
    name: 'a byte changed',
    of: (bytes) => Buffer.from(bytes.map((byte, at) => (at === 5000 ? byte ^ 255 : byte))),
  },
  {
    name: 'packed anew',
    of: (bytes) => Buffer.from(zipSync(unzipSync(bytes), { level: 1, mtime: '2020-01-01' })),
  },
  {
    name: 'without its sheet',
    of: (bytes) => {
      const parts = Object.entries(unzipSync(bytes)).filter(([name]) => !name.includes('sheet1'));
      return Buffer.from(zipSync(Object.fromEntries(parts), { mtime: '2020-01-01' }));
    },
  },
];

/** Small files in our own layouts and others', right and wrong: name and content. */
export const SMALL_FILES: Readonly<Record<string, string>> = {
  'long right.csv':
    'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,100.10\nus_debt,debt_held_by_public,2025-03-07,101.00\n',
  'long columns in another order.csv': 'value,date,series,dataset\n1.5,2025-01-01,hires_rate_sa,jolts\n',
  'long with states.csv':
    'dataset,series,date,value,state\nui_state_weekly_claims,initial_claims,2025-03-01,100,CA\nui_state_weekly_claims,initial_claims,2025-03-01,7,ny\n',
  'long with a wrong state.csv':
    'dataset,series,date,value,state\nui_state_weekly_claims,initial_claims,2025-03-01,100,ZZ\n',
  'long without a state.csv':
    'dataset,series,date,value\nui_state_weekly_claims,initial_claims,2025-03-01,100\n',
  'long with an unknown dataset.csv':
    'dataset,series,date,value\nus_dept,debt_held_by_public,2025-03-06,100\n',
  'long with an unknown series.csv': 'dataset,series,date,value\nus_debt,debt_held,2025-03-06,100\n',
  'long with an exponent.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,1e9\n',
  'long with minus zero.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,-0\n',
  'long with leading zeros.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,007.50\n',
  'long with thousands.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,"1,000"\n',
  'long with a weekend.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-08,100\n',
  'long of the future.csv': 'dataset,series,date,value\nus_debt,debt_held_by_public,2029-03-08,100\n',
  'long with two values of a day.csv':
    'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,1\nus_debt,debt_held_by_public,2025-03-06,2\n',
  'long with a value twice.csv':
    'dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,1\nus_debt,debt_held_by_public,2025-03-06,1\n',
  'long with 26 digits.csv': `dataset,series,date,value\nus_debt,debt_held_by_public,2025-03-06,${'1'.repeat(26)}\n`,
  'long with an open quote.csv': 'dataset,series,date,value\nus_debt,"debt_held_by_public,2025-03-06,100\n',
  'yields right.csv': 'series,date,value\nUS2Y,2025-03-06,3.99\nUS10Y,2025-03-06,4.29\n',
  'yields of a Sunday.csv': 'series,date,value\nUS2Y,2025-03-09,3.99\n',
  'constituents right.csv':
    'series,as_of,ticker,name,sector,weight\nTEST,2025-03-06,AAA,"A, Inc.",Energy,60.5\nTEST,2025-03-06,BBB,=B,Tech,39.5\n',
  'constituents over a hundred.csv':
    'series,as_of,ticker,name,sector,weight\nTEST,2025-03-06,AAA,A,Energy,60\nTEST,2025-03-06,BBB,B,Tech,60\n',
  'constituents twice.csv':
    'series,as_of,ticker,name,sector,weight\nTEST,2025-03-06,AAA,A,Energy,50\nTEST,2025-03-06,AAA,A,Tech,10\n',
  'claims negative.csv': 'dataset,series,date,value\nui_weekly_claims,initial_claims_sa,2025-03-01,-5\n',
  'claims not whole.csv': 'dataset,series,date,value\nui_weekly_claims,initial_claims_sa,2025-03-01,5.5\n',
  'claims of a Monday.csv': 'dataset,series,date,value\nui_weekly_claims,initial_claims_sa,2025-03-03,5\n',
  'monthly of mid-month.csv': 'dataset,series,date,value\njolts,hires_rate_sa,2025-03-15,3.5\n',
  'quarterly.csv':
    'dataset,series,date,value\njolts,hires_rate_sa,2024-01-01,3.5\njolts,hires_rate_sa,2024-04-01,3.5\njolts,hires_rate_sa,2024-07-01,3.5\njolts,hires_rate_sa,2024-10-01,3.5\n',
  'fred old.csv': 'DATE,ICSA\n2024-09-21,219000\n2024-09-28,225000\n',
  'fred new.csv': 'observation_date,ICSA\n2024-09-21,219000\n2024-09-28,.\n',
  'fred unknown.csv': 'observation_date,UNRATE\n2024-09-01,4.1\n',
  'fred weekly yields.csv':
    'observation_date,DGS10\n2024-08-02,3.8\n2024-08-09,3.9\n2024-08-16,3.9\n2024-08-23,3.8\n2024-08-30,3.9\n2024-09-06,3.7\n',
  'real yields.csv': 'Date,"5 YR","7 YR","10 YR","20 YR","30 YR"\n03/06/2025,1.6,1.7,1.9,2.2,2.3\n',
  'page.html': '<!doctype html><html><body>Access denied</body></html>',
  'page of several.json':
    '{"data":[{"record_date":"2025-03-06","tot_pub_debt_out_amt":"36214310000000.00"}],"meta":{"count":1,"total-pages":5},"links":{"next":"&page%5Bnumber%5D=2"}}',
  'not json.json': '{"data":[',
  'notes.txt': 'Nothing of ours.\n',
};
