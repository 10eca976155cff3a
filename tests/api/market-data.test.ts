import { describe, expect, it } from 'vitest';
import { testApp, YIELDS } from './folder.ts';

describe('market data', () => {
  it('answers yields by date, then in the order asked for', async () => {
    const { get, key } = await testApp();
    const all: { date: string; series: string; value: string }[] = [];
    for (let offset = 0; offset < 60; offset += 25) {
      const answer = await get(`/yields/series=US2Y,US10Y?limit=25&offset=${offset}`, { 'x-api-key': key });
      const body = JSON.parse(answer.text);
      expect(Object.keys(body)).toEqual(['rows', 'total_rows', 'limit', 'offset', 'latency']);
      expect(body).toMatchObject({ total_rows: 60, limit: 25, offset });
      expect(body.latency).toBeGreaterThanOrEqual(0);
      expect(answer.headers['x-data-origin']).toBe('sample');
      all.push(...body.rows);
    }
    const expected = YIELDS.map(({ code, date, value }) => ({ date, series: code, value })).sort(
      (a, b) => a.date.localeCompare(b.date) || b.series.localeCompare(a.series),
    );
    expect(all).toEqual(expected);
  });

  it('answers constituents by weight', async () => {
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

  it('says which code it does not know', async () => {
    const { get, key } = await testApp();
    const detail = async (path: string) => {
      const answer = await get(path, { 'x-api-key': key });
      expect(answer.status).toBe(404);
      return JSON.parse(answer.text).detail;
    };
    expect(await detail('/yields/series=US10Y,NOPE')).toBe('Unknown series: NOPE');
    expect(await detail('/constituents/series=NOPE')).toBe('Unknown series: NOPE');
    expect(await detail('/constituents/series=TESTIDX,OTHER')).toBe('Unknown series: TESTIDX,OTHER');
    for (const path of ['/yields/series=', '/yields/US10Y', '/yields/series=%20', '/yields/', '/yields']) {
      expect(await detail(path)).toBe('Not Found');
    }
  });

  it('is written out whole as CSV', async () => {
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
