import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { FRED_SERIES, knownValues } from '../../service/fred/fred-series.ts';
import { economic, publish, START, type TestApp, testApp } from '../api/folder.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { fredApp, json, revise, valuesOf } from './fred-app.ts';

const RANGE = { date_from: '1900-01-01', date_to: '2026-11-20' };

it('pages of any size together are the whole answer, each observation once', async () => {
  const app = await fredApp();
  const query = fc.record({
    series_id: fc.constantFrom('ICSA', 'JTSQUR', 'T10Y2Y', 'DGS10', 'PI'),
    units: fc.constantFrom('lin', 'chg', 'ch1'),
    sort_order: fc.constantFrom('asc', 'desc'),
    frequency: fc.constantFrom(undefined, 'q', 'a'),
  });
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 12 }), async ({ frequency, ...rest }, limit) => {
      app.clock.forward(60_000);
      const asked = { ...rest, ...(frequency && { frequency }) };
      const whole = await valuesOf(app, asked);
      const pages: string[] = [];
      for (let offset = 0; offset <= whole.length; offset += limit) {
        const paged = { ...asked, limit: String(limit), offset: String(offset) };
        const page = await json(app, '/fred/series/observations', paged);
        expect(page.count).toBe(whole.length);
        pages.push(...page.observations.map(({ date, value }) => `${date} ${value}`));
      }
      expect(pages).toEqual(whole);
    }),
    // Each run sends up to 30 requests, and a key may send 100 a minute.
    { numRuns: 25 },
  );
});

it('every value that is not a dot is the API’s value, now and as of a day', async () => {
  const app = await fredApp();
  revise(app, [{ code: 'initial_claims_sa', date: '2025-01-04', value: '204000' }]);
  app.clock.set('2026-11-24T00:00:00.000Z');
  const units = fc.constantFrom('lin', 'chg', 'pch', 'pc1', 'pca', 'cch', 'log');
  const frequency = fc.constantFrom(undefined, 'm', 'q');
  const day = fc.constantFrom(undefined, '2026-11-20', '2026-11-21', '2026-11-23');
  await fc.assert(
    fc.asyncProperty(units, frequency, day, async (units, frequency, day) => {
      app.clock.forward(60_000);
      const derived = { units, ...(frequency && { frequency, aggregation_method: 'avg' }) };
      const path = economic('ui_weekly_claims', {
        ...RANGE,
        ...derived,
        series: 'initial_claims_sa',
        ...(day && { as_of: day }),
        format: 'csv',
      });
      const csv = await app.get(path, { 'x-api-key': app.key });
      const there = csv.text
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.replace(/,.*,/, ' '));
      const realTime = day ? { realtime_start: day, realtime_end: day } : {};
      const here = await valuesOf(app, { series_id: 'ICSA', ...derived, ...realTime });
      expect(here.filter((row) => !row.endsWith(' .'))).toEqual(there);
    }),
    { numRuns: 30 },
  );
});

it('each day has exactly one known value: the last one stored by then, whatever the clock did', () => {
  const seen = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(seen, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -1, max: 9 }),
      (days, on) => {
        const values = days.flatMap((runs, day) =>
          runs.map((run, i) => ({ day, value: `${day}.${i}`, seen: `${dateText(run)}T01:00:00.000Z` })),
        );
        const known = knownValues(values);
        const then = days.map((_, day) =>
          known.filter((one) => one.day === day && one.start <= on && on < one.end).map(({ value }) => value),
        );
        expect(then).toEqual(
          days.map((runs, day) => {
            const last = runs.findLastIndex((run) => run <= on);
            return last < 0 ? [] : [`${day}.${last}`];
          }),
        );
      },
    ),
  );
});

it('each id belongs to one series, and each state has its own ids', () => {
  const ids = FRED_SERIES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[A-Z][A-Z0-9]+$/.test(id))).toEqual([]);
});

/** Compares FRED's answers with Almanac's for the same levels, imported as a rate that FRED has too. */

const FOLDER = new URL('../../../shared/reference/fred_units/', import.meta.url);
const WHY = "FRED's transformed values are not on this computer";

function answerOf(name: string): string[][] {
  const { observations } = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as {
    observations: { date: string; value: string }[];
  };
  return observations.map(({ date, value }) => [date, value]);
}

function tableOf(name: string): string[][] {
  const [, ...rows] = readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n');
  return rows.map((row) => row.split(','));
}

async function appWith(levels: readonly string[][]): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  publish(
    app.dataDir,
    'jolts',
    levels.map(([date = '', value = '']) => ({ code: 'quits_rate_sa', date, value })),
  );
  return app;
}

it('levels and changes of quarterly means of UNRATE are FRED’s, all 868 and 122, with a dot for the unfinished quarter', async ({
  skip,
}) => {
  skip(!existsSync(FOLDER), WHY);
  const levels = answerOf('UNRATE_lin.json');
  const app = await appWith(levels);
  expect(await valuesOf(app, { series_id: 'JTSQUR' })).toEqual(levels.map((row) => row.join(' ')));
  const told = answerOf('UNRATE_q_chg.json');
  const here = await valuesOf(app, {
    series_id: 'JTSQUR',
    units: 'chg',
    frequency: 'q',
    observation_start: '1990-01-01',
  });
  expect(here).toHaveLength(122);
  // FRED writes sixteen digits of endless fractions.
  const rounded = told.map(
    ([date, value = '']) => `${date} ${value === '.' ? '.' : Number(value).toFixed(5)}`,
  );
  const plain = (row: string) => row.replace(/ -0\.00000$/, ' 0.00000');
  expect(here).toEqual(rounded.map(plain));
});

