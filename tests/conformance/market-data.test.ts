import { beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow, MEMBERS, serviceOnData, YIELDS } from './imported-data.ts';
import type { MarketPage, Refused } from './running-service.ts';

const service = serviceOnData();
let key: string;
let revoked: string;

beforeAll(async () => {
  key = (await service.makeKey('market data')).key;
  revoked = (await service.makeRevokedKey('old')).key;
});

const ask = (target: string) => service.get<MarketPage>(target, { key });
const refused = (target: string) => service.get<Refused>(target, { key });
const DAYS = YIELDS.filter(({ series }) => series === 'US2Y').map(({ date }) => date);
const yieldOn = (date: string, series: string) =>
  YIELDS.find((row) => row.date === date && row.series === series);
/** Both yields by date, then in the order of the request. */
const BOTH = DAYS.flatMap((date) => [yieldOn(date, 'US2Y'), yieldOn(date, 'US10Y')]);

describe('A page of market data', () => {
  it('has exactly the fields of the envelope, and limit and offset reach every row once', async () => {
    const rows: unknown[] = [];
    for (const offset of [0, 25, 50]) {
      const { status, json } = await ask(`/yields/series=US2Y,US10Y?limit=25&offset=${offset}`);
      expect(status).toBe(200);
      expect(Object.keys(json).sort()).toEqual(['latency', 'limit', 'offset', 'rows', 'total_rows']);
      expect(json).toMatchObject({ total_rows: 60, limit: 25, offset });
      expect(typeof json.latency).toBe('number');
      rows.push(...json.rows);
    }
    expect(rows).toEqual(BOTH);
  });

  it('has 100 rows from the first on without limit and offset', async () => {
    const { json } = await ask('/yields/series=US10Y');
    expect(json).toMatchObject({ limit: 100, offset: 0, total_rows: 30 });
  });

  it('has no rows past the end, and the true number of all', async () => {
    expect((await ask('/yields/series=US10Y?limit=10&offset=1000')).json).toMatchObject({
      rows: [],
      total_rows: 30,
    });
    const { status, json } = await ask('/yields/series=US10Y?offset=99999999999999999999');
    expect(status).toBe(200);
    expect(json.rows).toEqual([]);
  });

  it('has up to 5,000 rows, and a higher limit is refused, not lowered', async () => {
    expect((await ask('/yields/series=US10Y?limit=5000')).json.limit).toBe(5000);
    expect((await refused('/yields/series=US10Y?limit=5001')).status).toBe(422);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e3', 'limit'],
    ['limit=10&offset=-1', 'offset'],
    ['limit=10&offset=1.5', 'offset'],
    ['limit[]=5', 'limit[]'],
    ['limit=5&limit=6', 'limit'],
    ['format=xlsx', 'format'],
  ])('is refused with %s', async (query, parameter) => {
    const { status, json } = await refused(`/yields/series=US10Y?${query}`);
    expect(status).toBe(422);
    expect(json.detail).toMatchObject({ error: 'invalid_parameter', parameter });
  });

  it('counts against no limit', async () => {
    const { headers } = await ask('/yields/series=US10Y');
    expect(headers.get('RateLimit')).toBeNull();
  });
});

describe('The codes in the path', () => {
  it.each([
    ['/yields/series=US10Y,NOPE', { detail: 'Unknown series: NOPE' }],
    ['/constituents/series=NOPE', { detail: 'Unknown series: NOPE' }],
    ['/constituents/series=TESTIDX,SP500', { detail: 'Unknown series: TESTIDX,SP500' }],
    ['/yields/series=', { detail: 'Not Found' }],
    ['/yields/US10Y', { detail: 'Not Found' }],
    ['/yields', { detail: 'Not Found' }],
    ['/yields/series=%20', { detail: 'Not Found' }],
    // The path is read before the query.
    ['/yields/series=NOPE?limit=0', { detail: 'Unknown series: NOPE' }],
  ])('are 404 if one is unknown or all are missing: %s', async (target, body) => {
    const { status, json } = await ask(target);
    expect(status).toBe(404);
    expect(json).toEqual(body);
  });
});

describe('The key of market data', () => {
  const target = '/yields/series=US10Y?limit=5&offset=0';

  it.each([
    ['missing', {}],
    ['empty', { 'X-API-Key': '' }],
    ['invalid', { 'X-API-Key': 'nonsense' }],
  ])('is 401 if it is %s', async (_what, headers) => {
    const { status, json } = await service.get(target, { headers });
    expect(status).toBe(401);
    expect(json).toEqual({ detail: 'Not authenticated' });
  });

  it('is 403 if it was revoked', async () => {
    const { status, json } = await service.get(target, { key: revoked });
    expect(status).toBe(403);
    expect(json).toEqual({ detail: 'forbidden' });
  });

  it('is ignored in the query', async () => {
    expect((await service.get(`${target}&api_key=${key}`)).status).toBe(401);
    expect((await ask(`${target}&api_key=nonsense`)).status).toBe(200);
  });

  it('is checked before the codes and the parameters', async () => {
    expect((await service.get('/yields/series=NOPE?limit=0')).status).toBe(401);
    expect((await service.get('/yields/series=NOPE?limit=0', { key: revoked })).status).toBe(403);
  });
});

