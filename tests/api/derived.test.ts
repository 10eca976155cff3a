import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { derive } from '../../service/series-math/derive.ts';
import {
  dayOf,
  economic,
  type Observation,
  publish,
  type TestApp,
  testApp,
  walkPages,
  weekdays,
} from './folder.ts';

/** Units, frequencies and indices over HTTP: the results of series-math, in pages without gaps or repeats. */

type Row = { date: string; series: string; state?: string; value: string };

/** Made-up claims of weeks that end on Saturday; one week in the middle is missing. */
function weeks(code: string, area: string, from: string, count: number, start: number): Observation[] {
  return Array.from({ length: count }, (_, i) => ({
    code,
    area,
    date: dateText(dayOf(from) + i * 7),
    value: String(start + ((i * 7919) % 1000)),
  })).filter((_, i) => i !== 70);
}

const CLAIMS = [
  ...weeks('initial_claims_sa', '', '2019-01-05', 260, 200_000),
  ...weeks('continued_claims_sa', '', '2019-06-01', 230, 1_700_000),
];

async function claimsApp(pageSize = 5000): Promise<TestApp> {
  const app = await testApp({ isEmpty: true, pageSize });
  publish(app.dataDir, 'ui_weekly_claims', CLAIMS);
  return app;
}

const QUESTION = {
  series: 'initial_claims_sa,continued_claims_sa',
  date_from: '2020-01-01',
  date_to: '2021-03-31',
};

const walk = (app: TestApp, dataset: string, query: Record<string, string>) =>
  walkPages<Row>(app, economic(dataset, query));

/** The expected rows, calculated from the whole series at once. */
function expected(query: Record<string, string>): Row[] {
  const rows = (query.series as string).split(',').flatMap((series, place) => {
    const held = CLAIMS.filter(({ code }) => code === series);
    const whole = {
      days: Int32Array.from(held, ({ date }) => dayOf(date)),
      values: held.map((one) => one.value),
    };
    const frequency = query.frequency as 'm' | 'q' | 'a' | undefined;
    const { series: shown } = derive(
      whole,
      { frequency: 'w', weekEnd: 6 },
      {
        units: (query.units ?? 'lin') as 'lin',
        ...(query.index_date ? { indexDay: dayOf(query.index_date) } : {}),
        ...(frequency
          ? { to: { cadence: { frequency }, method: (query.aggregation_method ?? 'avg') as 'avg' } }
          : {}),
      },
    );
    return Array.from(shown.days, (day, i) => ({
      date: dateText(day),
      series,
      value: shown.values[i] ?? '',
      place,
    }));
  });
  return rows
    .filter(({ date }) => date >= (query.date_from as string) && date <= (query.date_to as string))
    .sort((a, b) => a.date.localeCompare(b.date) || a.place - b.place)
    .map(({ date, series, value }) => ({ date, series, value }));
}

const QUERIES: Record<string, string>[] = [
  { units: 'pc1' },
  { units: 'chg' },
  { units: 'log' },
  { units: 'pca', frequency: 'm' },
  { frequency: 'm' },
  { frequency: 'q', aggregation_method: 'eop' },
  { frequency: 'a', units: 'pc1', date_to: '2023-12-31' },
  { units: 'nbd', index_date: '2020-02-01' },
  { units: 'nbd', index_date: '2020-02-01', frequency: 'm' },
];

