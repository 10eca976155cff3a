import { describe, expect, it } from 'vitest';
import { BEARER, DEBT, DEBT_CODES, DEBT_PATH, DEBT_RANGE, economic, testApp } from './folder.ts';

const WHOLE = economic('us_debt', { series: DEBT_CODES.join(','), ...DEBT_RANGE });

describe('every answer', () => {
  it('to HEAD has the headers of GET and no body', async () => {
    const { get } = await testApp();
    for (const path of [
      WHOLE,
      `${WHOLE}&format=csv`,
      `${WHOLE}&date_from=x`,
      '/api/v1/view?series=us_debt.debt_held_by_public',
      '/yields/series=US2Y',
      '/constituents/series=TESTIDX?format=csv',
      '/api/v1/catalog',
      '/openapi.json',
      '/docs',
      '/docs/almanac.css',
      '/nope',
    ]) {
      const [full, head] = [await get(path, BEARER), await get(path, BEARER, 'HEAD')];
      expect([head.status, head.text], path).toEqual([full.status, '']);
      for (const name of ['date', 'transfer-encoding', 'x-request-id', 'connection']) {
        delete full.headers[name];
        delete head.headers[name];
      }
      // A market answer includes its duration, which varies, and with it the length of the body.
      if (path.startsWith('/yields')) delete full.headers['content-length'];
      expect(head.headers, path).toMatchObject(full.headers);
    }
  });

  it('has an ETag that stays the same until the data change, and counts as a request unless it is a 304', async () => {
    const { get, key } = await testApp();
    for (const path of [`${WHOLE}&api_key=${key}`, `${WHOLE}&format=csv&api_key=${key}`]) {
      const first = await get(path);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^W\/"[\w.-]+"$/);
      const again = await get(path, { 'if-none-match': `"other", ${etag.replace('W/', '')}` });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, 'x-data-origin': 'file', ratelimit: expect.any(String) });
      expect((await get(path, { 'if-none-match': 'W/"other"' })).status).toBe(200);
    }
    const left = await get(`${WHOLE}&api_key=${key}`, { 'if-none-match': '*' });
    expect([left.status, left.headers.ratelimit]).toEqual([304, expect.stringContaining('r=96;')]);
    // RFC 9110, 8.6: a 304's Content-Length would be the length of the 200, so a 304 has none.
    const paths = [
      ...[WHOLE, `${WHOLE}&format=csv`, `${WHOLE}&format=parquet`, '/yields/series=US2Y?format=csv'],
      ...['/graph/fredgraph.csv?id=DGS2', '/fred/series?series_id=DGS2', '/api/v1/catalog', '/docs'],
    ];
    for (const path of paths)
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers } = await get(path, { ...BEARER, 'if-none-match': '*' }, method);
        const said = [path, status, headers['content-length'], headers.etag];
        expect(said).toEqual([path, 304, undefined, expect.any(String)]);
      }
    const tags = await Promise.all(
      [WHOLE, `${WHOLE}&format=csv`, DEBT_PATH].map(async (path) => (await get(path, BEARER)).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('CSV', () => {
  it('is the whole range in one answer, by parameter or by Accept', async () => {
    const { get, key } = await testApp();
    const byParameter = await get(`${WHOLE}&format=csv&api_key=${key}`);
    await expect(byParameter.text).toMatchFileSnapshot('golden/us_debt.csv.txt');
    expect(byParameter.text.split('\n')).toHaveLength(DEBT.length + 2);
    expect(byParameter.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv/),
      'content-disposition': 'attachment; filename="us_debt_2024-01-01_2024-12-31.csv"',
      'x-total-count': '120',
      ratelimit: expect.stringContaining('r=99;'),
    });
    for (const accept of ['text/csv', 'text/csv, */*', 'application/json;q=0.5, text/csv']) {
      expect((await get(WHOLE, { ...BEARER, accept })).text).toBe(byParameter.text);
    }
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.9', 'text/csv;q=0']) {
      expect((await get(WHOLE, { ...BEARER, accept })).headers['content-type']).toContain('json');
    }
    expect(
      (await get(`${WHOLE}&format=json`, { ...BEARER, accept: 'text/csv' })).headers['content-type'],
    ).toContain('json');
  });

  it("has the state, and 'sample' in its name for sample data", async () => {
    const { get, dataDir } = await testApp({ isEmpty: true });
    const { publish, CLAIMS } = await import('./folder.ts');
    publish(dataDir, 'ui_state_weekly_claims', CLAIMS, 'sample');
    const path = economic('ui_state_weekly_claims', {
      series: 'initial_claims',
      state: 'CA',
      ...DEBT_RANGE,
      format: 'csv',
    });
    const { text, headers } = await get(path, BEARER);
    expect(text).toBe(
      'date,series,state,value\n2024-01-06,initial_claims,CA,1000\n2024-01-13,initial_claims,CA,1001\n2024-01-20,initial_claims,CA,1002\n',
    );
    expect(headers['content-disposition']).toContain(
      'ui_state_weekly_claims_sample_2024-01-01_2024-12-31.csv',
    );
    expect(headers['x-data-origin']).toBe('sample');
  });
});

describe('economic data', () => {
  it('answers a page in the envelope of the specification, byte for byte', async () => {
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

  it('answers state claims with the state, sorted by day, by series as asked, then by state', async () => {
    const { get, key } = await testApp({ pageSize: 100 });
    const question = {
      series: 'continued_claims, initial_claims,continued_claims',
      state: 'TX,CA',
      ...DEBT_RANGE,
    };
    const { text } = await get(economic('ui_state_weekly_claims', { api_key: key, ...question }));
    await expect(text).toMatchFileSnapshot('golden/state-claims.json.txt');
  });
});

describe('market data', () => {
  it('has constituents in order of weight', async () => {
    const { get, key } = await testApp();
    const { text } = await get('/constituents/series=TESTIDX?limit=2', { 'x-api-key': key });
    const { latency, ...body } = JSON.parse(text);
    expect(typeof latency).toBe('number');
    await expect(JSON.stringify(body)).toMatchFileSnapshot('golden/constituents.json.txt');
  });

  it('reads the selector in any encoding', async () => {
    const { get, key } = await testApp();
    for (const path of [
      '/yields/series=US2Y%2CUS10Y?limit=1',
      '/yields/series%3DUS2Y,US10Y?limit=1',
      '/yields/series%3DUS2Y%2C%20US10Y%2CUS2Y?limit=1',
    ]) {
      const answer = await get(path, { 'x-api-key': key });
      expect([answer.status, JSON.parse(answer.text).total_rows]).toEqual([200, 60]);
    }
  });

  it('is complete as CSV', async () => {
    const { get, key } = await testApp();
    const constituents = await get('/constituents/series=TESTIDX?format=csv&limit=3', { 'x-api-key': key });
    await expect(constituents.text).toMatchFileSnapshot('golden/constituents.csv.txt');
    expect(constituents.headers).toMatchObject({
      'x-total-count': '12',
      'content-disposition': 'attachment; filename="constituents_TESTIDX.csv"',
    });
    const yields = await get('/yields/series=US10Y?format=csv', { 'x-api-key': key });
    expect(yields.text.split('\n')).toHaveLength(32);
    expect(yields.headers['content-disposition']).toBe('attachment; filename="yields_sample_US10Y.csv"');
  });
});
