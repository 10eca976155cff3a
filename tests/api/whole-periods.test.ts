import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { importFiles } from '../../service/ingest/index.ts';
import {
  dayOf,
  economic,
  type Observation,
  publish,
  type TestApp,
  temporaryFolder,
  testApp,
} from './folder.ts';

/** A range that cuts off no observation includes the periods at its ends, however they are dated. */

const DATA = new URL('../../../shared/data/', import.meta.url);
const WHY = 'the publishers’ files are not beside the project (../shared/data)';

async function appOf(...names: string[]): Promise<TestApp> {
  const dataDir = temporaryFolder();
  const files = names.map((name) => fileURLToPath(new URL(name, DATA)));
  await importFiles({ dataDir, files, now: () => new Date('2026-11-21T12:00:00Z') });
  return testApp({ dataDir, pageSize: 5000 });
}

const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split(',')
        .filter((cell, i) => i === 0 || /^[-.\d]/.test(cell))
        .join(' '),
    );

async function csvOf({ get, key }: TestApp, path: string): Promise<string[]> {
  const answer = await get(path, { 'x-api-key': key, accept: 'text/csv' });
  expect(answer.status, answer.text).toBe(200);
  return rowsOf(answer.text);
}

/** @returns the rows of every address that has a series at a lower frequency, over all its data. */
async function everywhere(app: TestApp, id: string, fred: string, frequency: string): Promise<string[][]> {
  const [dataset = '', code = ''] = id.split('.');
  const series = `series=${id}:${frequency}&format=csv`;
  const plain = await csvOf(app, `/api/v1/view?series=${id}&format=csv`);
  const [first = '', last = ''] = [plain[0], plain.at(-1)].map((row) => row?.slice(0, 10) ?? '');
  const own = { date_from: first, date_to: last };
  const lower = { frequency, format: 'csv' };
  return [
    await csvOf(app, `/api/v1/view?${series}`),
    await csvOf(app, `/api/v1/view?${series}&range=Max`),
    await csvOf(app, `/api/v1/view?${series}&from=${first}`),
    await csvOf(app, `/api/v1/view?${series}&from=${first}&to=${last}`),
    ...(dataset === 'yields'
      ? [
          await csvOf(app, `/yields/series=${code}?${new URLSearchParams(lower)}`),
          await csvOf(app, `/yields/series=${code}?${new URLSearchParams({ ...own, ...lower })}`),
        ]
      : [await csvOf(app, economic(dataset, { series: code, ...own, ...lower }))]),
    ...(fred === ''
      ? []
      : [
          await csvOf(app, `/graph/fredgraph.csv?id=${fred}&fq=${frequency}&fam=avg`),
          await csvOf(
            app,
            `/graph/fredgraph.csv?id=${fred}&fq=${frequency}&fam=avg&cosd=${first}&coed=${last}`,
          ),
        ]),
  ];
}

const BILLS = 'yields/cassiano_daily-treasury-rates-2025.csv';
/** The series, its FRED id (- if none), frequency, publisher's file, and first and last date and value. */
const CASES = [
  'yields.US10Y DGS10 a yields/par-yield-curve-rates-1990-2023.csv 1990-01-01 8.55 2023-01-01 3.96',
  'ui_weekly_claims.initial_claims_sa ICSA a fred/fredgraph_2024_ICSA.csv 1967-01-01 226942 2024-01-01 222179',
  'us_debt.total_public_debt_outstanding - m us_debt/DebtPenny_20200307_20250306.csv 2020-03-01 23686870812640.08 2025-02-01 36218923369370.10',
  `yields.US10Y DGS10 wesu ${BILLS} 2025-01-12 4.68 2025-03-09 4.25`,
  `yields.US10Y DGS10 wesa ${BILLS} 2025-01-11 4.68 2025-03-08 4.25`,
];

it.for(CASES)(
  '%s: the periods are those of the observations in the file',
  { timeout: 120_000 },
  async (one, { skip }) => {
    skip(!existsSync(DATA), WHY);
    const [id = '', fred = '', frequency = '', file = '', ...values] = one.split(' ');
    const app = await appOf(file);
    for (const rows of await everywhere(app, id, fred === '-' ? '' : fred, frequency)) {
      const told = rows.filter((row) => row.length > 11);
      expect(`${told[0]} ${told.at(-1)}`).toBe(values.join(' '));
    }
  },
);

const day = fc.integer({ min: dayOf('2001-01-01'), max: dayOf('2004-01-01') });

it('all addresses have every period of a range that includes all observations, whatever its first and last day', {
  tags: 'soak',
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      day,
      // Long enough to include a whole year from any start.
      fc.integer({ min: 740, max: 1100 }),
      fc.constantFrom('wesu', 'wem', 'wef', 'wesa', 'm', 'q', 'sa', 'a'),
      async (start, length, frequency) => {
        const app = await testApp({ isEmpty: true, pageSize: 5000 });
        const rows = Array.from({ length }, (_, i) => ({
          day: start + i,
          value: `${3 + ((i * 7919) % 400) / 100}`,
        }))
          .filter(({ day: on }) => ![2, 3].includes(((on % 7) + 7) % 7))
          .map(({ day: on, value }) => ({ code: 'US10Y', date: dateText(on), value }));
        publish(app.dataDir, 'yields', rows);
        const whole = await csvOf(
          app,
          `/yields/series=US10Y?${new URLSearchParams({ frequency, date_from: '1990-01-01', format: 'csv' })}`,
        );
        expect(whole.length).toBeGreaterThan(0);
        for (const found of await everywhere(app, 'yields.US10Y', 'DGS10', frequency))
          expect(found.filter((row) => row.length > 11)).toEqual(whole);
      },
    ),
    { numRuns: 15 },
  );
});

