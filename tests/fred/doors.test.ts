import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../api/folder.ts';
import { fredApp, revise } from './fred-app.ts';

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

  it('made for FRED’s clients are 32 hexadecimal digits, good at their paths alone', async () => {
    const app = await fredApp();
    const { key } = await app.keys.createForFred('julia');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const header = { 'x-api-key': key };
    expect((await app.get(`${ICSA}&api_key=${key}`)).status).toBe(200);
    expect((await app.get('/graph/fredgraph.csv?id=ICSA', header)).status).toBe(200);
    for (const path of [ECONOMIC, '/api/v1/view?series=jolts.quits_rate_sa', '/yields/series=US10Y'])
      expect([(await app.get(path, header)).status, path]).toEqual([401, path]);
    expect((await app.get(`${ECONOMIC}&api_key=${key}`)).status).toBe(401);
    expect((await app.get(`/fred/../${ECONOMIC.slice(1)}`, header)).status).not.toBe(200);
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

  it('are never repeated in an answer or the log', async () => {
    const app = await fredApp();
    const key = 'f0'.repeat(16);
    for (const query of [
      `series_id=${key}`,
      `api_key=${key}&series_id=X`,
      `series_id[]=${key}`,
      `x=${key}&series_id=ICSA`,
    ])
      await app.get(`/fred/series?${query}&api_key=${key}`);
    expect(app.logs.join('\n')).not.toContain(key);
  });
});

describe('wrong questions', () => {
  it('never tell back what looks like a key', async () => {
    const app = await fredApp();
    const key = '0123456789abcdef0123456789abcdef';
    for (const path of [
      `/fred/series?series_id=${key}`,
      `/fred/series?series_id=${key.toUpperCase()}&file_type=json`,
      `/fred/series/observations?series_id=${'x'.repeat(40)}+${key}`,
      `/fred/series/observations?series_id=ICSA&observation_start=${key}`,
      `/fred/series/observations?series_id=ICSA&units=${key}`,
      `/fred/series/release?series_id=${app.key}`,
      `/graph/fredgraph.csv?id=${key}`,
    ]) {
      const { status, text } = await app.get(path, { 'x-api-key': app.key });
      expect([path, status]).toEqual([path, 400]);
      expect(text.toLowerCase()).not.toContain('0123456789');
      expect(text).not.toContain(app.key.slice(0, 12));
      expect(text).toContain('…');
    }
  });

  it('to other paths of FRED are 404 in its form', async () => {
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
});

describe('the door', () => {
  it('is closed to other hosts, pages of other origins and other methods', async () => {
    const app = await fredApp();
    const path = `${ICSA}&api_key=${app.key}`;
    expect((await app.get(path, { host: 'evil.example' })).status).toBe(421);
    expect((await app.get(path, { origin: 'https://evil.example' })).status).toBe(403);
    expect(
      (await app.get(path, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status,
    ).toBe(403);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await app.get(path, {}, method)).status).toBe(405);
  });

  it('can be switched off', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'settings.json'), '{"fred_clients": false}');
    const app = await fredApp({ dataDir });
    for (const path of [
      ICSA,
      '/graph/fredgraph.csv?id=ICSA',
      '/fred/x',
      '/fred/release/series?release_id=180',
    ]) {
      const { status, text } = await app.get(path, { 'x-api-key': app.key });
      expect([status, text]).toEqual([404, '{"detail":"Not Found"}']);
    }
    expect((await app.get('/openapi.json')).text).not.toContain('/fred/');
  });

  it('answers 304 to who has the answer, and no other', async () => {
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
});
