import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { STATES } from '../../service/datasets/states.ts';
import { importFiles } from '../../service/ingest/index.ts';
import { FILE_FORMATS, fileHead } from '../../service/sources/formats.ts';
import {
  failureOf,
  HAS_REAL_FILES,
  NO_FILES,
  pathOf,
  REAL_FILES,
  type ReadResult,
  readText,
} from './read-text.ts';

/** One of 8,259 pages, which is refused; the tests change the counts so that its row is read. */
const PAGE = 'us_debt/fiscaldata_debt_full_fields_2026-03-06.json';
const MDY_CLAIMS = 'ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv';
const EXPORTS = 'us_exports/census_country_2023.xlsx';

/**
 * Every readable file: name, format, numbers of observations and series, then the first and the last
 * observation, counted in the files. The weekly claims have 4 weeks of 1967 and 37 weeks to 2026-08-29.
 */
const FILES = `
us_debt/DebtPenny_20200307_20250306.csv fiscaldata-debt-csv 3765 3
  us_debt/debt_held_by_public 2025-03-06 28910964000416.83
  us_debt/total_public_debt_outstanding 2020-03-09 23473538836017.03
us_debt/fiscaldata_debt_full_fields_2026-03-06.json fiscaldata-debt-json 3 3
  us_debt/debt_held_by_public 2026-03-06 31280012029379.25
  us_debt/total_public_debt_outstanding 2026-03-06 38869818249468.38
us_debt/fiscaldata_debt_first_fields2.json fiscaldata-debt-json 6 1
  us_debt/total_public_debt_outstanding 1993-04-01 4225873987843.44
  us_debt/total_public_debt_outstanding 1993-04-08 4242020324803.27
us_debt/fiscaldata_debt_recent_fields2.json fiscaldata-debt-json 9 1
  us_debt/total_public_debt_outstanding 2026-09-15 40114445691166.84
  us_debt/total_public_debt_outstanding 2026-09-25 40097178119750.91
fred/fredgraph_2024_ICSA.csv fred-csv 3013 1
  ui_weekly_claims/initial_claims_sa 1967-01-07 208000
  ui_weekly_claims/initial_claims_sa 2024-09-28 225000
fred/fredgraph_2020_ICNSA.csv fred-csv 2778 1
  ui_weekly_claims/initial_claims_nsa 1967-01-07 346000
  ui_weekly_claims/initial_claims_nsa 2020-03-28 5823917
fred/fredgraph_2024_PI.csv fred-csv 788 1
  personal_income_and_outlays/total_personal_income 1959-01-01 391800
  personal_income_and_outlays/total_personal_income 2024-08-01 24853700
fred/fredgraph_2025_JTSJOL.csv fred-csv 293 1
  jolts/job_openings_level_sa 2000-12-01 5088
  jolts/job_openings_level_sa 2025-04-01 7391
fred/fredgraph_2024_DGS10.csv fred-csv 15676 1
  yields/US10Y 1962-01-02 4.06
  yields/US10Y 2024-10-03 3.85
fred/TREAST_2021.csv fred-csv 964 1
  factors_affecting_reserve_balances/treasury_securities_total 2002-12-18 629397
  factors_affecting_reserve_balances/treasury_securities_total 2021-06-02 5119023.0
yields/cassiano_daily-treasury-rates_2023.csv treasury-par-yields-csv 3250 13
  yields/US1M 2023-12-29 5.60
  yields/US30Y 2023-01-03 3.88
yields/cassiano_daily-treasury-rates-2024.csv treasury-par-yields-csv 3250 13
  yields/US1M 2024-12-31 4.40
  yields/US30Y 2024-01-02 4.08
yields/cassiano_daily-treasury-rates-2025.csv treasury-par-yields-csv 599 14
  yields/US1M 2025-03-07 4.38
  yields/US30Y 2025-01-02 4.79
yields/excerpt_2026-10_daily-treasury-rates.csv treasury-par-yields-csv 28 14
  yields/US1M 2026-10-09 4.13
  yields/US30Y 2026-10-08 5.60
yields/par-yield-curve-rates-1990-2023.csv treasury-par-yields-csv 90333 13
  yields/US3M 1990-01-02 7.83
  yields/US30Y 2023-12-29 4.03
ui_state_weekly_claims/RECONSTRUCTED_ar539_2025_layout_mdy.csv dol-state-claims-csv 85330 265
  ui_state_weekly_claims/initial_claims/AK 2019-01-12 1805
  ui_state_weekly_claims/insured_unemployment_rate_week/WY 2025-03-01 1.03
ui_state_weekly_claims/akmiller_ar539_2019_2025_renamed.csv dol-state-claims-csv 85330 265
  ui_state_weekly_claims/initial_claims/AK 2019-01-12 1805
  ui_state_weekly_claims/insured_unemployment_rate_week/WY 2025-03-01 1.03
ui_state_weekly_claims/RECONSTRUCTED_ar539_2026_layout_iso_AK_CA_PR_VI_WY.csv dol-state-claims-csv 8050 25
  ui_state_weekly_claims/initial_claims/AK 2019-01-12 1805
  ui_state_weekly_claims/insured_unemployment_rate_week/WY 2025-03-01 1.03
jolts/bls_v1_JTSJOL_2019_2026_excerpt.json bls-api-json 91 1
  jolts/job_openings_level_sa 2026-07-01 7271
  jolts/job_openings_level_sa 2019-01-01 7502
bea/NipaDataM_excerpt_2026-08-26.txt bea-nipa-monthly-txt 6 1
  personal_income_and_outlays/total_personal_income 2026-02-01 26597656
  personal_income_and_outlays/total_personal_income 2026-07-01 27114792
h41/ddp_h41_t5_lastobs5_2026-09-23.csv fed-h41-csv 70 14
  factors_affecting_reserve_balances/loans 2026-08-26 4962
  factors_affecting_reserve_balances/reverse_repurchase_agreements 2026-09-23 320725
ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml dol-r539cy-xml 240 6
  ui_weekly_claims/initial_claims_sa 1967-01-07 208000
  ui_weekly_claims/continued_claims_sa_4w_avg 2026-08-29 1776750
us_exports/census_country_2023.xlsx census-country-xlsx 3199 7
  us_exports/north_america 1985-01-01 4915
  us_exports/africa 2023-01-01 2129.615471
`
  .trim()
  .split(/\n(?! )/)
  .map((entry): [name: string, ...right: string[]] => {
    const [about = '', first = '', last = ''] = entry.split(/\n +/);
    const [name = '', ...counts] = about.split(' ');
    return [name, ...counts, first, last];
  });
