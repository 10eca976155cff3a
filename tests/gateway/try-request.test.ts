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
