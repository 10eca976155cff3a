import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type EconomicRow, RunningService } from './running-service.ts';

/** The data of these tests, imported by the command line as long CSV. */

const DAY_MS = 86_400_000;
const textOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function dayFromNow(days: number): string {
  return textOf(Date.now() + days * DAY_MS);
}

/** @returns the given number of Mondays to Fridays from a day on. */
function weekdays(from: string, count: number): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); days.length < count; at += DAY_MS)
    if (![0, 6].includes(new Date(at).getUTCDay())) days.push(textOf(at));
  return days;
}

function weeks(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, week) => textOf(Date.parse(from) + week * 7 * DAY_MS));
}

const JOLTS = [
  'hires',
  'job_openings',
  'quits',
  'layoffs_discharges',
  'total_separations',
  'other_separations',
];

/** Series that every release of Almanac has, with the frequency of their dataset. */
export const DATASETS: Readonly<Record<string, { frequency: string; codes: readonly string[] }>> = {
  ui_weekly_claims: {
    frequency: 'Weekly',
    codes: [
      ...['initial_claims_sa', 'continued_claims_sa', 'initial_claims_nsa', 'continued_claims_nsa'],
      ...['initial_claims_sa_4w_avg', 'continued_claims_sa_4w_avg'],
    ],
  },
  jolts: {
    frequency: 'Monthly',
    codes: [
      ...JOLTS.flatMap((metric) =>
        ['level_sa', 'level_nsa', 'rate_sa', 'rate_nsa'].map((kind) => `${metric}_${kind}`),
      ),
      ...['job_openings_unemployed_ratio_sa', 'job_openings_unemployed_ratio_nsa'],
    ],
  },
  ui_state_weekly_claims: { frequency: 'Weekly', codes: ['initial_claims', 'continued_claims'] },
  personal_income_and_outlays: { frequency: 'Monthly', codes: ['total_personal_income'] },
  us_exports: {
    frequency: 'Monthly',
    codes: [
      ...['north_america', 'central_america', 'south_america', 'europe', 'asia', 'australia_oceania'],
      'africa',
    ],
  },
  factors_affecting_reserve_balances: {
    frequency: 'Weekly',
    codes: [
      ...['treasury_securities_total', 'treasury_bills', 'treasury_notes_bonds_nominal'],
      ...['treasury_notes_bonds_inflation_indexed', 'treasury_inflation_compensation'],
      ...['federal_agency_debt_securities', 'mortgage_backed_securities', 'loans', 'repurchase_agreements'],
      ...['reverse_repurchase_agreements', 'treasury_general_account'],
      ...['term_deposits_held_by_depository_institutions', 'other_deposits_held_by_depository_institutions'],
      'other_assets_total',
    ],
  },
  us_debt: {
    frequency: 'Daily',
    codes: ['debt_held_by_public', 'intragovernmental_holdings', 'total_public_debt_outstanding'],
  },
};

/** 40 days of debt. Parts add up to the cent; the texts end with a zero that numbers would lose. */
export const DEBT: readonly EconomicRow[] = weekdays('2024-01-02', 40).flatMap((date, day) => {
  const held = 2_000_000_000_000_010n + BigInt(day) * 100_000_000_000n;
  const within = 700_000_000_000_000n;
  const values = [held, within, held + within];
  return (DATASETS.us_debt?.codes ?? []).map((series, at) => ({
    date,
    series,
    value: dollars(values[at] ?? 0n),
  }));
});

function dollars(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** The range of all debt, and a range with its first day only. */
export const ALL_DEBT = { date_from: '2024-01-01', date_to: DEBT.at(-1)?.date ?? '' };
export const FIRST_DAY = { date_from: '2024-01-01', date_to: '2024-01-02' };
/** A request whose answer is one row. */
export const ONE_ROW = { series: 'total_public_debt_outstanding', ...FIRST_DAY };

export const STATES = ['CA', 'NY', 'TX'];
export const CLAIMS: readonly Required<EconomicRow>[] = STATES.flatMap((state) =>
  ['initial_claims', 'continued_claims'].flatMap((series) =>
    weeks('2024-01-06', 10).map((date, week) => ({ date, series, state, value: String(1000 + week) })),
  ),
);

/** 30 days of two yields, a quarter of a percentage point apart. */
export const YIELDS: readonly EconomicRow[] = [
  { series: 'US2Y', first: 4 },
  { series: 'US10Y', first: 4.25 },
].flatMap(({ series, first }) =>
  weekdays('2024-03-01', 30).map((date, day) => ({ date, series, value: (first + day / 100).toFixed(2) })),
);

/** Members of a list, sorted like the answer: by weight, then by ticker. The file has another order. */
export const MEMBERS = Array.from({ length: 12 }, (_, at) => ({
  series: 'TESTIDX',
  as_of: '2024-03-28',
  ticker: `TK${at === 11 ? '10B' : at}`,
  name: `Company, ${at} Inc.`,
  sector: 'Industrials',
  weight: (8.5 - Math.min(at, 10) / 10).toFixed(2),
}));

/** @returns a service with all the data, which runs during the tests of a file. */
export function serviceOnData(): RunningService {
  const service = new RunningService();
  beforeAll(async () => {
    await importData(service);
    await service.start();
  });
  afterAll(() => service.remove());
  return service;
}

/** Imports all the data into the folder of a service. */
export async function importData(service: RunningService): Promise<void> {
  const economic = [
    ...DEBT.map((row) => ['us_debt', row.series, row.date, row.value, ''].join()),
    ...CLAIMS.map((row) => ['ui_state_weekly_claims', row.series, row.date, row.value, row.state].join()),
    ...(DATASETS.jolts?.codes ?? []).flatMap((series) =>
      Array.from({ length: 12 }, (_, month) => {
        const number = month + 1;
        return `jolts,${series},2023-${String(number).padStart(2, '0')}-01,${number}.${2 ** number % 10},`;
      }),
    ),
  ];
  const members = MEMBERS.toReversed().map(({ series, as_of, ticker, name, sector, weight }) =>
    [series, as_of, ticker, `"${name}"`, sector, weight].join(),
  );
  const earlier = 'TESTIDX,2023-12-29,TK0,"Company, 0 Inc.",Industrials,100';
  const files = {
    'economic.csv': ['dataset,series,date,value,state', ...economic],
    'yields.csv': ['series,date,value', ...YIELDS.map((row) => [row.series, row.date, row.value].join())],
    'constituents.csv': ['series,as_of,ticker,name,sector,weight', earlier, ...members],
  };
  const paths = Object.entries(files).map(([name, lines]) => {
    const file = path.join(service.folder, name);
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  });
  await service.run('import', ...paths);
}