describe('units and frequency', () => {
  it.each(QUERIES)('%o gives the calculation over the whole series, however it is paged', async (asked) => {
    const query = { ...QUESTION, ...asked };
    const rows = expected(query);
    expect(rows.length).toBeGreaterThan(4);
    for (const pageSize of [5000, 7, 1]) {
      expect(await walk(await claimsApp(pageSize), 'ui_weekly_claims', query)).toEqual(rows);
    }
  });

  it('an index has no records if its date has no observation, and the other series keep all theirs', async () => {
    const { get, key } = await claimsApp();
    const query = { ...QUESTION, units: 'nbd', index_date: '1950-01-01', api_key: key };
    const { status, text } = await get(economic('ui_weekly_claims', query));
    expect([status, JSON.parse(text).data, expected(query)]).toEqual([200, [], []]);
  });

  it('the envelope has the frequency of the records, and is otherwise unchanged', async () => {
    const { get, key } = await claimsApp();
    const query = { ...QUESTION, frequency: 'q', units: 'pch', api_key: key };
    const body = JSON.parse((await get(economic('ui_weekly_claims', query))).text);
    expect(body.meta).toEqual({
      schema_version: '1.0',
      frequency: 'Quarterly',
      fields: { date: 'string (YYYY-MM-DD)', series: 'string', value: 'numerical string' },
    });
    expect(body.data[0]).toEqual({
      date: '2020-01-01',
      series: 'initial_claims_sa',
      value: expect.stringMatching(/^-?\d+\.\d{5}$/),
    });
  });

  it('an answer without these parameters is unchanged', async () => {
    const { get, key } = await claimsApp();
    const plain = await get(economic('ui_weekly_claims', { ...QUESTION, api_key: key }));
    const same = await get(
      economic('ui_weekly_claims', { ...QUESTION, api_key: key, units: 'lin', frequency: 'w' }),
    );
    expect(JSON.parse(same.text)).toEqual(JSON.parse(plain.text));
  });

  it('CSV has the same rows', async () => {
    const app = await claimsApp();
    const query = { ...QUESTION, units: 'pc1', frequency: 'm' };
    const { text, headers } = await app.get(
      economic('ui_weekly_claims', { ...query, api_key: app.key, format: 'csv' }),
    );
    const rows = expected(query).map(({ date, series, value }) => `${date},${series},${value}`);
    expect(text).toBe(['date,series,value', ...rows, ''].join('\n'));
    expect(headers['content-disposition']).toContain('ui_weekly_claims_2020-01-01_2021-03-31_pc1_m.csv');
    expect(headers['x-total-count']).toBe(String(rows.length));
  });

  it('each series uses its own method if none is given', async () => {
    const app = await testApp({ isEmpty: true });
    const months = Array.from({ length: 12 }, (_, i) => `2023-${String(i + 1).padStart(2, '0')}-01`);
    publish(
      app.dataDir,
      'jolts',
      ['job_openings_level_sa', 'hires_level_sa', 'hires_rate_sa'].flatMap((code) =>
        months.map((date, i) => ({
          code,
          date,
          value: code.includes('rate') ? `3.${i % 10}` : `${1000 + i}`,
        })),
      ),
    );
    const series = 'job_openings_level_sa,hires_level_sa,hires_rate_sa';
    const range = { date_from: '2023-01-01', date_to: '2023-12-31' };
    expect(await walk(app, 'jolts', { series, ...range, frequency: 'a' })).toEqual([
      { date: '2023-01-01', series: 'job_openings_level_sa', value: '1011' },
      { date: '2023-01-01', series: 'hires_level_sa', value: '12066' },
      { date: '2023-01-01', series: 'hires_rate_sa', value: '3.4' },
    ]);
  });

  it('days become weeks that end on Friday or the chosen day', async () => {
    const app = await testApp({ isEmpty: true, pageSize: 2 });
    // Without Thursday 2024-07-04.
    const dates = weekdays('2024-06-24', 15).filter((date) => date !== '2024-07-04');
    const code = 'total_public_debt_outstanding';
    publish(
      app.dataDir,
      'us_debt',
      dates.map((date, i) => ({ code, date, value: `${100 + i}.10` })),
    );
    const query = { series: code, date_from: '2024-06-01', date_to: '2024-07-31' };
    const rows = async (more: Record<string, string>) =>
      (await walk(app, 'us_debt', { ...query, ...more })).map(({ date, value }) => `${date} ${value}`);
    expect(await rows({ frequency: 'w' })).toEqual([
      '2024-06-28 104.10',
      '2024-07-05 108.10',
      '2024-07-12 113.10',
    ]);
    expect(await rows({ frequency: 'w', units: 'chg', aggregation_method: 'avg' })).toEqual([
      '2024-07-05 4.50000',
      '2024-07-12 4.50000',
    ]);
    // In weeks to Wednesday, the first and last week have three and two of the four days that they need.
    expect(await rows({ frequency: 'wew' })).toEqual(['2024-07-03 107.10', '2024-07-10 111.10']);
    // Across the holiday, the change is from the previous observation.
    const days = [
      '2024-07-03',
      '2024-07-05',
      '2024-07-08',
      '2024-07-09',
      '2024-07-10',
      '2024-07-11',
      '2024-07-12',
    ];
    expect((await rows({ units: 'chg' })).filter((row) => row > '2024-07-03')).toEqual(
      days.map((date) => `${date} 1.00`),
    );
  });

  it('every state is calculated separately', async () => {
    const app = await testApp({ isEmpty: true, pageSize: 3 });
    const rows = ['TX', 'CA'].flatMap((area, i) =>
      weeks('initial_claims', area, '2022-01-01', 110, 1000 * (i + 1)),
    );
    publish(app.dataDir, 'ui_state_weekly_claims', rows);
    const query = { series: 'initial_claims', date_from: '2022-01-01', date_to: '2024-03-01', units: 'chg' };
    const found = await walk(app, 'ui_state_weekly_claims', query);
    const wanted = ['CA', 'TX'].flatMap((area) =>
      rows
        .filter((row) => row.area === area)
        .flatMap((row, i, own) => {
          const before = own[i - 1];
          if (!before || dayOf(row.date) - dayOf(before.date) !== 7) return [];
          const value = String(Number(row.value) - Number(before.value));
          return [{ date: row.date, series: 'initial_claims', state: area, value }];
        }),
    );
    expect(found).toEqual(
      wanted.sort((a, b) => a.date.localeCompare(b.date) || a.state.localeCompare(b.state)),
    );
  });

  it('as_of calculates with the vintage of that day', async () => {
    const app = await testApp({ isEmpty: true });
    const dates = ['2024-01-06', '2024-01-13', '2024-01-20'];
    const rows = (values: string[]) =>
      values.map((value, i) => ({ code: 'initial_claims_sa', date: dates[i] as string, value }));
    publish(app.dataDir, 'ui_weekly_claims', rows(['200', '210']), 'file', '2026-11-01T12:00:00.000Z');
    publish(app.dataDir, 'ui_weekly_claims', rows(['200', '220', '230']), 'file', '2026-11-10T12:00:00.000Z');
    const query = {
      series: 'initial_claims_sa',
      date_from: '2024-01-01',
      date_to: '2024-02-01',
      units: 'chg',
    };
    const values = async (more: object) =>
      (await walk(app, 'ui_weekly_claims', { ...query, ...more })).map(({ value }) => value);
    expect(await values({ as_of: '2026-11-05' })).toEqual(['10']);
    expect(await values({ as_of: '2026-11-10' })).toEqual(['20', '10']);
    expect(await values({ as_of: '2026-10-01' })).toEqual([]);
    expect(await values({})).toEqual(['20', '10']);
    // The vintage decides whether a period is whole: in the first one, only two of the three weeks that
    // January needs were known.
    expect(await values({ frequency: 'm', units: 'lin', as_of: '2026-11-05' })).toEqual([]);
    expect(await values({ frequency: 'm', units: 'lin' })).toEqual(['217']);
  });

  it('the answer and ETag change when the data or the parameters change; until then the answer is 304', async () => {
    const { get, key, dataDir } = await claimsApp();
    const path = (units: string) => economic('ui_weekly_claims', { ...QUESTION, api_key: key, units });
    const first = await get(path('pc1'));
    expect((await get(path('pc1'), { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    expect((await get(path('pch'), { 'if-none-match': String(first.headers.etag) })).status).toBe(200);
    publish(dataDir, 'ui_weekly_claims', [{ code: 'initial_claims_sa', date: '2020-01-04', value: '1' }]);
    expect((await get(path('pc1'), { 'if-none-match': String(first.headers.etag) })).status).toBe(200);
  });
});

it('calculated rows are counted before the first byte of a CSV of many chunks', async () => {
  const app = await testApp({ isEmpty: true });
  const dates = weekdays('1950-01-02', 12_000);
  const code = 'total_public_debt_outstanding';
  publish(
    app.dataDir,
    'us_debt',
    dates.map((date, i) => ({ code, date, value: `${1000 + i}.10` })),
  );
  const range = { date_from: '1900-01-01', date_to: '2024-12-31' };
  const path = economic('us_debt', {
    series: code,
    ...range,
    units: 'chg',
    format: 'csv',
    api_key: app.key,
  });
  const { headers, text } = await app.get(path);
  const lines = text.trimEnd().split('\n');
  expect(lines).toEqual(['date,series,value', ...dates.slice(1).map((date) => `${date},${code},1.00`)]);
  expect(headers['x-total-count']).toBe('11999');
  expect((await app.get(path, {}, 'HEAD')).headers['x-total-count']).toBe('11999');
  expect((await app.get(path, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  const [id = ''] = (await app.keys.list()).map((one) => one.id);
  expect(app.calls.of(id).map(({ rows }) => rows)).toEqual([null, 11999, 11999]);
});

it('units use the exact mean of a quarter, as FRED does, while the level itself is rounded', async () => {
  const app = await testApp({ isEmpty: true, pageSize: 5000 });
  // Quarters of 11.6 / 3, 10.9 / 3 and 10.8 / 3.
  const months = ['3.9', '3.9', '3.8', '3.6', '3.6', '3.7', '3.6', '3.6', '3.6'];
  const series = 'quits_rate_sa';
  publish(
    app.dataDir,
    'jolts',
    months.map((value, i) => ({ code: series, date: `2019-0${i + 1}-01`, value })),
  );
  /** @returns the values of the JSON, after checking that the CSV has the same. */
  async function answered(more: Record<string, string>): Promise<string[]> {
    const query = { series, date_from: '2019-01-01', date_to: '2019-12-31', frequency: 'q', ...more };
    const ask = (format: Record<string, string>) =>
      app.get(economic('jolts', { ...query, ...format, api_key: app.key }));
    const rows = JSON.parse((await ask({})).text).data as { value: string }[];
    const csv = (await ask({ format: 'csv' })).text.trim().split('\n').slice(1);
    expect(csv.map((row) => row.split(',')[2])).toEqual(rows.map(({ value }) => value));
    return rows.map(({ value }) => value);
  }
  const mean = { aggregation_method: 'avg' };
  expect(await answered(mean)).toEqual(['3.9', '3.6', '3.6']);
  expect(await answered({ ...mean, units: 'chg' })).toEqual(['-0.23333', '-0.03333']);
  expect(await answered({ ...mean, units: 'pch' })).toEqual(['-6.03448', '-0.91743']);
  expect(await answered({ ...mean, units: 'nbd', index_date: '2019-02-01' })).toEqual([
    '100.00000',
    '93.96552',
    '93.10345',
  ]);
  expect(await answered({ aggregation_method: 'eop', units: 'chg' })).toEqual(['-0.1', '-0.1']);
});
