import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { YieldsEnvelope } from '../../service/contract/economic.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import { derive } from '../../service/series-math/derive.ts';
import { dayOf, publish, type TestApp, testApp, weekdays } from './folder.ts';

/** Units and frequencies of yields: the arithmetic of economic data, entered by offset. */

const DATES = weekdays('1990-01-02', 6_000);
/** The second begins later and has a hole. */
const HELD: Record<string, { date: string; value: string }[]> = {
  US10Y: DATES.map((date, i) => ({ date, value: (4 + ((i * 7919) % 300) / 100).toFixed(2) })),
  US2Y: DATES.slice(700)
    .filter((_, i) => i < 90 || i > 130)
    .map((date, i) => ({ date, value: (2 + ((i * 104729) % 200) / 100).toFixed(2) })),
};

async function yieldsApp(): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  const rows = Object.entries(HELD).flatMap(([code, held]) => held.map((one) => ({ code, ...one })));
  publish(app.dataDir, 'yields', rows);
  return app;
}

/** What must be answered, from the whole of every series. */
function expected(codes: readonly string[], recipe: Recipe) {
  const rows = codes.flatMap((series, place) => {
    const held = HELD[series] ?? [];
    const whole = {
      days: Int32Array.from(held, ({ date }) => dayOf(date)),
      values: held.map(({ value }) => value),
    };
    const { series: shown } = derive(whole, { frequency: 'd' }, recipe);
    return Array.from(shown.days, (day, i) => ({
      date: dateText(day),
      series,
      value: shown.values[i] as string,
      place,
    }));
  });
  return rows
    .sort((a, b) => a.date.localeCompare(b.date) || a.place - b.place)
    .map(({ place: _, ...row }) => row);
}

const CASES: [string, Recipe][] = [
  ['units=pc1', { units: 'pc1' }],
  ['units=nbd&index_date=2000-01-03', { units: 'nbd', indexDay: dayOf('2000-01-03') }],
  ['frequency=m', { units: 'lin', to: { cadence: { frequency: 'm' }, method: 'avg' } }],
  [
    'frequency=m&aggregation_method=eop&units=chg',
    { units: 'chg', to: { cadence: { frequency: 'm' }, method: 'eop' } },
  ],
];

describe('yields in other units and at lower frequencies', () => {
  it.each(CASES)(
    '%s equals the calculation over the whole series, wherever a page begins',
    async (query, recipe) => {
      const { get, key } = await yieldsApp();
      const rows = expected(['US2Y', 'US10Y'], recipe);
      expect(rows.length).toBeGreaterThan(300);
      const offsets = [0, 1, 99, 4999, 5000, 5001, 9_999, 10_000, rows.length - 1, rows.length, 99_999];
      for (const offset of offsets) {
        const path = `/yields/series=US2Y,US10Y?${query}&limit=3&offset=${offset}`;
        const { status, text } = await get(path, { 'x-api-key': key });
        const body = JSON.parse(text);
        expect([status, [...Value.Errors(YieldsEnvelope, body)]]).toEqual([200, []]);
        expect(body).toMatchObject({ total_rows: rows.length, limit: 3, offset });
        expect(body.rows, `${offset}`).toEqual(rows.slice(offset, offset + 3));
      }
      const csv = await get(`/yields/series=US2Y,US10Y?${query}&format=csv`, { 'x-api-key': key });
      const lines = rows.map(({ date, series, value }) => `${date},${series},${value}`);
      expect(csv.text).toBe(['date,series,value', ...lines, ''].join('\n'));
      expect(csv.headers['x-total-count']).toBe(String(rows.length));
    },
  );

  it('have a file name and an ETag of their own, and new rows when the data change', async () => {
    const { get, key, dataDir } = await yieldsApp();
    const ask = (query: string) => get(`/yields/series=US10Y?${query}`, { 'x-api-key': key });
    const made = await ask('format=csv&units=pc1&frequency=m');
    expect(made.headers['content-disposition']).toContain('yields_US10Y_pc1_m.csv');
    expect(made.headers.etag).not.toBe((await ask('format=csv')).headers.etag);
    expect((await ask('units=chg')).headers.etag).not.toBe((await ask('')).headers.etag);
    const total = async () => JSON.parse((await ask('units=chg&limit=1')).text).total_rows;
    const before = await total();
    const days = ['2025-01-02', '2025-01-03'];
    publish(
      dataDir,
      'yields',
      days.map((date) => ({ code: 'US10Y', date, value: '4.57' })),
    );
    expect(await total()).toBe(before + 1);
  });

  it('are the published rows without such parameters', async () => {
    const { get, key } = await yieldsApp();
    const ask = async (query: string) =>
      (await get(`/yields/series=US10Y?limit=5${query}`, { 'x-api-key': key })).headers.etag;
    expect(await ask('&units=lin&frequency=d')).toBe(await ask(''));
  });

  it('are judged after the key and the code', async () => {
    const { get, key } = await yieldsApp();
    const ask = (path: string) => get(path, { 'x-api-key': key });
    expect((await get('/yields/series=US10Y?units=yoy')).status).toBe(401);
    expect((await ask('/yields/series=NOPE?units=yoy')).status).toBe(404);
  });
});

it('a spread is answered wherever a yield is: JSON, CSV long and wide, units, frequency, charts', async () => {
  const { get, key } = await testApp();
  const ask = (path: string) => get(path, { 'x-api-key': key });
  const CODE = 'US10Y_US2Y';
  const { text } = await ask(`/yields/series=US2Y,${CODE}?limit=2`);
  const body = JSON.parse(text);
  expect(body.total_rows).toBe(60);
  expect(body.rows).toEqual([
    { date: '2024-03-01', series: 'US2Y', value: '4.00' },
    { date: '2024-03-01', series: CODE, value: '0.00' },
  ]);
  const csv = await ask(`/yields/series=${CODE}?format=csv&order=desc`);
  expect(csv.text.split('\n').slice(0, 2)).toEqual(['date,series,value', `2024-04-11,${CODE},0.00`]);
  const wide = await ask(`/yields/series=${CODE},US10Y?format=csv&layout=wide&date=2024-03-03`);
  expect(wide.text).toBe(`date,${CODE},US10Y\n2024-03-01,0.00,4.00\n`);
  const monthly = await ask(`/yields/series=${CODE}?frequency=m&units=lin`);
  expect(JSON.parse(monthly.text).rows).toEqual([{ date: '2024-03-01', series: CODE, value: '0.00' }]);
  const view = await ask(`/api/v1/view?series=yields.${CODE}:lin,yields.US2Y&units=pc1&format=csv`);
  expect(view.text.split('\n')[0]).toBe(`date,yields.${CODE},yields.US2Y_PC1`);
});