const NAMES = FILES.map(([name]) => name);

/** The lists: file, format, code, date, number of members and the first member. */
const LISTS: [
  name: string,
  format: string,
  code: string,
  asOf: string | undefined,
  count: number,
  first: object,
][] = [
  // Equity only, and weights without separators.
  [
    'constituents/ishares_IVV_holdings_2024.csv',
    'ishares-holdings-csv',
    'IVV',
    '2024-12-06',
    503,
    { ticker: 'AAPL', name: 'APPLE INC', sector: 'Information Technology', weight: '7.15', row: 11 },
  ],
  // 505 holdings, one of them cash.
  [
    'constituents/ssga_spy_holdings.xlsx',
    'ssga-holdings-xlsx',
    'SPY',
    '2025-02-07',
    504,
    { ticker: 'AAPL', name: 'APPLE INC', sector: '', weight: '6.727683', row: 6 },
  ],
  [
    'constituents/sp500_constituents_2026-08-08.csv',
    'sp500-constituents-csv',
    'SP500',
    undefined,
    503,
    { ticker: 'MMM', name: '3M', sector: 'Industrials', weight: '', row: 2 },
  ],
  [
    'constituents/sp500_constituents_2014-12-07_old_columns.csv',
    'sp500-constituents-csv',
    'SP500',
    undefined,
    496,
    { ticker: 'MMM', name: '3M Co', sector: 'Industrials', weight: '', row: 2 },
  ],
];

