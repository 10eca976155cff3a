import { describe, expect, it } from 'vitest';
import { DEBT, DEBT_CODES, DEBT_QUESTION, DEBT_RANGE, economic, testApp, walkPages } from './folder.ts';

describe('economic data', () => {
  it('answers a page in the envelope of the specification, to the byte', async () => {
    const { get, key } = await testApp({ pageSize: 10 });
    const question = { series: 'debt_held_by_public', date_from: '2024-01-01', date_to: '2024-01-03' };
    const { status, text, headers } = await get(economic('us_debt', { api_key: key, ...question }));
    expect(status).toBe(200);
    await expect(text).toMatchFileSnapshot('golden/us_debt.json.txt');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(text.length),
      'x-data-origin': 'file',
      'cache-control': 'private, no-cache',
      'ratelimit-policy': '"minute";q=100;w=60,"day";q=10000;w=86400',
      ratelimit: '"minute";r=99;t=55,"day";r=9999;t=43195',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('answers state claims with the state, by day, series as asked, then state', async () => {
    const { get, key } = await testApp({ pageSize: 100 });
    const question = {
      series: 'continued_claims, initial_claims,continued_claims',
      state: 'TX,CA',
      ...DEBT_RANGE,
    };
    const { text } = await get(economic('ui_state_weekly_claims', { api_key: key, ...question }));
    await expect(text).toMatchFileSnapshot('golden/state-claims.json.txt');
  });

  it('walks every row once, without the key, in the order asked for', async () => {
    const app = await testApp();
    const series = [...DEBT_CODES].reverse();
    const path = economic('us_debt', { series: series.join(), ...DEBT_RANGE });
    const { data, pagination } = JSON.parse((await app.get(path, { 'x-api-key': app.key })).text);
    expect(data).toHaveLength(7);
    expect(pagination.next_url).toMatch(/^\/economic-data\/us_debt\?series=(?!.*api_key)/);
    const seen = await walkPages(app, path);
    const expected = DEBT.map(({ code, date, value }) => ({ date, series: code, value })).sort(
      (a, b) => a.date.localeCompare(b.date) || series.indexOf(a.series) - series.indexOf(b.series),
    );
    expect(seen).toEqual(expected);
  });

  it('answers an empty range with an empty page', async () => {
    const { get, key } = await testApp();
    const range = { date_from: '1950-01-01', date_to: '1950-12-31' };
    const { status, text } = await get(economic('us_debt', { ...DEBT_QUESTION, ...range, api_key: key }));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ pagination: { count: '0', next_url: null }, data: [] });
  });

  it('ignores unknown names, and keeps format and state in next_url', async () => {
    const { get, key } = await testApp({ pageSize: 2 });
    const question = {
      series: 'initial_claims',
      ...DEBT_RANGE,
      state: 'CA',
      format: 'json',
      _: '5',
      zzz: '1',
    };
    const first = JSON.parse(
      (await get(economic('ui_state_weekly_claims', { api_key: key, ...question }))).text,
    );
    const next = first.pagination.next_url;
    expect(Object.fromEntries(new URLSearchParams(next.split('?')[1]))).toMatchObject({
      state: 'CA',
      format: 'json',
    });
    const second = JSON.parse((await get(`/api/v1${next}`)).text);
    expect(second.data).toEqual([
      { date: '2024-01-20', series: 'initial_claims', state: 'CA', value: '1002' },
    ]);
  });
});