describe('Yields', () => {
  it('can be limited to days, and come newest first with order=desc', async () => {
    const { json } = await ask(
      '/yields/series=US2Y,US10Y?date_from=2024-03-05&date_to=2024-03-06&order=desc',
    );
    const days = ['2024-03-06', '2024-03-05'];
    expect(json.total_rows).toBe(4);
    expect(json.rows).toEqual(days.flatMap((date) => [yieldOn(date, 'US2Y'), yieldOn(date, 'US10Y')]));
  });

  it('with date= are those of the newest day on or before it, and allow no range', async () => {
    // 2024-03-10 is a Sunday.
    const { json } = await ask('/yields/series=US2Y?date=2024-03-10');
    expect(json.rows).toEqual([yieldOn('2024-03-08', 'US2Y')]);
    const both = await refused('/yields/series=US2Y?date=2024-03-10&date_from=2024-03-01');
    expect(both.json.detail.parameter).toBe('date');
  });

  it('include spreads, each exactly one yield less the other', async () => {
    const { json } = await ask('/yields/series=US10Y_US2Y?limit=1');
    expect(json).toMatchObject({
      total_rows: 30,
      rows: [{ date: '2024-03-01', series: 'US10Y_US2Y', value: '0.25' }],
    });
  });

  it('refuse a day in the future', async () => {
    const later = dayFromNow(3);
    for (const name of ['date_to', 'date', 'as_of'])
      expect((await refused(`/yields/series=US2Y?${name}=${later}`)).json.detail.parameter).toBe(name);
  });

  it('are empty as of a day before the import', async () => {
    expect((await ask('/yields/series=US2Y?as_of=2020-01-01')).json.total_rows).toBe(0);
  });
});

describe('Constituents', () => {
  it('are the newest list, by weight descending, then by ticker, all as text', async () => {
    const { json } = await ask('/constituents/series=TESTIDX?limit=5000&offset=0');
    expect(json.total_rows).toBe(MEMBERS.length);
    expect(json.rows).toEqual(MEMBERS);
  });

  it('with date= are the newest list of that day or an earlier one', async () => {
    const { json } = await ask('/constituents/series=TESTIDX?date=2024-03-27');
    expect(json.rows.map(({ as_of, ticker }) => [as_of, ticker])).toEqual([['2023-12-29', 'TK0']]);
    expect((await ask('/constituents/series=TESTIDX?date=2023-01-01')).json.rows).toEqual([]);
  });

  it('are also at /api/v1, where the key may be in the query, and the request counts', async () => {
    const target = '/api/v1/constituents/series=TESTIDX?limit=1';
    const { json, headers } = await service.get<MarketPage>(`${target}&api_key=${key}`);
    expect(json.rows).toEqual(MEMBERS.slice(0, 1));
    expect(headers.get('RateLimit')).not.toBeNull();
    expect((await service.get(target)).json).toEqual({
      detail: { error: 'invalid_api_key', revoked: false },
    });
  });
});

describe('Tables of market data', () => {
  it('with format=csv have the whole selection, whatever the limit', async () => {
    const { headers, text } = await ask('/yields/series=US2Y,US10Y?format=csv&limit=3');
    expect(headers.get('Content-Type')).toMatch(/^text\/csv/);
    expect(headers.get('X-Total-Count')).toBe('60');
    const lines = BOTH.map((row) => `${row?.date},${row?.series},${row?.value}\n`);
    expect(text).toBe(`date,series,value\n${lines.join('')}`);
  });

  it('with layout=wide have a row per date and a column per series', async () => {
    const { text } = await ask('/yields/series=US10Y,US2Y?format=csv&layout=wide&date_to=2024-03-04');
    expect(text).toBe('date,US10Y,US2Y\n2024-03-01,4.25,4.00\n2024-03-04,4.26,4.01\n');
  });

  it('quote texts with a comma', async () => {
    const { text } = await ask('/constituents/series=TESTIDX?format=csv');
    const [header, first, ...others] = text.trimEnd().split('\n');
    expect(header).toBe('series,as_of,ticker,name,sector,weight');
    expect(first).toBe('TESTIDX,2024-03-28,TK0,"Company, 0 Inc.",Industrials,8.50');
    expect(others).toHaveLength(MEMBERS.length - 1);
  });

  it('with format=parquet have the same rows as a file', async () => {
    const { headers, text } = await ask('/yields/series=US2Y?format=parquet');
    expect(headers.get('Content-Type')).toBe('application/vnd.apache.parquet');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=".+\.parquet"$/);
    expect(text).toMatch(/^PAR1/);
  });
});
