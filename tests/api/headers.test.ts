import { describe, expect, it } from 'vitest';
import { CREDENTIAL, DEBT_PATH, testApp } from './folder.ts';

/** Headers by which clients and what stands between them decide: what an answer depends on, who may keep it, what is left. */

const DATA = [DEBT_PATH, `${DEBT_PATH}&format=csv`, '/yields/series=US2Y', '/yields/series=US2Y?format=csv'];
const names = (header: unknown) => String(header).split(/,\s*/).sort();

describe('an answer with data', () => {
  it('names the headers that it depends on, and only its client may keep it', async () => {
    const { get, key } = await testApp();
    for (const path of DATA) {
      const whole = await get(path, { 'x-api-key': key });
      const held = await get(path, { 'x-api-key': key, 'if-none-match': String(whole.headers.etag) });
      expect([whole.status, held.status], path).toEqual([200, 304]);
      for (const { headers } of [whole, held]) {
        expect(names(headers.vary), path).toEqual([
          'Accept',
          'Accept-Encoding',
          'Authorization',
          'Origin',
          'X-API-Key',
        ]);
        expect(headers['cache-control'], path).toBe('private, no-cache');
        expect(headers['x-data-origin'], path).toBe(path.startsWith('/yields') ? 'sample' : 'file');
      }
    }
  });

  it('must not be cached if it is a refusal, and a 401 says how to authenticate', async () => {
    const { get, key } = await testApp();
    const refused: [number, string, Record<string, string>][] = [
      [401, DEBT_PATH, {}],
      [401, '/yields/series=US2Y', { 'x-api-key': 'wrong' }],
      [404, '/yields/series=NOPE', { 'x-api-key': key }],
      [404, '/nope', {}],
      [422, `${DEBT_PATH}&units=x`, { 'x-api-key': key }],
      [403, DEBT_PATH, { origin: 'https://evil.example' }],
    ];
    for (const [status, path, sent] of refused) {
      const { status: got, headers } = await get(path, sent);
      expect([got, headers['cache-control']], path).toEqual([status, 'no-store']);
      const challenge = status === 401 ? 'ApiKey realm="Almanac", Bearer realm="Almanac"' : undefined;
      expect(headers['www-authenticate'], path).toBe(challenge);
    }
  });

  it('to HEAD counts as one to GET does, and so does 422; 304 and an answer to the gateway do not', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    await get(DEBT_PATH, keyed);
    const asked: [string, Record<string, string>, string?][] = [
      [DEBT_PATH, keyed, 'HEAD'],
      [`${DEBT_PATH}&format=csv`, keyed, 'HEAD'],
      [`${DEBT_PATH}&units=x`, keyed],
      [`${DEBT_PATH}&token_id=x`, keyed],
      [`${DEBT_PATH}&a[]=1`, keyed],
    ];
    for (const [at, [path, headers, method]] of asked.entries()) {
      const answer = await get(path, headers, method);
      const left = 98 - at;
      expect(answer.headers.ratelimit, path).toBe(`"minute";r=${left};t=55,"day";r=${9900 + left};t=43195`);
      expect(answer.headers['ratelimit-policy']).toBe('"minute";q=100;w=60,"day";q=10000;w=86400');
    }
    await get(DEBT_PATH, { authorization: `Bearer ${CREDENTIAL}` });
    await get('/yields/series=US2Y', keyed);
    expect((await keys.list())[0]?.today).toBe(6);
  });

  it('that is 304 does not count, at any path that counts', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    const paths = [
      DEBT_PATH,
      `${DEBT_PATH}&format=csv`,
      `${DEBT_PATH}&units=chg&format=csv&layout=wide`,
      `${DEBT_PATH}&format=parquet`,
      '/api/v1/view?series=us_debt.debt_held_by_public',
      '/api/v1/view?series=us_debt.debt_held_by_public&format=csv',
      '/api/v1/constituents/series=TESTIDX',
      '/fred/series?series_id=DGS10',
      '/graph/fredgraph.csv?id=DGS10',
    ];
    for (const [at, path] of paths.entries()) {
      const { headers } = await get(path, keyed);
      const left = 99 - at;
      expect(headers.ratelimit, path).toContain(`"minute";r=${left};`);
      const held = { ...keyed, 'if-none-match': String(headers.etag) };
      for (const method of ['GET', 'HEAD', 'GET']) {
        const again = await get(path, held, method);
        expect([again.status, again.headers.ratelimit], path).toEqual([
          304,
          `"minute";r=${left};t=55,"day";r=${9900 + left};t=43195`,
        ]);
      }
    }
    expect((await keys.list())[0]).toMatchObject({ today: paths.length, this_minute: paths.length });
  });

  it('never counts twice and is never past the limit, however many are 304 at the same time', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    const { etag } = (await get(DEBT_PATH, keyed)).headers;
    const held = { ...keyed, 'if-none-match': String(etag) };
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 90 }, () => get(DEBT_PATH, held)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]));
    }
    expect((await keys.list())[0]?.this_minute).toBe(1);
    for (let i = 0; i < 99; i++) expect((await get(DEBT_PATH, keyed)).status).toBe(200);
    // Before the answer is known nobody knows that it would be 304.
    expect((await get(DEBT_PATH, held)).status).toBe(429);
  });

  it('over the day’s limit says when the day ends, also where the minute’s is exceeded too', async () => {
    const { get, keys, clock } = await testApp();
    const { id, key } = await keys.create('k');
    for (let i = 0; i < 10_000; i++) {
      if (i > 0 && i % 100 === 0) clock.forward(60_000);
      await keys.admit({ id }, undefined);
    }
    const answer = await get(DEBT_PATH, { 'x-api-key': key });
    const { detail } = JSON.parse(answer.text);
    expect([answer.status, detail.error]).toEqual([429, 'day_limit_exceeded']);
    expect(detail).toMatchObject({ minute_remaining: 0, day_remaining: 0 });
    expect(answer.headers['retry-after']).toBe(String(detail.day_reset));
    expect(detail.day_reset).toBeGreaterThan(detail.minute_reset);
  });
});
