import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CLAIMS, DEBT_CODES, dayOf, publish, publishConstituents, type TestApp, testApp } from './folder.ts';

/** CSV with a row a date: the same observations as the long one, wherever a piece of it ends. */

async function csv(
  { get, key }: TestApp,
  path: string,
  query: string,
): Promise<{ text: string; headers: object }> {
  const answer = await get(`${path}?${query}&format=csv`, { 'x-api-key': key });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** @returns the observations of a wide CSV as lines of a long one, by column. */
function unpivoted(text: string): string[] {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const columns = head.split(',').slice(1);
  return lines.flatMap((line) => {
    const [date, ...cells] = line.split(',');
    expect(cells).toHaveLength(columns.length);
    return cells.flatMap((value, i) => (value === '' ? [] : [`${date},${columns[i]},${value}`]));
  });
}

const RANGE = 'date_from=2024-01-01&date_to=2024-12-31';

it('has the observations of the long CSV, a row a date, with the columns as they were asked for', async () => {
  const app = await testApp();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(DEBT_CODES, { minLength: 1 }), async (codes) => {
      const path = '/api/v1/economic-data/us_debt';
      const query = `series=${codes}&${RANGE}`;
      const [long, wide] = [await csv(app, path, query), await csv(app, path, `${query}&layout=wide`)];
      expect(wide.text.split('\n')[0]).toBe(['date', ...codes].join());
      expect(unpivoted(wide.text)).toEqual(long.text.trimEnd().split('\n').slice(1));
      expect(wide.text.trimEnd().split('\n')).toHaveLength(41);
      expect(wide.headers).not.toHaveProperty('x-total-count');
      expect(wide.headers).toMatchObject({ 'content-disposition': expect.stringContaining('_wide.csv') });
    }),
    { numRuns: 10 },
  );
});

it('has a column for each state that is held or asked for; one without observations is empty', async () => {
  const app = await testApp();
  const path = '/api/v1/economic-data/ui_state_weekly_claims';
  const all = await csv(app, path, `series=continued_claims,initial_claims&${RANGE}&layout=wide`);
  const states = ['CA', 'NY', 'TX'];
  expect(all.text.split('\n')[0]).toBe(
    [
      'date',
      ...['continued_claims', 'initial_claims'].flatMap((code) => states.map((state) => `${code}.${state}`)),
    ].join(),
  );
  expect(unpivoted(all.text).toSorted()).toEqual(
    CLAIMS.map(({ code, area, date, value }) => `${date},${code}.${area},${value}`).toSorted(),
  );
  const some = await csv(app, path, `series=initial_claims&state=TX,AK&${RANGE}&layout=wide`);
  expect(some.text.split('\n').slice(0, 2)).toEqual([
    'date,initial_claims.TX,initial_claims.AK',
    '2024-01-06,1000,',
  ]);
});

it('goes on where a piece of 10,000 observations ends within a date', async () => {
  const app = await testApp({ isEmpty: true });
  const dates = Array.from({ length: 7000 }, (_, i) =>
    new Date((dayOf('1990-01-01') + i) * 86_400_000).toISOString().slice(0, 10),
  );
  publish(
    app.dataDir,
    'us_debt',
    dates.flatMap((date, i) =>
      DEBT_CODES.slice(0, 3).map((code, place) => ({ code, date, value: `${i}.${place}` })),
    ),
  );
  const query = `series=${DEBT_CODES}&date_from=1990-01-01&date_to=2024-12-31&layout=wide`;
  const { text } = await csv(app, '/api/v1/economic-data/us_debt', query);
  expect(text.trimEnd().split('\n')).toEqual([
    ['date', ...DEBT_CODES].join(),
    ...dates.map((date, i) => `${date},${i}.0,${i}.1,${i}.2`),
  ]);
});

it('holds for yields, in either order and calculated; JSON ignores the layout', async () => {
  const app = await testApp();
  const path = '/yields/series=US2Y,US10Y';
  const up = await csv(app, path, 'layout=wide');
  const down = await csv(app, path, 'layout=wide&order=desc');
  expect(up.text.split('\n')[0]).toBe('date,US2Y,US10Y');
  expect(down.text.trimEnd().split('\n').slice(1)).toEqual(
    up.text.trimEnd().split('\n').slice(1).toReversed(),
  );
  const changes = await csv(app, path, 'layout=wide&units=chg');
  expect(changes.text.split('\n')[1]).toMatch(/^2024-03-04,0\.01,0\.01$/);
  const etags = await Promise.all(
    ['', '&layout=wide'].map(
      async (words) => (await app.get(`${path}?limit=3${words}`, { 'x-api-key': app.key })).headers.etag,
    ),
  );
  expect(etags[0]).toBe(etags[1]);
});

it('a list is asked for by date: the newest up to it', async () => {
  const app = await testApp();
  publishConstituents(app.dataDir, 'TESTIDX', '2024-06-28');
  const at = async (query: string) =>
    JSON.parse(
      (await app.get(`/constituents/series=TESTIDX?limit=1${query}`, { 'x-api-key': app.key })).text,
    );
  expect((await at('')).rows[0].as_of).toBe('2024-06-28');
  expect((await at('&date=2024-06-28')).rows[0].as_of).toBe('2024-06-28');
  expect((await at('&date=2024-06-27')).rows[0].as_of).toBe('2024-03-28');
  expect(await at('&date=2024-03-27')).toMatchObject({ rows: [], total_rows: 0 });
  const { text } = await csv(app, '/constituents/series=TESTIDX', 'date=2024-05-01');
  expect(text.split('\n')[1]).toContain('TESTIDX,2024-03-28');
});
