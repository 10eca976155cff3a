import { expect, test } from 'vitest';
import type { TryAnswer } from '../../service/contract/access.ts';
import { accessHost, DEBT_PATH, YIELDS_PATH } from './access-host.ts';

test('a tried request is like one of another tool: it uses the key, counts against its limits and is listed', async () => {
  const host = await accessHost();
  const { line, key } = (await host.post('create-key', { label: 'tried' })).body;
  const tried = (await host.post('try', { path: DEBT_PATH, id: line.id })).body as TryAnswer;
  expect(tried).toMatchObject({ status: 200, is_cut: false });
  expect(JSON.parse(tried.body).data).toHaveLength(2);
  expect(tried.bytes).toBe(Buffer.byteLength(tried.body));
  expect(tried.took_ms).toBeGreaterThan(0);
  expect(Object.fromEntries(tried.headers).ratelimit).toMatch(/^"minute";r=99;/);
  expect((await host.post('try', { path: YIELDS_PATH, id: line.id })).body).toMatchObject({ status: 200 });
  expect((await host.get('keys')).body.keys[0]).toMatchObject({
    today: 1,
    last_client: 'Almanac/1.2.3 (try it)',
  });
  expect((await host.get(`key-calls?id=${line.id}`)).body.calls).toHaveLength(2);
  expect(JSON.stringify(tried) + host.logs.join('\n')).not.toContain(key);
});

test('a tried request without a key gets the answer of a tool without a key', async () => {
  const host = await accessHost();
  expect((await host.post('try', { path: DEBT_PATH })).body).toMatchObject({ status: 401 });
  expect((await host.post('try', { path: YIELDS_PATH })).body).toMatchObject({ status: 401 });
  expect((await host.post('try', { path: '/api/v1/catalog' })).body).toMatchObject({ status: 200 });
});

test('of a long answer the first 64 KiB are shown, and its whole length', async () => {
  const host = await accessHost();
  const { body } = await host.post('try', { path: '/openapi.json' });
  const whole = await (await fetch(`${host.service.url}/openapi.json`)).text();
  expect(body.bytes).toBe(Buffer.byteLength(whole));
  expect(body.is_cut).toBe(body.bytes > 65_536);
  const docs = (await host.post('try', { path: '/docs' })).body as TryAnswer;
  expect(docs.is_cut).toBe(true);
  expect(docs.bytes).toBeGreaterThan(70_000);
  expect(Buffer.byteLength(docs.body)).toBeLessThanOrEqual(65_536);
  expect(Buffer.byteLength(docs.body)).toBeGreaterThan(65_530);
});

test('only paths of the API are asked for, and none with a key in it', async () => {
  const host = await accessHost();
  for (const path of [
    '/host/keys',
    '/auth/exchange',
    '/download/x',
    '/',
    'api/v1/catalog',
    '//127.0.0.1:1/api/v1/catalog',
    'http://example.org/api/v1/catalog',
    '/api/../host/keys',
    '\\\\example.org\\api\\v1\\catalog',
  ]) {
    expect([path, (await host.post('try', { path })).status]).toEqual([path, 422]);
  }
  const refused = await host.post('try', { path: `${DEBT_PATH}&api_key=alm_secretsecret` });
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'path must hold no api_key: the chosen key is sent in the header.',
  ]);
});

test('a service that ends in between is reported as unavailable', async () => {
  const host = await accessHost();
  await host.service.close();
  expect((await host.post('try', { path: '/healthz' })).status).toBe(503);
});