/** @returns the values of one series by date, from a table with a column per series. */
function columnOf(rows: readonly string[], place: number): string[] {
  return rows.flatMap((row) => {
    const cells = row.split(',');
    return /\d/.test(cells[place] ?? '') ? [`${cells[0]} ${cells[place]}`] : [];
  });
}

it('a series has the same values whichever other series are requested with it', {
  tags: 'soak',
  timeout: 120_000,
}, async () => {
  const app = await testApp({ isEmpty: true, pageSize: 5000 });
  const bounds = { US10Y: ['2001-01-02', '2004-06-04'], US2Y: ['2001-11-07', '2004-05-06'] } as const;
  const codes = ['US10Y', 'US2Y'] as const;
  const fred = { US10Y: 'DGS10', US2Y: 'DGS2' };
  for (const code of codes) {
    const [first, last] = bounds[code].map(dayOf) as [number, number];
    const days = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const rows = days
      .filter((one) => ![2, 3].includes(one % 7))
      .map((one) => ({ code, date: dateText(one), value: (3 + ((one * 7919) % 400) / 100).toFixed(2) }));
    publish(app.dataDir, 'yields', rows);
  }
  const near = fc
    .tuple(fc.constantFrom(...Object.values(bounds).flat()), fc.integer({ min: -2, max: 2 }))
    .map(([date, by]) => dateText(dayOf(date) + by));
  const frequencies = fc.constantFrom('wesu', 'wesa', 'wem', 'm', 'q');
  const headers = { 'x-api-key': app.key, accept: 'text/csv' };
  const tableOf = async (path: string) => {
    app.clock.forward(1000);
    const { text, status } = await app.get(path, headers);
    expect(status, text).toBe(200);
    return text.trim().split('\n').slice(1);
  };
  await fc.assert(
    fc.asyncProperty(
      near,
      near,
      frequencies,
      fc.constantFrom('', '', ':nbd'),
      async (one, other, to, units) => {
        const [from = '', until = ''] = [one, other].toSorted();
        const days = `date_from=${from}&date_to=${until}`;
        const view = (asked: readonly string[]) =>
          tableOf(`/api/v1/view?series=${asked.map((code) => `yields.${code}:${to}${units}`)}&${days}`);
        const market = (asked: readonly string[]) =>
          tableOf(`/yields/series=${asked}?frequency=${to}&${days}&layout=wide&format=csv`);
        const graph = (asked: readonly (keyof typeof fred)[]) =>
          tableOf(
            `/graph/fredgraph.csv?id=${asked.map((code) => fred[code])}&fq=${to}&fam=avg&cosd=${from}&coed=${until}`,
          );
        const together = {
          view: await view(codes),
          market: await market(codes),
          graph: await graph(codes),
        };
        for (const [i, code] of codes.entries()) {
          const alone = columnOf(await view([code]), 1);
          expect(columnOf(together.view, i + 1)).toEqual(alone);
          if (units !== '') continue;
          expect(columnOf(together.market, i + 1)).toEqual(alone);
          expect(columnOf(await market([code]), 1)).toEqual(alone);
          expect(columnOf(together.graph, i + 1)).toEqual(alone);
        }
      },
    ),
    { numRuns: 120 },
  );
});

/** Openings in the months of three years, without August 2024. */
const OPENINGS: Observation[] = Array.from({ length: 36 }, (_, i) => ({
  code: 'job_openings_level_sa',
  date: `${2023 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
  value: `${8000 + i * 10}`,
})).filter(({ date }) => date !== '2024-08-01');
const NOTE = '2024 Q3 is left out: it has 2 months, and needs 3.';

it('a quarter with a missing month has no value at any address, and formats with notes have one about it', async () => {
  const app = await testApp({ isEmpty: true, pageSize: 5000 });
  publish(app.dataDir, 'jolts', OPENINGS);
  const id = 'jolts.job_openings_level_sa';
  for (const rows of await everywhere(app, id, 'JTSJOL', 'q')) {
    const told = rows.filter((row) => row.length > 11).map((row) => row.slice(0, 10));
    expect(told).toHaveLength(11);
    expect(told).not.toContain('2024-07-01');
  }
  const headers = { 'x-api-key': app.key };
  const { meta } = JSON.parse((await app.get(`/api/v1/view?series=${id}:q`, headers)).text);
  expect(meta.lines[0].notes).toContain(NOTE);
  const fred = await app.get(
    `/fred/series/observations?series_id=JTSJOL&frequency=q&file_type=json&observation_start=2024-07-01&observation_end=2024-07-01`,
    headers,
  );
  expect(JSON.parse(fred.text).observations).toEqual([
    expect.objectContaining({ date: '2024-07-01', value: '.' }),
  ]);
});