it('annual means of FEDFUNDS are FRED’s for all whole years, and dots for other years', async ({ skip }) => {
  skip(!existsSync(FOLDER), WHY);
  const app = await appWith(tableOf('FEDFUNDS_m.csv'));
  const here = await valuesOf(app, { series_id: 'JTSQUR', frequency: 'a', aggregation_method: 'avg' });
  expect([here[0], here.at(-1)]).toEqual(['1954-01-01 .', '2024-01-01 .']);
  // The months were downloaded in October 2024, the years in December 2025.
  const whole = tableOf('FEDFUNDS_a.csv').filter(([date]) => date !== '2024-01-01');
  expect(here).toEqual(expect.arrayContaining(whole.map((row) => row.join(' '))));
});

const months = (first: string, values: readonly string[]) =>
  values.map((value, i) => {
    const month = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1 + i;
    return { date: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`, value };
  });

/** Adds states with other dates, Wednesday levels, and series that begin and end inside a quarter. */
async function fullApp(): Promise<TestApp> {
  const app = await fredApp();
  publish(app.dataDir, 'ui_state_weekly_claims', [
    { code: 'initial_claims', area: 'CA', date: '2024-01-06', value: '41000' },
    { code: 'initial_claims', area: 'CA', date: '2024-01-13', value: '42000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-03', value: '17000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-10', value: '18000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-17', value: '18500' },
  ]);
  publish(app.dataDir, 'factors_affecting_reserve_balances', [
    { code: 'treasury_securities_total', date: '2026-11-11', value: '4200000' },
    { code: 'treasury_securities_total', date: '2026-11-18', value: '4210000' },
  ]);
  const openings = months('2023-03', ['900', '910', '930', '960', '1000', '1050', '1110', '1180', '1260']);
  publish(
    app.dataDir,
    'jolts',
    openings.map((one) => ({ code: 'job_openings_level_sa', ...one })),
    'file',
    START,
  );
  revise(app, [
    { code: 'initial_claims_sa', date: '2025-01-11', value: '218000' },
    { code: 'initial_claims_sa', date: '2025-01-18', value: '223000' },
  ]);
  const yields = [
    ['US2Y', '5.11', '2026-11-22T10:00:00.000Z'],
    ['US10Y', '4.05', '2026-11-23T10:00:00.000Z'],
  ] as const;
  for (const [code, value, at] of yields)
    publish(app.dataDir, 'yields', [{ code, date: '2024-04-11', value }], 'sample', at);
  publish(
    app.dataDir,
    'personal_income_and_outlays',
    [
      { code: 'total_personal_income', date: '1969-11-01', value: '8000' },
      { code: 'total_personal_income', date: '1997-05-01', value: '7000500' },
      { code: 'total_personal_income', date: '2024-12-01', value: '24600000' },
    ],
    'file',
    '2026-11-23T11:00:00.000Z',
  );
  app.clock.set('2026-11-24T12:00:00.000Z');
  return app;
}

test('answers and refusals are those in transcript.md, xml.md and refusals.md', async () => {
  const app = await fullApp();
  const ask = async (path: string) => {
    app.clock.forward(1000);
    return app.get(path, { 'x-api-key': app.key });
  };
  const isTable = (path: string) => path.startsWith('/graph');
  const file = (name: string) => join(import.meta.dirname, name);
  await expectWrittenAnswers(file('transcript.md'), async (path) => {
    const { status, headers, text } = await ask(isTable(path) ? path : `${path}&file_type=json`);
    expect([path, status]).toEqual([path, 200]);
    const lines = isTable(path) ? text.trimEnd() : text.replace('":[', '":[\n').replaceAll('},{', '},\n{');
    return [`(${headers['content-disposition'] ?? headers['x-data-origin'] ?? 'no origin'})`, lines];
  });
  await expectWrittenAnswers(file('refusals.md'), async (path) => {
    const { status, headers, text } = await ask(isTable(path) ? path : `${path}&file_type=json`);
    const type = isTable(path) ? 'text/plain' : 'application/json';
    expect([path, headers['content-type']]).toEqual([path, `${type}; charset=utf-8`]);
    return [`${status}: ${text.trimEnd()}`];
  });
  // XML is compared byte by byte, since fredapi and other clients parse it.
  await expectWrittenAnswers(file('xml.md'), async (path) => {
    const { status, headers, text } = await ask(path);
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/xml; charset=utf-8']);
    expect(text.endsWith('>\n')).toBe(true);
    return [text.trimEnd()];
  });
  // A table may have twelve columns.
  expect((await ask(`/graph/fredgraph.csv?id=${Array(12).fill('ICSA').join()}`)).status).toBe(200);
});
