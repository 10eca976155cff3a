import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FILE_FORMATS, fileHead } from '../../service/sources/formats.ts';
import { failureOf, HAS_REAL_FILES, REAL_FILES, type ReadResult, readText } from './read-text.ts';

const NO_FILES = 'the publishers’ files are not beside the project (../shared/data)';

/** Every file of ours: format, observations, then date and value of its first and last one; as counted in the files. */
const FILES: Record<string, [string, number, [string, string, string], [string, string, string]]> = {
  'us_debt/DebtPenny_20200307_20250306.csv': [
    'fiscaldata-debt-csv',
    3765,
    ['us_debt/debt_held_by_public', '2025-03-06', '28910964000416.83'],
    ['us_debt/total_public_debt_outstanding', '2020-03-09', '23473538836017.03'],
  ],
  'us_debt/fiscaldata_debt_full_fields_2026-03-06.json': [
    'fiscaldata-debt-json',
    3,
    ['us_debt/debt_held_by_public', '2026-03-06', '31280012029379.25'],
    ['us_debt/total_public_debt_outstanding', '2026-03-06', '38869818249468.38'],
  ],
  'us_debt/fiscaldata_debt_first_fields2.json': [
    'fiscaldata-debt-json',
    6,
    ['us_debt/total_public_debt_outstanding', '1993-04-01', '4225873987843.44'],
    ['us_debt/total_public_debt_outstanding', '1993-04-08', '4242020324803.27'],
  ],
  'us_debt/fiscaldata_debt_recent_fields2.json': [
    'fiscaldata-debt-json',
    9,
    ['us_debt/total_public_debt_outstanding', '2026-09-15', '40114445691166.84'],
    ['us_debt/total_public_debt_outstanding', '2026-09-25', '40097178119750.91'],
  ],
  'fred/fredgraph_2024_ICSA.csv': [
    'fred-csv',
    3013,
    ['ui_weekly_claims/initial_claims_sa', '1967-01-07', '208000'],
    ['ui_weekly_claims/initial_claims_sa', '2024-09-28', '225000'],
  ],
  'fred/fredgraph_2020_ICNSA.csv': [
    'fred-csv',
    2778,
    ['ui_weekly_claims/initial_claims_nsa', '1967-01-07', '346000'],
    ['ui_weekly_claims/initial_claims_nsa', '2020-03-28', '5823917'],
  ],
  'fred/fredgraph_2024_PI.csv': [
    'fred-csv',
    788,
    ['personal_income_and_outlays/total_personal_income', '1959-01-01', '391800'],
    ['personal_income_and_outlays/total_personal_income', '2024-08-01', '24853700'],
  ],
  'fred/fredgraph_2025_JTSJOL.csv': [
    'fred-csv',
    293,
    ['jolts/job_openings_level_sa', '2000-12-01', '5088'],
    ['jolts/job_openings_level_sa', '2025-04-01', '7391'],
  ],
  'fred/fredgraph_2024_DGS10.csv': [
    'fred-csv',
    16_373 - 697,
    ['yields/US10Y', '1962-01-02', '4.06'],
    ['yields/US10Y', '2024-10-03', '3.85'],
  ],
  'fred/TREAST_2021.csv': [
    'fred-csv',
    964,
    ['factors_affecting_reserve_balances/treasury_securities_total', '2002-12-18', '629397'],
    ['factors_affecting_reserve_balances/treasury_securities_total', '2021-06-02', '5119023.0'],
  ],
  'yields/cassiano_daily-treasury-rates_2023.csv': [
    'treasury-par-yields-csv',
    250 * 13,
    ['yields/US1M', '2023-12-29', '5.60'],
    ['yields/US30Y', '2023-01-03', '3.88'],
  ],
  'yields/cassiano_daily-treasury-rates-2024.csv': [
    'treasury-par-yields-csv',
    250 * 13,
    ['yields/US1M', '2024-12-31', '4.40'],
    ['yields/US30Y', '2024-01-02', '4.08'],
  ],
  'yields/cassiano_daily-treasury-rates-2025.csv': [
    'treasury-par-yields-csv',
    599,
    ['yields/US1M', '2025-03-07', '4.38'],
    ['yields/US30Y', '2025-01-02', '4.79'],
  ],
  'yields/excerpt_2026-10_daily-treasury-rates.csv': [
    'treasury-par-yields-csv',
    28,
    ['yields/US1M', '2026-10-09', '4.13'],
    ['yields/US30Y', '2026-10-08', '5.60'],
  ],
  'yields/par-yield-curve-rates-1990-2023.csv': [
    'treasury-par-yields-csv',
    90_333,
    ['yields/US3M', '1990-01-02', '7.83'],
    ['yields/US30Y', '2023-12-29', '4.03'],
  ],
};

/** One page of 8,259, which is refused; with other page counts its row is read. */
const PAGE = 'us_debt/fiscaldata_debt_full_fields_2026-03-06.json';

