import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_DEBT, DATASETS, ONE_ROW, serviceOnData } from './imported-data.ts';
import {
  type Answer,
  type EconomicPage,
  economic,
  type Key,
  leftToday,
  type Refused,
  roomInMinute,
} from './running-service.ts';

const service = serviceOnData();
const QUESTION = economic('us_debt', ONE_ROW);
const WRONG = economic('us_debt', { ...ONE_ROW, series: 'nope' });
const FOREIGN = { Origin: 'https://evil.example' };
const HOUR_MS = 3_600_000;
const NO_KEY = { detail: { error: 'invalid_api_key', revoked: false } };
const REVOKED = { detail: { error: 'invalid_api_key', revoked: true } };

let key: string;
let limited: Key;
let revoked: string;

beforeAll(async () => {
  key = (await service.makeKey('one')).key;
  limited = await service.makeKey('limited');
  revoked = (await service.makeRevokedKey('old')).key;
});

describe('The key of economic data', () => {
  it.each([
    ['missing', {}, NO_KEY],
    ['empty', { api_key: '' }, NO_KEY],
    ['invalid', { api_key: 'nonsense' }, NO_KEY],
  ])('is 401 if it is %s', async (_what, query, body) => {
    const { status, headers, json } = await service.get(economic('us_debt', { ...ONE_ROW, ...query }));
    expect(status).toBe(401);
    expect(json).toEqual(body);
    expect(headers.get('WWW-Authenticate')).toMatch(/^ApiKey /);
  });

  it('is 401 with revoked: true if it was revoked, in the query and in the header', async () => {
    const inQuery = await service.get(economic('us_debt', { ...ONE_ROW, api_key: revoked }));
    const inHeader = await service.get(QUESTION, { key: revoked });
    for (const { status, json } of [inQuery, inHeader]) {
      expect(status).toBe(401);
      expect(json).toEqual(REVOKED);
    }
  });

  it('must be the same in query and header', async () => {
    const query = economic('us_debt', { ...ONE_ROW, api_key: key });
    expect((await service.get(query, { key })).status).toBe(200);
    expect((await service.get(query, { key: limited.key })).json).toEqual(NO_KEY);
  });

  it('is revoked from the next request on by a command in another process', async () => {
    const made = await service.makeKey('short');
    const target = economic('us_debt', { ...ALL_DEBT, series: 'debt_held_by_public' });
    const { status, json } = await service.get<EconomicPage>(target, { key: made.key });
    expect(status).toBe(200);
    await service.run('keys', 'revoke', made.id);
    expect((await service.get(QUESTION, { key: made.key })).json).toEqual(REVOKED);
    // The token of the next page is revoked with its key.
    const next = await service.get(`/api/v1${json.pagination.next_url}`);
    expect(next.status).toBe(401);
    expect(next.json).toEqual(REVOKED);
  });

  it('is alm_ and at least 32 characters, and its text is in no file or log', async () => {
    expect(key).toMatch(/^alm_[\w-]{32,}$/);
    const { headers } = await service.get(economic('us_debt', { ...ONE_ROW, series: 'nope', api_key: key }));
    await expect.poll(() => service.log).toContain(headers.get('X-Request-Id'));
    const files = readdirSync(service.folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain('keys.sqlite');
    for (const secret of [key, limited.key, revoked]) {
      for (const { parentPath, name } of files)
        expect(readFileSync(path.join(parentPath, name)).includes(secret), name).toBe(false);
      expect(service.log.includes(secret)).toBe(false);
    }
  });
});

describe('A request is refused', () => {
  it('because of its key before its parameters', async () => {
    expect((await service.get('/api/v1/economic-data/us_debt?series=zzz')).status).toBe(401);
    expect((await service.get('/api/v1/view?series=zzz')).status).toBe(401);
  });

  it('with 404 in JSON for an unknown path', async () => {
    for (const target of ['/nope', '/api/v1/nope', `/api/v1/economic-data/nope?api_key=${key}`]) {
      const { status, json } = await service.get(target);
      expect(status).toBe(404);
      expect(json).toEqual({ detail: 'Not Found' });
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('with 405 for %s', async (method) => {
    for (const target of [QUESTION, '/yields/series=US10Y', '/healthz', '/api/v1/keys', '/nope', '/%ZZ']) {
      const { status, headers, json } = await service.get(target, { key, method });
      expect(status).toBe(405);
      expect(headers.get('Allow')).toBe('GET, HEAD');
      expect(json).toEqual({ detail: 'Method Not Allowed' });
    }
  });

  it('with 421 if it names a Host other than the service’s own', async () => {
    for (const target of [QUESTION, '/healthz', '/nope']) {
      const { status, text } = await service.getAsHost('evil.example:80', target);
      expect(status).toBe(421);
      expect(JSON.parse(text)).toEqual({ detail: 'Misdirected Request' });
    }
  });

  it('with 403 for a page of another origin, on every path and before its key', async () => {
    for (const target of [QUESTION, '/yields/series=US10Y', '/healthz', '/nope']) {
      const { status, headers, json } = await service.get(target, { key, headers: FOREIGN });
      expect(status).toBe(403);
      expect(json).toMatchObject({ detail: 'Forbidden' });
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});

describe('Every answer', () => {
  it('has its own X-Request-Id, and the log has the id of a refusal', async () => {
    const answers = [
      await service.get(QUESTION, { key }),
      await service.get('/nope'),
      await service.get(WRONG),
    ];
    const ids = answers.map(({ headers }) => headers.get('X-Request-Id') ?? '');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/\S/);
    await expect.poll(() => service.log).toContain(ids[1]);
  });
});

describe('Without a key', () => {
  it('/healthz says that the service is running', async () => {
    const { status, json } = await service.get('/healthz');
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'ok' });
  });

  it('/api/v1/catalog has every dataset and series, with dates, counts and origin', async () => {
    type Held = { count: number; first_date: string | null; last_date: string | null };
    type Series = Held & Record<'code' | 'title' | 'unit' | 'frequency' | 'seasonal_adjustment', string>;
    type Dataset = Held & { id: string; origin: string | null; series: Series[]; source: { url: string } };
    const { json } = await service.get<{ datasets: Dataset[] }>('/api/v1/catalog');
    const found = Object.fromEntries(json.datasets.map((dataset) => [dataset.id, dataset]));
    for (const [id, { codes }] of Object.entries(DATASETS))
      expect(found[id]?.series.map(({ code }) => code)).toEqual(expect.arrayContaining([...codes]));
    expect(found.us_debt).toMatchObject({
      ...{ group: 'economic-data', frequency: 'Daily', origin: 'file', count: 120 },
      ...{ first_date: '2024-01-02', last_date: ALL_DEBT.date_to, last_update: expect.any(String) },
      ...{ publisher: expect.any(String), source: { url: expect.stringMatching(/^https:/) } },
    });
    expect(found.us_exports).toMatchObject({ origin: null, count: 0, first_date: null, last_date: null });
    for (const each of found.us_debt?.series ?? []) {
      expect(each).toMatchObject({ frequency: 'Daily', count: 40, first_date: '2024-01-02' });
      for (const name of ['title', 'description', 'unit', 'seasonal_adjustment'])
        expect(each).toHaveProperty(name, expect.any(String));
    }
  });

  it('/openapi.json describes every dataset, and /docs shows it', async () => {
    const { json } = await service.get<{ openapi: string; paths: object }>('/openapi.json');
    expect(json.openapi).toMatch(/^3\.1/);
    for (const id of Object.keys(DATASETS))
      expect(json.paths).toHaveProperty([`/api/v1/economic-data/${id}`, 'get']);
    const { status, headers } = await service.get('/docs');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^text\/html/);
  });

  it('a request counts against no limit', async () => {
    const { headers } = await service.get('/api/v1/catalog', { key });
    expect(headers.get('RateLimit')).toBeNull();
  });
});

describe('The limits of a key', () => {
  it('allow 100 requests in a clock minute, then 429 until it ends, for this key alone', async () => {
    await roomInMinute();
    const answers: Answer<{ detail: Record<string, number | string> }>[] = [];
    for (let sent = 0; sent < 104; sent++) answers.push(await service.get(QUESTION, { key: limited.key }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(200), ...Array(4).fill(429)]);

    const { headers, json } = answers[100] as (typeof answers)[0];
    expect(Object.keys(json.detail).sort()).toEqual([
      ...['day_remaining', 'day_reset', 'error', 'minute_remaining', 'minute_reset'],
    ]);
    expect(json.detail).toMatchObject({ error: 'minute_limit_exceeded', minute_remaining: 0 });
    const { minute_reset, day_reset, day_remaining } = json.detail;
    for (const [seconds, most] of [
      [minute_reset, 60],
      [day_reset, 86_400],
    ]) {
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(Number(most));
    }
    expect(day_remaining).toBe(9_900);
    expect(headers.get('Retry-After')).toBe(String(minute_reset));
    expect(headers.get('RateLimit-Policy')).toBe('"minute";q=100;w=60,"day";q=10000;w=86400');
    expect(headers.get('RateLimit')).toMatch(/^"minute";r=0;t=\d+,"day";r=9900;t=\d+$/);
    // A 429 is not counted.
    expect(answers[103]?.json.detail.day_remaining).toBe(9_900);

    // The limit is checked after the key and before the parameters. Market data have no limit.
    const status = async (target: string, given?: string) =>
      (await service.get(target, { key: given })).status;
    expect(await status(WRONG, limited.key)).toBe(429);
    expect(await status(`${QUESTION}&format=csv`, limited.key)).toBe(429);
    expect(await status('/api/v1/view?series=nope', limited.key)).toBe(429);
    expect(await status(WRONG, revoked)).toBe(401);
    expect(await status('/yields/series=US10Y?limit=1&offset=0', limited.key)).toBe(200);
    expect(await status(QUESTION, key)).toBe(200);
  });

  it('a 422 counts', async () => {
    const before = leftToday(await service.get(QUESTION, { key }));
    const wrong = await service.get(WRONG, { key });
    expect(wrong.status).toBe(422);
    expect(leftToday(wrong)).toBe(before - 1);
  });
});

describe('After kill -9', () => {
  it('data, revocations and the counts of the day are as before', async () => {
    const before = leftToday(await service.get(QUESTION, { key }));
    // A crash may count up to 20 requests of the last 0.25 s too many (`tests/keys/rotation.test.ts`).
    await sleep(500);
    await service.stop('SIGKILL');
    await service.start();
    const again = await service.get<EconomicPage>(QUESTION, { key });
    expect(again.json.data).toHaveLength(1);
    expect(again.json.data[0]?.value).toBe('27000000000000.10');
    expect(leftToday(again)).toBe(before - 1);
    expect((await service.get(QUESTION, { key: revoked })).json).toEqual(REVOKED);
  });

  it('a paging token is valid for 24 hours: then 422 with a key, and 401 without', async () => {
    const target = economic('us_debt', { ...ALL_DEBT, series: 'debt_held_by_public' });
    const { json } = await service.get<EconomicPage>(target, { key });
    const next = `/api/v1${json.pagination.next_url}`;
    await service.stop();
    await service.start(23 * HOUR_MS);
    expect((await service.get(next)).status).toBe(200);
    await service.stop();
    await service.start(25 * HOUR_MS);
    const late = await service.get<Refused>(next, { key });
    expect(late.status).toBe(422);
    expect(late.json.detail).toMatchObject({ error: 'expired_token', parameter: 'token_id' });
    expect((await service.get(next)).json).toEqual(NO_KEY);
  });
});