const kept = new Map<string, ReadResult>();
function readReal(path: string): ReadResult {
  const bytes = readFileSync(pathOf(path));
  const content =
    path === PAGE
      ? bytes
          .toString()
          .replaceAll(':8259', ':1')
          .replace(/"next":"[^"]*"/, '"next":null')
      : bytes;
  const result = kept.get(path) ?? readText(content, { file: path, pieceBytes: 1000 });
  kept.set(path, result);
  return result;
}
/** @returns the values of these files by `series date`. */
function valuesOf(...paths: string[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  const add = (key: string, value: string) => values.set(key, (values.get(key) ?? new Set()).add(value));
  for (const { observations, lists } of paths.map(readReal)) {
    for (const { series, date, value } of observations) add(`${series} ${date}`, value);
    for (const { code, asOf, rows } of lists)
      for (const { ticker, weight } of rows) add(`constituents/${code} ${ticker} weight ${asOf}`, weight);
  }
  return values;
}

const TENORS: Record<string, string> = {
  '10 Yr': 'US10Y',
  '10 Yr (DGS10)': 'US10Y',
  '30 Yr': 'US30Y',
  '1.5 Month': 'US1_5M',
};

describe('publishers’ own files', () => {
  test('at most one format recognises each file', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const folders = readdirSync(REAL_FILES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const claims = folders.flatMap(({ name: folder }) =>
      readdirSync(new URL(`${folder}/`, REAL_FILES)).map((name) => {
        const head = fileHead(readFileSync(pathOf(`${folder}/${name}`)).subarray(0, 64 << 10));
        const claimedBy = FILE_FORMATS.filter((format) => format.recognise(head)).map(({ id }) => id);
        return { name, claimedBy };
      }),
    );
    expect(claims.length).toBeGreaterThan(20);
    expect(claims.filter(({ claimedBy }) => claimedBy.length > 1)).toEqual([]);
  });

  test.for(FILES)('%s has its format, counts, first and last observation', ([path, ...right], { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const { format, observations } = readReal(path);
    const text = (row = observations[0]) => `${row?.series} ${row?.date} ${row?.value}`;
    const series = new Set(observations.map((row) => row.series)).size;
    const counts = [observations.length, series].map(String);
    expect([format, ...counts, text(), text(observations.at(-1))]).toEqual(right);
  });

  test.for(LISTS)('%s has its format, code, date, members and first member', ([path, ...right], { skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const { format, lists } = readReal(path);
    expect(lists).toHaveLength(1);
    expect([format, lists[0]?.code, lists[0]?.asOf, lists[0]?.rows.length, lists[0]?.rows[0]]).toEqual(right);
    const cash = lists[0]?.rows.filter(({ ticker }) => ['ESZ4', 'UBFUT', 'ETD_USD', '-'].includes(ticker));
    expect(cash).toEqual([]);
  });

  test('one page of several is refused, with the number of pages', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    expect(failureOf(readFileSync(pathOf(PAGE)), 'page.json')).toMatch(
      /^page\.json is page 1 of 8259, with 1 of 8259 rows\. Ask for the whole with page\[size\]=10000/,
    );
  });

  test('these files have every landmark, to the digit', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const held = valuesOf(...NAMES, ...LISTS.map(([path]) => path));
    const find = (dataset: string, name: string, date: string) => {
      const [area, code] = name.split(' ');
      if (area !== 'sum53')
        return (
          held.get(`${dataset}/${TENORS[name] ?? name.replace(/ \(.*\)$/, '')} ${date}`) ??
          held.get(`${dataset}/${code}/${area} ${date}`)
        );
      const parts = Object.keys(STATES).map((state) => held.get(`${dataset}/${code}/${state} ${date}`));
      return new Set([String(parts.reduce((sum, part) => sum + Number([...(part ?? [])][0]), 0))]);
    };
    let found = 0;
    for (const row of readFileSync(pathOf('landmarks.csv'), 'utf8').trim().split('\n').slice(1)) {
      const [dataset = '', name = '', date = '', newest = '', unit = ''] = row.split(',');
      const values = find(dataset, name, date);
      if (newest === '') expect(values, row).toBeUndefined();
      if (values === undefined) continue;
      // If a landmark is from a later vintage, its row also has the value in our file of 2025.
      const vintages = [newest, /\(2025 vintage (\d+)\)/.exec(row)?.[1] ?? newest];
      const right = vintages.map((value) =>
        unit === 'billions SAAR' ? `${value.replace('.', '')}00` : value,
      );
      expect(right.filter((value) => values.has(value)).length, row).toBeGreaterThan(0);
      found++;
    }
    expect(found).toBe(53);
  });

  test('the layouts of the state claims give the same values', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const all = valuesOf(...NAMES.filter((path) => path.startsWith('ui_state_weekly_claims/')));
    expect(all.size).toBe(17_066 * 5);
    expect([...all].filter(([, values]) => values.size > 1)).toEqual([]);
  });

  test('a state’s rate of the week is the rate in the Department of Labor’s release, not the 13-week average', ({
    skip,
  }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const values = valuesOf(MDY_CLAIMS);
    const rates = (area: string) =>
      ['insured_unemployment_rate_week', 'insured_unemployment_rate'].flatMap((code) => [
        ...(values.get(`ui_state_weekly_claims/${code}/${area} 2020-05-30`) ?? []),
      ]);
    // The release has one decimal: 24.2, 21.1 and 20.2.
    expect(rates('NV')).toEqual(['24.22', '16.35']);
    expect(rates('PR')).toEqual(['21.11', '13.04']);
    expect(rates('HI')).toEqual(['20.20', '11.98']);
  });

  test('the states add up to the nation’s advance figures, except in the revised week', async ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    const dataDir = mkdtempSync(join(tmpdir(), 'almanac-real-files-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const files = ['fred/fredgraph_2020_ICNSA.csv', MDY_CLAIMS].map(pathOf);
    const imported = await importFiles({ dataDir, files, now: () => new Date('2026-11-21T12:00:00Z') });
    expect(imported.map(({ notes }) => notes)).toEqual([
      [],
      [
        expect.stringMatching(
          /^In 1 of \d+ weeks the initial claims of all states do not add up .* 2020-03-28, where the states make 5,981,838 and the nation has 5,823,917;/,
        ),
      ],
    ]);
  });

  test('the regions of exports have no binary noise: the smallest unit is a dollar', ({ skip }) => {
    skip(!HAS_REAL_FILES, NO_FILES);
    expect(readReal(EXPORTS).observations.filter(({ value }) => !/^\d+(\.\d{1,6})?$/.test(value))).toEqual(
      [],
    );
  });
});
