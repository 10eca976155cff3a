import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { YieldsEnvelope } from '../../service/contract/economic.ts';
import { derive, type Recipe } from '../../service/series-math/derive.ts';
import { dayOf, publish, type TestApp, testApp, weekdays } from './folder.ts';

/** Yields in a date range, newest first, or as known on a day; and constituents of a day. */

const DATES = weekdays('2024-01-02', 40);
const CODES = ['US3M', 'US2Y', 'US10Y'];
/** The 2-year has gaps, and the 10-year begins later. */
const ROWS = DATES.flatMap((date, i) =>
  CODES.filter((code) => (code === 'US2Y' ? i % 7 !== 3 : code === 'US10Y' ? i > 5 : true)).map((code) => ({
    code,
    date,
    value: (3 + CODES.indexOf(code) + i / 100).toFixed(2),
  })),
);

async function yieldsApp(): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  publish(app.dataDir, 'yields', ROWS);
  return app;
}

async function ask({ get, key }: TestApp, codes: string, query: string) {
  const answer = await get(`/yields/series=${codes}?${query}`, { 'x-api-key': key });
  return {
    ...answer,
    body: answer.status === 200 && !query.includes('csv') ? JSON.parse(answer.text) : answer.text,
  };
}

/** The expected rows, from the rows themselves. */
function expected(codes: readonly string[], from: string, to: string, isDescending: boolean) {
  return ROWS.filter(({ code, date }) => codes.includes(code) && date >= from && date <= to)
    .sort(
      (a, b) =>
        (isDescending ? b.date.localeCompare(a.date) : a.date.localeCompare(b.date)) ||
        codes.indexOf(a.code) - codes.indexOf(b.code),
    )
    .map(({ code, ...row }) => ({ date: row.date, series: code, value: row.value }));
}

