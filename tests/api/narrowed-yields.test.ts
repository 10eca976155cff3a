import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publish, type TestApp, testApp, weekdays } from './folder.ts';

/** Yields narrowed by date, newest first, as known on a day; and lists of a day. */

const DATES = weekdays('2024-01-02', 40);
const CODES = ['US3M', 'US2Y', 'US10Y'];
/** The second has a hole, the third begins later. */
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

/** What must be answered, from the rows themselves. */
function expected(codes: readonly string[], from: string, to: string, isDescending: boolean) {
  return ROWS.filter(({ code, date }) => codes.includes(code) && date >= from && date <= to)
    .sort(
      (a, b) =>
        (isDescending ? b.date.localeCompare(a.date) : a.date.localeCompare(b.date)) ||
        codes.indexOf(a.code) - codes.indexOf(b.code),
    )
    .map(({ code, ...row }) => ({ date: row.date, series: code, value: row.value }));
}

describe('yields, narrowed', () => {
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

  it('one end alone narrows too', async () => {
    const app = await yieldsApp();
    const { body: later } = await ask(app, 'US3M', `date_from=${DATES[38]}`);
    expect(later.rows.map(({ date }: { date: string }) => date)).toEqual(DATES.slice(38));
    const { body: earlier } = await ask(app, 'US3M', `date_to=${DATES[1]}`);
    expect(earlier.rows.map(({ date }: { date: string }) => date)).toEqual(DATES.slice(0, 2));
  });

  it('`date` answers the newest day up to it that has any of the codes', async () => {
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
    // Calculated values too: the newest whole month.
    expect(await dateOf('US3M,US2Y', 'date=2024-01-31&frequency=m')).toEqual([
      ['2024-01-01', 'US3M'],
      ['2024-01-01', 'US2Y'],
    ]);
  });

  it('calculated values are narrowed and turned round like published ones', async () => {
    const app = await yieldsApp();
    const range = `date_from=${DATES[10]}&date_to=${DATES[30]}`;
    const { body: forward } = await ask(app, 'US2Y,US3M', `${range}&units=chg&limit=500`);
    const { body: back } = await ask(app, 'US2Y,US3M', `${range}&units=chg&limit=500&order=desc`);
    expect(forward.total_rows).toBeGreaterThan(30);
    const byDay = (rows: { date: string }[]) => Map.groupBy(rows, ({ date }) => date);
    expect([...byDay(back.rows)].toReversed()).toEqual([...byDay(forward.rows)]);
  });

  it('`as_of` answers what was held at the end of that day', async () => {
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
