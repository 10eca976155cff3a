import { openWriter } from '../../service/store/index.ts';
import { dayOf, type Observation, publish, publishConstituents, weekdays } from '../api/folder.ts';

/** A folder with data of several origins, some late, revised, or by state. The tests' date is 2026-11-20. */

const ADDRESS = 'https://home.treasury.gov/rates/daily.csv?year=2026&type=par';
export const LONG_NAME = `${'long-'.repeat(80)}name.csv`;

type Run = {
  source: string;
  location: string;
  at: string;
  origin?: 'file' | 'publisher';
  summed?: readonly number[];
};

function fetched(dataDir: string, dataset: string, run: Run, rows: readonly Observation[]): void {
  const writer = openWriter(dataDir);
  const { source, location, at, origin = 'file', summed } = run;
  const sha256 = source.slice(0, 1).repeat(8);
  const open = writer.begin({ kind: 'import', dataset, origin, source, location, sha256, fetchedAt: at });
  for (const [index, { code, area = '', date, value }] of rows.entries()) {
    const series = open.series({ dataset, code, area });
    open.observation(series, dayOf(date), value, summed?.[0] ?? index + 2);
    if (summed) open.summed(series, summed[0] ?? 0, summed);
  }
  open.commit();
  writer.close();
}

const weeks = (code: string, first: string, values: readonly number[]): Observation[] =>
  values.map((value, i) => ({
    code,
    date: new Date((dayOf(first) + 7 * i) * 86_400_000).toISOString().slice(0, 10),
    value: String(value),
  }));

/** 31 weeks, the last of which ends on 2026-11-14. */
const INITIAL = weeks(
  'initial_claims_sa',
  '2026-04-18',
  Array.from({ length: 31 }, (_, i) => 210_000 + i * 100),
);
const CONTINUED = weeks('continued_claims_sa', '2026-10-10', [1_900_000, 1_910_000, 1_925_000, 1_900_500]);

export function fillHeld(dataDir: string): void {
  const claims = { source: 'weekly-claims', location: '/home/ada/Downloads/claims of may.csv' };
  fetched(dataDir, 'ui_weekly_claims', { ...claims, at: '2026-11-17T09:00:00.000Z' }, [
    ...INITIAL,
    ...CONTINUED,
  ]);
  const november = (value: string) => [{ code: 'initial_claims_sa', date: '2026-11-07', value }];
  const windows = { source: 'weekly-claims', location: 'C:\\Users\\ada\\Data\\claims.xlsx' };
  fetched(dataDir, 'ui_weekly_claims', { ...windows, at: '2026-11-18T09:00:00.000Z' }, november('212950'));
  const long = { source: 'weekly-claims', location: `/srv/${LONG_NAME}`, at: '2026-11-19T09:00:00.000Z' };
  fetched(
    dataDir,
    'ui_weekly_claims',
    { ...long, summed: Array.from({ length: 120 }, (_, i) => i + 3) },
    november('212990'),
  );
  // Files with long names and positions, so that not all replaced values fit into an answer.
  for (let version = 0; version < 5; version++) {
    const days = version === 0 ? ['2026-11-14'] : ['2026-11-07', '2026-11-14'];
    const rows = days.map((date) => ({ code: 'initial_claims_nsa', date, value: `${190_000 + version}` }));
    const summed = Array.from({ length: 120 }, (_, i) => i + 3);
    fetched(dataDir, 'ui_weekly_claims', { ...long, at: `2026-11-19T1${version}:00:00.000Z`, summed }, rows);
  }
  const rates = weekdays('2026-09-21', 43).flatMap((date, i) =>
    [
      { code: 'US10Y', date, value: (4 + (i % 9) / 100).toFixed(2) },
      { code: 'US2Y', date, value: (3.5 + (i % 7) / 100).toFixed(2) },
      { code: 'US3M', date, value: (3 + i / 100).toFixed(2) },
    ].filter(({ code }) => code !== 'US2Y' || date !== '2026-11-17'),
  );
  const treasury = { source: 'treasury-par-yields-csv', location: ADDRESS, origin: 'publisher' } as const;
  fetched(dataDir, 'yields', { ...treasury, at: '2026-11-19T22:00:00.000Z' }, rates);
  for (const [code, date, value, at] of [
    ['US2Y', '2026-11-13', '3.77', '2026-11-20T12:30:00.000Z'],
    ['US2Y', '2026-11-16', '3.99', '2026-11-20T13:00:00.000Z'],
    ['US10Y', '2026-11-16', '4.44', '2026-11-20T14:00:00.000Z'],
  ] as const)
    fetched(dataDir, 'yields', { ...treasury, at }, [{ code, date, value }]);
  const wednesdays = (code: string, values: readonly string[]): Observation[] =>
    values.map((value, i) => ({ code, date: `2026-11-${String(4 + 7 * i).padStart(2, '0')}`, value }));
  publish(
    dataDir,
    'factors_affecting_reserve_balances',
    wednesdays('treasury_securities_total', ['4200', '4210']),
  );
  publish(
    dataDir,
    'us_debt',
    weekdays('2024-01-02', 40).map((date, i) => ({
      code: 'debt_held_by_public',
      date,
      value: `${27_000_000_000_000 + i * 1_000_000_000}.${10 + i}`,
    })),
  );
  const quits = Array.from({ length: 14 }, (_, i) => ({
    code: 'quits_rate_sa',
    date: `${i < 4 ? 2025 : 2026}-${String(((i + 8) % 12) + 1).padStart(2, '0')}-01`,
    value: (2 + (i % 5) / 10).toFixed(1),
  })).slice(0, 13);
  publish(dataDir, 'jolts', quits, 'sample', '2026-11-20T12:00:00.000Z');
  publish(dataDir, 'ui_state_weekly_claims', [
    { code: 'initial_claims', area: 'TX', date: '2026-10-31', value: '17000' },
    { code: 'initial_claims', area: 'TX', date: '2026-11-07', value: '17500' },
    { code: 'initial_claims', area: 'CA', date: '2026-11-07', value: '41000' },
    { code: 'initial_claims', area: 'CA', date: '2026-11-14', value: '42000' },
    // A late state does not make other states late.
    { code: 'initial_claims', area: 'AL', date: '2026-10-31', value: '2500' },
  ]);
  const earlier = { code: 'initial_claims', area: 'TX', date: '2026-10-31', value: '17020' };
  publish(dataDir, 'ui_state_weekly_claims', [earlier], 'file', '2026-11-20T14:00:00.000Z');
  const lists = ['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH'];
  for (const [i, code] of lists.entries()) publishConstituents(dataDir, code, `2026-10-0${i + 1}`);
  // More revisions than fit into an answer, and more than are searched.
  const monthly = (code: string, count: number, of: number) =>
    Array.from({ length: count }, (_, i) => ({
      code,
      date: `${2016 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
      value: String(20_000_000 + of + i),
    }));
  for (const [dataset, code, count] of [
    ['personal_income_and_outlays', 'total_personal_income', 101],
    ['us_exports', 'asia', 40],
  ] as const) {
    publish(dataDir, dataset, monthly(code, count, 0), 'file', '2026-11-18T12:00:00.000Z');
    publish(dataDir, dataset, monthly(code, count, 7), 'file', '2026-11-19T12:00:00.000Z');
  }
}
