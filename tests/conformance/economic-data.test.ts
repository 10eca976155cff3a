import { beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_DEBT,
  CLAIMS,
  DATASETS,
  DEBT,
  dayFromNow,
  FIRST_DAY,
  ONE_ROW,
  STATES,
  serviceOnData,
} from './imported-data.ts';
import { type EconomicPage, economic, leftToday, PAGE_SIZE, type Refused } from './running-service.ts';

const service = serviceOnData();
const DEBT_CODES = DATASETS.us_debt?.codes.join() ?? '';
const PUBLIC = { series: 'debt_held_by_public', ...ALL_DEBT };
const WHOLE_HISTORY = { date_from: '2023-01-01', date_to: '2024-12-31' };

let key: string;
/** Each subject has its own key, so that the tests do not meet the limit per minute. */
const useNewKey = () =>
  beforeAll(async () => {
    key = (await service.makeKey('economic data')).key;
  });

const ask = (query: Record<string, string>, dataset = 'us_debt') =>
  service.get<EconomicPage>(economic(dataset, query), { key });
const refused = (query: Record<string, string>, dataset = 'us_debt') =>
  service.get<Refused>(economic(dataset, query), { key });

describe('A page of economic data', () => {
  useNewKey();

  it('has exactly the fields of the envelope, and every value is text', async () => {
    const { status, headers, json } = await ask(PUBLIC);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(Object.keys(json).sort()).toEqual(['data', 'message', 'meta', 'pagination', 'status']);
    expect(json).toMatchObject({ status: 'OK', message: 'Data retrieved successfully' });
    expect(json.meta).toEqual({
      schema_version: '1.0',
      frequency: 'Daily',
      fields: { date: 'string (YYYY-MM-DD)', series: 'string', value: 'numerical string' },
    });
    expect(Object.keys(json.pagination).sort()).toEqual(['count', 'next_url']);
    expect(json.pagination.count).toBe(String(PAGE_SIZE));
    expect(json.data).toHaveLength(PAGE_SIZE);
    for (const row of json.data) {
      expect(Object.keys(row).sort()).toEqual(['date', 'series', 'value']);
      expect(typeof row.value).toBe('string');
    }
  });

  it('keeps the text of a value as in the file', async () => {
    const { json } = await ask(ONE_ROW);
    expect(json.data).toEqual([DEBT[2]]);
    expect(json.pagination).toEqual({ count: '1', next_url: null });
  });

  it('accepts the key in the query as well as in a header', async () => {
    const target = economic('us_debt', ONE_ROW);
    expect((await service.get(economic('us_debt', { ...ONE_ROW, api_key: key }))).status).toBe(200);
    expect((await service.get(target, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  });

  it('has rows by date, then in the order of the requested series', async () => {
    const { json } = await ask({ ...FIRST_DAY, series: 'total_public_debt_outstanding,debt_held_by_public' });
    expect(json.data).toEqual([DEBT[2], DEBT[0]]);
  });

  it('ignores spaces around a code, and counts a repeated code once', async () => {
    const { status, json } = await ask({
      ...FIRST_DAY,
      series: ' debt_held_by_public , debt_held_by_public',
    });
    expect(status).toBe(200);
    expect(json.data).toEqual([DEBT[0]]);
  });

  it('is empty, and not an error, if the range has no rows', async () => {
    const { status, json } = await ask({ ...PUBLIC, date_from: '1950-01-01', date_to: '1950-12-31' });
    expect(status).toBe(200);
    expect(json.data).toEqual([]);
    expect(json.pagination).toEqual({ count: '0', next_url: null });
  });

  it('answers HEAD with the same headers and no body', async () => {
    const head = await service.get(economic('us_debt', ONE_ROW), { key, method: 'HEAD' });
    const whole = await ask(ONE_ROW);
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['Content-Type', 'Content-Length', 'ETag'])
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  });

  it('is 304 for a client with the current answer, and that request does not count', async () => {
    const { headers, ...first } = await ask(ONE_ROW);
    const again = await service.get(economic('us_debt', ONE_ROW), {
      key,
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(leftToday(again)).toBe(leftToday({ headers, ...first }));
  });
});

describe('A dataset', () => {
  useNewKey();

  it.each(Object.entries(DATASETS))(
    '%s knows each of its codes, and its frequency',
    async (dataset, { frequency, codes }) => {
      const { status, json, text } = await ask({ ...WHOLE_HISTORY, series: codes.join() }, dataset);
      expect(status, text).toBe(200);
      expect(json.meta.frequency).toBe(frequency);
      expect(json.data.every(({ series }) => codes.includes(series))).toBe(true);
    },
  );

  it('that does not exist is 404', async () => {
    const { status, json } = await ask({ ...WHOLE_HISTORY, series: 'nope' }, 'nope');
    expect(status).toBe(404);
    expect(json).toEqual({ detail: 'Not Found' });
  });
});

describe('A wrong request is 422, and names the parameter', () => {
  useNewKey();

  const good = { series: 'debt_held_by_public', date_from: '2024-01-01', date_to: dayFromNow(0) };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(good).filter(([each]) => each !== name));
  it.each([
    ['date_from after date_to', 'date_from', { ...good, date_from: '2024-02-01', date_to: '2024-01-01' }],
    ['a date_to in the future', 'date_to', { ...good, date_to: dayFromNow(3) }],
    ['a month that does not exist', 'date_from', { ...good, date_from: '2024-13-01' }],
    ['a day that does not exist', 'date_from', { ...good, date_from: '2024-02-30' }],
    ['a date without hyphens', 'date_from', { ...good, date_from: '20240101' }],
    ['an empty date', 'date_from', { ...good, date_from: '' }],
    ['no date_from', 'date_from', without('date_from')],
    ['no date_to', 'date_to', without('date_to')],
    ['no series', 'series', without('series')],
    ['empty series', 'series', { ...good, series: '' }],
    ['an unknown code', 'series', { ...good, series: 'nope' }],
    ['an empty element', 'series', { ...good, series: 'debt_held_by_public,' }],
    ['SQL in a code', 'series', { ...good, series: "x' OR 1=1 --" }],
    ['a parameter of other paths', 'limit', { ...good, limit: '5' }],
    ['a misspelled parameter', 'date_form', { ...good, date_form: '2024-01-01' }],
    ['a format that there is not', 'format', { ...good, format: 'xml' }],
  ] satisfies [string, string, Record<string, string>][])('%s', async (_what, parameter, query) => {
    const { status, json } = await refused(query);
    expect(status).toBe(422);
    expect(json.detail).toMatchObject({ error: 'invalid_parameter', parameter });
    expect(json.detail.message).toMatch(/\w{2}/);
  });

  it('the message names the unknown code', async () => {
    expect((await refused({ ...good, series: 'nope' })).json.detail.message).toContain('nope');
  });

  it('one answer lists all errors', async () => {
    const { json } = await service.get<{ detail: { errors: { parameter: string }[] } }>(
      economic('us_debt', { series: 'nope', date_from: '2024-13-01', date_to: '2024-01-01' }),
      { key },
    );
    expect(json.detail.errors.map(({ parameter }) => parameter)).toEqual(['series', 'date_from']);
  });

  it.each(['date_to=2024-01-02&date_to=2024-01-03', 'date_to[]=2024-01-02'])(
    'a parameter that is repeated or has brackets: %s',
    async (twice) => {
      const target = `/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&${twice}`;
      expect((await service.get(target, { key })).status).toBe(422);
    },
  );

  it('today is allowed, and so are names that resemble no parameter', async () => {
    expect((await ask({ ...good, _: '1' })).status).toBe(200);
  });
});

describe('State-level claims', () => {
  useNewKey();

  const query = { series: 'initial_claims,continued_claims', ...WHOLE_HISTORY };
  const order = (rows: typeof CLAIMS) =>
    rows.toSorted(
      (one, two) =>
        one.date.localeCompare(two.date) ||
        two.series.localeCompare(one.series) ||
        one.state.localeCompare(two.state),
    );

  it('carry the state in each row, by date, then series, then state', async () => {
    const pages = await service.allPages(economic('ui_state_weekly_claims', query), { key });
    expect(pages[0]?.meta.fields.state).toBe('string');
    expect(pages.flatMap(({ data }) => data)).toEqual(order(CLAIMS));
  });

  it('can be limited to some states', async () => {
    const two = STATES.slice(1);
    const pages = await service.allPages(
      economic('ui_state_weekly_claims', { ...query, state: two.join() }),
      { key },
    );
    expect(pages.flatMap(({ data }) => data)).toEqual(
      order(CLAIMS.filter(({ state }) => two.includes(state))),
    );
  });

  it.each(['ZZ', 'ca', 'CA,'])('refuse state=%s', async (state) => {
    const { status, json } = await refused({ ...query, state }, 'ui_state_weekly_claims');
    expect(status).toBe(422);
    expect(json.detail.parameter).toBe('state');
  });
});

describe('CSV and numbers', () => {
  useNewKey();

  it('format=csv answers the whole range unpaged, with lines ended by LF, as one request', async () => {
    const before = leftToday(await ask(ONE_ROW));
    const answer = await ask({ ...ALL_DEBT, series: DEBT_CODES, format: 'csv' });
    const { status, headers, text } = answer;
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/csv/);
    const lines = DEBT.map(({ date, series, value }) => `${date},${series},${value}\n`);
    expect(text).toBe(`date,series,value\n${lines.join('')}`);
    expect(leftToday(answer)).toBe(before - 1);
  });

  it('Accept: text/csv requests CSV too; for states the line has the state', async () => {
    const target = economic('ui_state_weekly_claims', {
      series: 'initial_claims',
      date_from: '2024-01-01',
      date_to: '2024-01-07',
    });
    const { text } = await service.get(target, { key, headers: { Accept: 'text/csv' } });
    const lines = STATES.map((state) => `2024-01-06,initial_claims,${state},1000\n`);
    expect(text).toBe(`date,series,state,value\n${lines.join('')}`);
  });

  it('units are calculated from the exact average, while the average itself has the decimals of its source', async () => {
    const query = { series: 'hires_level_sa', ...WHOLE_HISTORY, frequency: 'q' };
    const values = async (more: Record<string, string>) =>
      (await ask({ ...query, ...more }, 'jolts')).json.data.map(({ value }) => value);
    // 1.2 2.4 3.8, 4.6 5.2 6.4, …: the first means are 2.46… and 5.4. If rounded, they would differ by 2.9.
    expect(await values({ aggregation_method: 'avg' })).toEqual(['2.5', '5.4', '8.5', '11.6']);
    expect(await values({ units: 'chg', aggregation_method: 'avg' })).toEqual([
      '2.93333',
      '3.13333',
      '3.06667',
    ]);
    expect(await values({ units: 'chg', aggregation_method: 'sum' })).toEqual(['8.8', '9.4', '9.2']);
  });
});
