import { describe, expect, it } from 'vitest';
import { CREDENTIAL, DEBT_PATH, DEBT_QUESTION, economic, testApp } from './folder.ts';

const INVALID = { detail: { error: 'invalid_api_key', revoked: false } };
const REVOKED = { detail: { error: 'invalid_api_key', revoked: true } };
const BEARER = { authorization: `Bearer ${CREDENTIAL}` };

describe('access to economic data', () => {
  it('takes the key from query or header, and refuses two that differ', async () => {
    const { get, key, keys } = await testApp();
    const other = (await keys.create('other')).key;
    const ask = (query: object, headers = {}) =>
      get(economic('us_debt', { ...DEBT_QUESTION, ...query }), headers);
    expect((await ask({ api_key: key })).status).toBe(200);
    expect((await ask({}, { 'x-api-key': key })).status).toBe(200);
    expect((await ask({ api_key: key }, { 'x-api-key': key })).status).toBe(200);
    for (const [query, headers] of [
      [{ api_key: key }, { 'x-api-key': other }],
      [{ api_key: '' }, { 'x-api-key': key }],
      [{ api_key: 'nonsense' }, {}],
      [{ api_key: '' }, {}],
      [{}, {}],
      [{}, { authorization: 'Bearer wrong' }],
    ] as const) {
      const answer = await ask(query, headers);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([401, INVALID]);
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    const twice = `${economic('us_debt', { ...DEBT_QUESTION, api_key: key })}&api_key=${other}`;
    expect((await get(twice)).status).toBe(401);
  });

  it('refuses a revoked key from the next request on, also for the next page', async () => {
    const { get, keys } = await testApp();
    const { id, key } = await keys.create('short');
    const first = JSON.parse((await get(economic('us_debt', { ...DEBT_QUESTION, api_key: key }))).text);
    await keys.revoke(id);
    for (const path of [
      `/api/v1${first.pagination.next_url}`,
      economic('us_debt', { ...DEBT_QUESTION, api_key: key }),
    ]) {
      const answer = await get(path);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([401, REVOKED]);
    }
  });

  it('says 401 before 429 before 422', async () => {
    const { get, key } = await testApp();
    const wrong = economic('us_debt', { series: 'zzz' });
    expect((await get(wrong)).status).toBe(401);
    for (let i = 0; i < 100; i++) expect((await get(`${wrong}&api_key=${key}`)).status).toBe(422);
    const answer = await get(`${wrong}&api_key=${key}`);
    expect(answer.status).toBe(429);
    expect((await get('/api/v1/view?series=x', { 'x-api-key': key })).status).toBe(429);
    expect(JSON.parse(answer.text)).toEqual({
      detail: {
        error: 'minute_limit_exceeded',
        minute_remaining: 0,
        minute_reset: 55,
        day_remaining: 9900,
        day_reset: 43_195,
      },
    });
    expect(answer.headers).toMatchObject({
      'retry-after': '55',
      ratelimit: '"minute";r=0;t=55,"day";r=9900;t=43195',
    });
  });

  it('serves the gateway without a key and without limits; its paging tokens are its own', async () => {
    const { get, key } = await testApp();
    const path = DEBT_PATH;
    for (let i = 0; i < 120; i++) {
      const answer = await get(path, BEARER);
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    const next = `/api/v1${JSON.parse((await get(path, BEARER)).text).pagination.next_url}`;
    expect((await get(next, BEARER)).status).toBe(200);
    expect((await get(next)).status).toBe(401);
    expect((await get(`${next}&api_key=${key}`)).status).toBe(422);
    expect((await get('/yields/series=US2Y', BEARER)).status).toBe(200);
  });

  it('accepts no bearer if there is no credential', async () => {
    const { get } = await testApp({ hasGateway: false });
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer'])
      expect((await get(DEBT_PATH, { authorization })).status).toBe(401);
  });
});

describe('access to market data', () => {
  it('takes the key from the header only', async () => {
    const { get, key, keys } = await testApp();
    const path = '/yields/series=US2Y?limit=5&offset=0';
    for (const headers of [{}, { 'x-api-key': '' }, { 'x-api-key': 'nonsense' }]) {
      const answer = await get(`${path}&api_key=${key}`, headers);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([401, { detail: 'Not authenticated' }]);
    }
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    const answer = await get(path, { 'x-api-key': revoked.key });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([403, { detail: 'forbidden' }]);
    expect((await get(path, { 'x-api-key': key })).status).toBe(200);
  });

  it('has no limits, and remembers the use', async () => {
    const { get, key, keys } = await testApp();
    for (let i = 0; i < 110; i++) {
      expect((await get('/yields/series=US2Y', { 'x-api-key': key, 'user-agent': 'curl/8' })).status).toBe(
        200,
      );
    }
    expect((await keys.list())[0]).toMatchObject({ today: 0, last_client: 'curl/8' });
  });
});
