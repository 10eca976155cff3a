import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_FAULTS } from '../../service/contract/errors.ts';
import { DEBT_RANGE, economic, type TestApp, testApp } from './folder.ts';

/** One 422 says all that is wrong with the parameters of a request. */

type Fault = { error: string; parameter: string; message: string };

async function detailOf({ get, key }: TestApp, path: string): Promise<Fault & { errors: Fault[] }> {
  const { status, text } = await get(path, { 'x-api-key': key });
  expect([status, text]).toEqual([422, expect.any(String)]);
  return JSON.parse(text).detail;
}

/** Of each path: right parameters, and by name values that are wrong whatever the others are, in the order in which they are checked. */
const PATHS: readonly {
  path: (query: Record<string, string>) => string;
  right: Record<string, string>;
  wrong: Record<string, string>;
}[] = [
  {
    path: (query) => economic('us_debt', query),
    right: { series: 'debt_held_by_public', ...DEBT_RANGE },
    wrong: {
      limit: '5',
      series: 'nope',
      date_from: '2024-13-01',
      date_to: '2999-01-01',
      as_of: 'soon',
      format: 'xml',
      layout: 'tall',
      token_id: '',
      units: 'up',
      frequency: 'x',
      aggregation_method: 'mean',
      index_date: '2020',
    },
  },
  {
    path: (query) => `/yields/series=US2Y?${new URLSearchParams(query)}`,
    right: { limit: '5' },
    wrong: {
      state: 'CA',
      limit: '0',
      offset: '-1',
      format: 'xml',
      layout: 'tall',
      date_from: '2024-02-30',
      date_to: '2999-01-01',
      as_of: '2999-01-01',
      order: 'up',
      units: 'up',
      aggregation_method: 'mean',
    },
  },
  {
    path: (query) => `/api/v1/view?${new URLSearchParams(query)}`,
    right: { series: 'us_debt.debt_held_by_public', from: '2024-01-01', to: '2024-12-31' },
    wrong: {
      state: 'CA',
      format: 'ods',
      layout: 'tall',
      formulas: 'a/b',
      units: 'up',
      frequency: 'x',
      aggregation: 'mean',
      average: '1',
      index_date: '2020',
      as_of: 'soon',
      from: '2024-02-30',
      to: '2999-01-01',
      limit: '5',
    },
  },
];

describe('a request with several wrong parameters', () => {
  it.each(PATHS)(
    'is answered with each of them once, and with nothing else',
    async ({ path, right, wrong }) => {
      // The limit of a minute is for programs that use the API.
      const app = await testApp();
      await fc.assert(
        fc.asyncProperty(fc.subarray(Object.entries(wrong), { minLength: 1 }), async (chosen) => {
          app.clock.forward(60_000);
          const given = Object.fromEntries(chosen);
          const detail = await detailOf(app, path({ ...right, ...given }));
          const { errors, ...first } = detail;
          expect(errors.map(({ parameter }) => parameter).sort()).toEqual(Object.keys(given).sort());
          expect(first).toEqual(errors[0]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('hears of two wrong codes of a view, and not of the formula that needs them', async () => {
    const { errors } = await detailOf(await testApp(), '/api/v1/view?series=us_debt.a,yields.b&formulas=a/b');
    expect(
      errors.map(({ parameter, message }) => `${parameter}: ${message.split('.', 2).join('.')}`),
    ).toEqual(["series: There is no series 'us_debt.a'", "series: There is no series 'yields.b'"]);
  });

  it('hears of what is missing, but not where the name was only misspelt', async () => {
    const app = await testApp();
    const missing = async (query: string) =>
      (await detailOf(app, `/api/v1/economic-data/us_debt?${query}`)).errors.map(
        ({ parameter }) => parameter,
      );
    expect(await missing('')).toEqual(['series', 'date_from', 'date_to']);
    expect(await missing('serie=a&start=2024-01-01')).toEqual(['serie', 'start', 'date_to']);
    expect(await missing('series[]=a&date_from=2024-01-01&date_from=2024-01-02')).toEqual([
      'series[]',
      'date_from',
      'date_to',
    ]);
  });

  it('of yields is judged by the same values as alone, spaces round them or not', async () => {
    const app = await testApp();
    const wrong = async (query: string) =>
      (await detailOf(app, `/yields/series=US10Y?limit=x&${query}`)).errors.map(
        ({ parameter, message }) => `${parameter}: ${message.split('.')[0]}`,
      );
    const limit = "limit: limit 'x' is not a whole number from 1 to 5000";
    expect(await wrong('units=%20ch1%20')).toEqual([limit]);
    expect(await wrong('frequency=m&aggregation_method=%20sum')).toEqual([
      limit,
      expect.stringMatching(/^aggregation_method: .*sum of rates is meaningless/),
    ]);
  });

  it('hears of two days that do not fit together beside what else is wrong', async () => {
    const query = { series: 'nope', date_from: '2999-02-01', date_to: '2999-01-01' };
    const { errors } = await detailOf(await testApp(), economic('us_debt', query));
    expect(errors.map(({ parameter, message }) => `${parameter}: ${message}`)).toEqual([
      expect.stringMatching(/^series: /),
      expect.stringMatching(/^date_from: .* is after date_to/),
      expect.stringMatching(/^date_to: .* is in the future/),
    ]);
  });

  it(`hears of ${MOST_FAULTS} at most`, async () => {
    const app = await testApp();
    const names = Array.from({ length: 300 }, (_, i) => `x${i}[]=1`).join('&');
    const codes = Array.from({ length: 300 }, (_, i) => `us_debt.x${i}`).join();
    for (const path of [`/api/v1/catalog?${names}`, `/api/v1/view?series=${codes}`])
      expect((await detailOf(app, path)).errors).toHaveLength(MOST_FAULTS);
  });
});