function readReal(path: string): ReadResult {
  const bytes = readFileSync(new URL(path, REAL_FILES));
  if (path !== PAGE) return readText(bytes, { file: path, pieceBytes: 1000 });
  const text = bytes
    .toString('utf8')
    .replaceAll(':8259', ':1')
    .replace(/"next":"[^"]*"/, '"next":null');
  return readText(text, { file: path, pieceBytes: 1000 });
}

describe('publishers’ own files', () => {
  test('at most one format recognises each file', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const folders = readdirSync(REAL_FILES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const claims = folders.flatMap(({ name: folder }) =>
      readdirSync(new URL(`${folder}/`, REAL_FILES)).map((name) => {
        const head = fileHead(readFileSync(new URL(`${folder}/${name}`, REAL_FILES)).subarray(0, 64 << 10));
        return {
          name,
          claimedBy: FILE_FORMATS.filter((format) => format.recognise(head)).map(({ id }) => id),
        };
      }),
    );
    expect(claims.length).toBeGreaterThan(20);
    expect(claims.filter(({ claimedBy }) => claimedBy.length > 1)).toEqual([]);
  });

  test.for(Object.entries(FILES))('%s', ([path, [format, count, first, last]], { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const result = readReal(path);
    expect(result.format).toBe(format);
    expect(result.observations).toHaveLength(count);
    const [start, end] = [result.observations[0], result.observations.at(-1)];
    expect([start?.series, start?.date, start?.value]).toEqual(first);
    expect([end?.series, end?.date, end?.value]).toEqual(last);
  });

  test('one page of several is refused, with how many there are', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    expect(failureOf(readFileSync(new URL(PAGE, REAL_FILES)), 'page.json')).toMatch(
      /^page\.json is page 1 of 8259, with 1 of 8259 rows\. Ask for the whole with page\[size\]=10000/,
    );
  });

  test('landmarks of these files are there, to the digit', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const held = new Map<string, Set<string>>();
    for (const path of Object.keys(FILES)) {
      for (const { series, date, value } of readReal(path).observations) {
        const values = held.get(`${series} ${date}`) ?? new Set();
        held.set(`${series} ${date}`, values.add(value));
      }
    }
    const landmarks = readFileSync(new URL('landmarks.csv', REAL_FILES), 'utf8').trim().split('\n').slice(1);
    const tenors: Record<string, string> = {
      '10 Yr': 'US10Y',
      '10 Yr (DGS10)': 'US10Y',
      '30 Yr': 'US30Y',
      '1.5 Month': 'US1_5M',
    };
    let found = 0;
    for (const row of landmarks) {
      const [dataset = '', name = '', date = '', newest = '', unit = ''] = row.split(',');
      // Where the landmark is of a later vintage, the row also says what our file of 2025 has.
      const printed = /\(2025 vintage (\d+)\)/.exec(row)?.[1] ?? newest;
      // FRED's billions are our millions.
      const value = unit === 'billions SAAR' ? `${printed.replace('.', '')}00` : printed;
      const values = held.get(`${dataset}/${tenors[name] ?? name} ${date}`);
      if (value === '') expect(values, row).toBeUndefined();
      if (values === undefined || value === '') continue;
      expect([...values], row).toContain(value);
      found++;
    }
    expect(found).toBe(28);
  });

  test('a holding list of iShares: equity only, separators gone, date and code of the fund', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const { format, lists } = readReal('constituents/ishares_IVV_holdings_2024.csv');
    expect(format).toBe('ishares-holdings-csv');
    expect(lists.map(({ code, asOf, rows }) => [code, asOf, rows.length])).toEqual([
      ['IVV', '2024-12-06', 503],
    ]);
    expect(lists[0]?.rows[0]).toEqual({
      ticker: 'AAPL',
      name: 'APPLE INC',
      sector: 'Information Technology',
      weight: '7.15',
      row: 11,
    });
    expect(lists[0]?.rows.some(({ ticker }) => ['ESZ4', 'UBFUT', 'ETD_USD', '-'].includes(ticker))).toBe(
      false,
    );
  });

  test.for([
    [
      'constituents/sp500_constituents_2026-08-08.csv',
      503,
      { ticker: 'MMM', name: '3M', sector: 'Industrials', weight: '', row: 2 },
    ],
    [
      'constituents/sp500_constituents_2014-12-07_old_columns.csv',
      496,
      { ticker: 'MMM', name: '3M Co', sector: 'Industrials', weight: '', row: 2 },
    ],
  ] as const)('%s has no weights and no date', ([path, count, first], { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const { format, lists } = readReal(path);
    expect([format, lists.length, lists[0]?.code, lists[0]?.asOf]).toEqual([
      'sp500-constituents-csv',
      1,
      'SP500',
      undefined,
    ]);
    expect(lists[0]?.rows).toHaveLength(count);
    expect(lists[0]?.rows[0]).toEqual(first);
  });
});
