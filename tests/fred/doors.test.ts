import { describe, expect, it } from 'vitest';
import { fredApp, revise } from './fred-app.ts';

/** Keys at FRED's paths, beside what all paths refuse (`tests/api/doors.test.ts`) and repeat (`tests/api/masked-keys.test.ts`). */

const ICSA = '/fred/series?series_id=ICSA';
const ECONOMIC =
  '/api/v1/economic-data/ui_weekly_claims?series=initial_claims_sa&date_from=2025-01-01&date_to=2025-01-11';
const XML_ERROR = /^<\?xml version="1\.0" encoding="utf-8" \?>\n<error code="(\d+)" message="([^"]*)" \/>\n$/;

describe('keys', () => {
  it('are needed, in the query or the header; refusals have FRED’s form and say how to get one', async () => {
    const app = await fredApp();
    const xml = await app.get(ICSA);
    expect(xml.status).toBe(400);
    expect(XML_ERROR.exec(xml.text)?.slice(1)).toEqual([
      '400',
      expect.stringMatching(
        /^Bad Request\. {2}Variable api_key is not set\. .*Make a key in Almanac under API access/,
      ),
    ]);
    expect(xml.headers['www-authenticate']).toBeUndefined();
    const json = await app.get(`${ICSA}&file_type=json&api_key=${'a'.repeat(32)}`);
    expect([json.status, JSON.parse(json.text)]).toEqual([
      400,
      { error_code: 400, error_message: expect.stringMatching(/api_key is not registered/) },
    ]);
    expect((await app.get(ICSA, { 'x-api-key': app.key })).status).toBe(200);
    expect((await app.get(`${ICSA}&api_key=${app.key}`, {}, 'HEAD')).status).toBe(200);
    const [{ id = '' } = {}] = await app.keys.list();
    await app.keys.revoke(id);
    expect((await app.get(`${ICSA}&api_key=${app.key}`)).text).toMatch(/key is revoked/);
  });

  it('of a table are refused in one line, with 401', async () => {
    const app = await fredApp();
    const answer = await app.get('/graph/fredgraph.csv?id=ICSA');
    expect([answer.status, answer.headers['content-type'], answer.headers['www-authenticate']]).toEqual([
      401,
      'text/plain; charset=utf-8',
      'ApiKey realm="Almanac", Bearer realm="Almanac"',
    ]);
    expect(answer.text.trim().split('\n')).toHaveLength(1);
    const unknown = await app.get('/graph/fredgraph.csv?id=ICSA,ICSB', { 'x-api-key': app.key });
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringMatching(/ICSB\. Did you mean ICSA\?\n$/),
    ]);
  });

  it('have one count over all doors', async () => {
    const app = await fredApp();
    const paths = [ICSA, ECONOMIC, '/graph/fredgraph.csv?id=ICSA', `${ICSA}&series=wrong`];
    for (let i = 0; i < 100; i++) {
      const { status } = await app.get(paths[i % 4] as string, { 'x-api-key': app.key });
      expect(status).toBe(200);
    }
    const xml = await app.get(`${ICSA}&api_key=${app.key}`);
    expect([xml.status, XML_ERROR.exec(xml.text)?.[1]]).toEqual([429, '429']);
    expect(xml.text).toContain('Exceeded Rate Limit');
    expect(Number(xml.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.get(ECONOMIC, { 'x-api-key': app.key })).status).toBe(429);
    expect((await app.get('/graph/fredgraph.csv?id=ICSA', { 'x-api-key': app.key })).status).toBe(429);
    const [line] = await app.keys.list();
    expect(line?.today).toBe(100);
    expect(app.calls.of(line?.id ?? '')[0]).toMatchObject({ path: '/graph/fredgraph.csv', status: 429 });
  });

  it('are never repeated in the log', async () => {
    const app = await fredApp();
    const key = 'f0'.repeat(16);
    for (const query of [`series_id=${key}`, `series_id[]=${key}`, `x=${key}&series_id=ICSA`])
      await app.get(`/fred/series?${query}&api_key=${key}`);
    expect(app.logs.join('\n')).not.toContain(key);
  });
});

it('other paths of FRED are 404 in its form', async () => {
  const app = await fredApp();
  // What clients ask for besides: fredapi's search_by_category, and the rest of what pyfredapi and fedfred have.
  for (const path of [
    'category/series?category_id=1',
    'series/tags?series_id=ICSA',
    'series/categories?series_id=ICSA',
    'series/updates?',
    'releases?',
    'release/tables?release_id=180',
    'sources?',
    'tags?',
  ]) {
    const { status, text } = await app.get(`/fred/${path}&file_type=json`, { 'x-api-key': app.key });
    expect([path, status, JSON.parse(text)]).toEqual([
      path,
      404,
      { error_code: 404, error_message: expect.stringContaining('fred/series/observations') },
    ]);
  }
});

it('an answer is 304 to who has the answer, and no other', async () => {
  const app = await fredApp();
  const { headers } = await app.get(ICSA, { 'x-api-key': app.key });
  const again = await app.get(ICSA, { 'x-api-key': app.key, 'if-none-match': String(headers.etag) });
  expect([again.status, again.text]).toEqual([304, '']);
  // What is asked for, and the data, are a part of it.
  const held = { 'x-api-key': app.key, 'if-none-match': String(headers.etag) };
  expect((await app.get('/fred/series?series_id=DGS2', held)).status).toBe(200);
  revise(app, [{ code: 'initial_claims_sa', date: '2025-01-18', value: '223000' }]);
  expect((await app.get(ICSA, held)).status).toBe(200);
});