describe('yields of a range', () => {
  it('pages of any size, in either order, are the rows of the range, each once; the CSV has the same', async () => {
    const app = await yieldsApp();
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(CODES, { minLength: 1 }),
        fc.integer({ min: 0, max: 39 }),
        fc.integer({ min: 0, max: 39 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (codes, one, other, limit, isDescending) => {
          const [from, to] = [DATES[Math.min(one, other)] as string, DATES[Math.max(one, other)] as string];
          const query = `date_from=${from}&date_to=${to}${isDescending ? '&order=desc' : ''}`;
          const rows = expected(codes, from, to, isDescending);
          const got: unknown[] = [];
          for (let offset = 0; offset <= rows.length; offset += limit) {
            const { body } = await ask(app, codes.join(), `${query}&limit=${limit}&offset=${offset}`);
            expect(body.total_rows).toBe(rows.length);
            got.push(...body.rows);
          }
          expect(got).toEqual(rows);
          const { body: csv } = await ask(app, codes.join(), `${query}&format=csv`);
          expect(csv).toBe(
            [
              'date,series,value',
              ...rows.map(({ date, series, value }) => `${date},${series},${value}`),
              '',
            ].join('\n'),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('`date` gives the newest day up to it that has any of the codes', async () => {
    const app = await yieldsApp();
    const dateOf = async (codes: string, query: string) =>
      (await ask(app, codes, query)).body.rows.map(({ date, series }: { date: string; series: string }) => [
        date,
        series,
      ]);
    // A Saturday; a day on which the 2-year is missing; a day before the 10-year begins.
    expect(await dateOf('US2Y,US3M', 'date=2024-01-06')).toEqual([['2024-01-05', 'US3M']]);
    expect(await dateOf('US2Y', 'date=2024-01-06')).toEqual([['2024-01-04', 'US2Y']]);
    expect(await dateOf('US10Y', 'date=2024-01-06')).toEqual([]);
    expect(await dateOf('US3M,US2Y,US10Y', `date=${DATES[39]}`)).toEqual(
      CODES.map((code) => [DATES[39], code]),
    );
    expect(await dateOf('US10Y,US3M', `date=${DATES[39]}&order=desc`)).toEqual([
      [DATES[39], 'US10Y'],
      [DATES[39], 'US3M'],
    ]);
    // For calculated values, the newest complete month.
    expect(await dateOf('US3M,US2Y', 'date=2024-01-31&frequency=m')).toEqual([
      ['2024-01-01', 'US3M'],
      ['2024-01-01', 'US2Y'],
    ]);
  });

  it('calculated values can be limited to a range and reversed, like published ones', async () => {
    const app = await yieldsApp();
    const range = `date_from=${DATES[10]}&date_to=${DATES[30]}`;
    const { body: forward } = await ask(app, 'US2Y,US3M', `${range}&units=chg&limit=500`);
    const { body: back } = await ask(app, 'US2Y,US3M', `${range}&units=chg&limit=500&order=desc`);
    expect(forward.total_rows).toBeGreaterThan(30);
    const byDay = (rows: { date: string }[]) => Map.groupBy(rows, ({ date }) => date);
    expect([...byDay(back.rows)].toReversed()).toEqual([...byDay(forward.rows)]);
  });

  it('`as_of` gives the data at the end of that day', async () => {
    const app = await testApp({ isEmpty: true });
    publish(app.dataDir, 'yields', ROWS.slice(0, 20), 'file', '2026-11-10T12:00:00.000Z');
    const revised = { ...(ROWS[0] as (typeof ROWS)[0]), value: '9.99' };
    publish(app.dataDir, 'yields', [revised, ...ROWS.slice(20)], 'file', '2026-11-15T12:00:00.000Z');
    const then = await ask(app, CODES.join(), 'as_of=2026-11-12&limit=500');
    expect(then.body.total_rows).toBe(20);
    expect(then.body.rows[0].value).toBe(ROWS[0]?.value);
    const now = await ask(app, CODES.join(), 'as_of=2026-11-16&limit=500');
    expect(now.body.total_rows).toBe(ROWS.length);
    expect(now.body.rows[0].value).toBe('9.99');
    const csv = await ask(app, CODES.join(), 'as_of=2026-11-12&format=csv&order=desc');
    expect(csv.text.trim().split('\n')).toHaveLength(21);
    expect((await ask(app, CODES.join(), 'as_of=2026-11-01')).body.rows).toEqual([]);
  });
});

/** Yields have the units and frequencies of economic data, with offsets instead of tokens. */

const LONG_DATES = weekdays('1990-01-02', 6_000);
/** The 2-year begins later and has a gap. */
const HELD_YIELDS: Record<string, { date: string; value: string }[]> = {
  US10Y: LONG_DATES.map((date, i) => ({ date, value: (4 + ((i * 7919) % 300) / 100).toFixed(2) })),
  US2Y: LONG_DATES.slice(700)
    .filter((_, i) => i < 90 || i > 130)
    .map((date, i) => ({ date, value: (2 + ((i * 104729) % 200) / 100).toFixed(2) })),
};

async function longYields(): Promise<TestApp> {
  const app = await testApp({ isEmpty: true });
  const rows = Object.entries(HELD_YIELDS).flatMap(([code, held]) => held.map((one) => ({ code, ...one })));
  publish(app.dataDir, 'yields', rows);
  return app;
}

/** The expected values, from the whole of every series. */
function computedOf(codes: readonly string[], recipe: Recipe) {
  const rows = codes.flatMap((series, place) => {
    const held = HELD_YIELDS[series] ?? [];
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
      const { get, key } = await longYields();
      const rows = computedOf(['US2Y', 'US10Y'], recipe);
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

  it('have their own file name and ETag, and new rows when the data change', async () => {
    const { get, key, dataDir } = await longYields();
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

  it('are the published rows without these parameters', async () => {
    const { get, key } = await longYields();
    const ask = async (query: string) =>
      (await get(`/yields/series=US10Y?limit=5${query}`, { 'x-api-key': key })).headers.etag;
    expect(await ask('&units=lin&frequency=d')).toBe(await ask(''));
  });

  it('are checked after the key and the code', async () => {
    const { get, key } = await longYields();
    const ask = (path: string) => get(path, { 'x-api-key': key });
    expect((await get('/yields/series=US10Y?units=yoy')).status).toBe(401);
    expect((await ask('/yields/series=NOPE?units=yoy')).status).toBe(404);
  });
});

it('a spread is available wherever a yield is: JSON, long and wide CSV, units, frequency, charts', async () => {
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
