import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { CREDENTIAL, type TestApp, testApp } from '../api/folder.ts';
import { call, httpClient, listening } from './client.ts';

const HOST = '127.0.0.1:80';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

type Asked = { method?: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'OPTIONS'; url?: string; body?: string };

function ask({ app }: Pick<TestApp, 'app'>, headers: Record<string, string>, asked: Asked = {}) {
  const { method = 'POST', url = '/mcp', body = JSON.stringify(LIST) } = asked;
  return app.inject({
    method,
    url,
    headers: {
      host: HOST,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'GET' ? {} : { body }),
  });
}

describe('the library’s own client', () => {
  test.each(['legacy', 'auto'] as const)('lists and calls the tools by the %s revision', async (mode) => {
    const app = await testApp();
    const client = await httpClient(await listening(app), app.key, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_datasets',
      'search_series',
      'describe_series',
      'get_observations',
      'compare_dates',
      'explain_observation',
      'list_revisions',
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const answer = await call(client, 'get_observations', { series: 'yields.US10Y', limit: 2 });
    expect(answer.structuredContent).toMatchObject({ columns: ['date', 'yields.US10Y'], total_rows: 30 });
    expect(client.getInstructions()).toContain('search_series');
  });
});

describe('who may ask', () => {
  test('without a key, with a wrong one, and with one in the address: 401', async () => {
    const app = await testApp();
    expect((await ask(app, {})).statusCode).toBe(401);
    expect((await ask(app, { [KEY_HEADER]: 'alm_wrong' })).statusCode).toBe(401);
    expect((await ask(app, {}, { url: `/mcp?api_key=${app.key}` })).statusCode).toBe(401);
    expect((await ask(app, { [KEY_HEADER]: app.key })).statusCode).toBe(200);
  });

  test('a revoked key: 401 from the next request on', async () => {
    const app = await testApp();
    const [key] = await app.keys.list();
    await app.keys.revoke(key?.id ?? '');
    expect((await ask(app, { [KEY_HEADER]: app.key })).statusCode).toBe(401);
  });

  test('another Host: 421; a page of another origin: 403, also of an allowed one', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    expect((await ask(app, { ...key, host: 'evil.example:80' })).statusCode).toBe(421);
    expect((await ask(app, { ...key, origin: 'https://evil.example' })).statusCode).toBe(403);
    const site = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    expect((await ask(app, { ...key, ...site })).statusCode).toBe(403);
  });

  test('an origin that may read the API may not speak for an assistant', async () => {
    const first = await testApp();
    const { dataDir } = first;
    await first.close();
    writeFileSync(path.join(dataDir, SETTINGS_FILE), '{"allowed_origins":["https://friend.example"]}');
    const app = await testApp({ dataDir });
    const headers = { [KEY_HEADER]: app.key, origin: 'https://friend.example' };
    expect((await ask(app, headers, { method: 'GET', url: '/api/v1/catalog' })).statusCode).toBe(200);
    expect((await ask(app, headers)).statusCode).toBe(403);
    const preflight = { ...headers, 'access-control-request-method': 'POST' };
    expect((await ask(app, preflight, { method: 'OPTIONS' })).statusCode).toBe(403);
  });

  test('the gateway’s own credential', async () => {
    const app = await testApp();
    expect((await ask(app, { authorization: `Bearer ${CREDENTIAL}` })).statusCode).toBe(200);
  });

  test('nobody, once the setting is off; at once', async () => {
    const app = await testApp();
    writeFileSync(path.join(app.dataDir, SETTINGS_FILE), '{"assistants":false}');
    expect((await ask(app, { [KEY_HEADER]: app.key })).statusCode).toBe(404);
    writeFileSync(path.join(app.dataDir, SETTINGS_FILE), '{"assistants":true}');
    expect((await ask(app, { [KEY_HEADER]: app.key })).statusCode).toBe(200);
  });
});

describe('what may be sent', () => {
  test('another method: 405, which says POST; POST to another path: 405, which says GET', async () => {
    const app = await testApp();
    const refused = async (asked: Asked) => {
      const answer = await ask(app, { [KEY_HEADER]: app.key }, asked);
      return [answer.statusCode, answer.headers.allow];
    };
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect(await refused({ method }), method).toEqual([405, 'POST']);
    for (const url of ['/api/v1/catalog', '/api/v1/view', '/healthz', '/mcp/', '/MCP', '/mcpx', '/'])
      expect(await refused({ url }), url).toEqual([405, 'GET, HEAD']);
  });

  test('no JSON, another type, and too much: refused with a status, and the next question is answered', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    expect((await ask(app, key, { body: '{"jsonrpc":' })).statusCode).toBe(400);
    for (const type of ['text/plain', '///'])
      expect((await ask(app, { ...key, 'content-type': type })).statusCode).toBe(415);
    expect(app.logs.filter((line) => line.includes('Error'))).toEqual([]);
    const large = JSON.stringify({ ...LIST, params: { text: 'x'.repeat(70_000) } });
    expect((await ask(app, key, { body: large })).statusCode).toBe(413);
    expect((await ask(app, key, { body: '' })).statusCode).toBe(400);
    expect((await ask(app, key)).statusCode).toBe(200);
    expect(app.logs.filter((line) => line.includes(app.key))).toEqual([]);
  });
});

describe('limits', () => {
  const DEBT =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-02&date_to=2024-01-03';

  test('each question counts, together with those at other doors', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    await ask(app, key, { method: 'GET', url: DEBT });
    const answer = await ask(app, key);
    expect(answer.headers.ratelimit).toContain(`"minute";r=${MINUTE_LIMIT - 2};`);
    const next = await ask(app, key, { body: 'nothing of the protocol' });
    expect(next.headers.ratelimit).toContain(`"minute";r=${MINUTE_LIMIT - 3};`);
    expect(app.calls.of((await app.keys.list())[0]?.id ?? '').map((one) => one.path)).toEqual([
      '/mcp',
      '/mcp',
      '/api/v1/economic-data/us_debt',
    ]);
  });

  test('a key that has used up its minute at one door is refused at the other', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    const [{ id = '' } = {}] = await app.keys.list();
    for (let asked = 0; asked < MINUTE_LIMIT; asked++) await app.keys.admit({ id }, undefined);
    const refused = await ask(app, key);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ detail: { error: 'minute_limit_exceeded' } });
    expect((await ask(app, key, { method: 'GET', url: DEBT })).statusCode).toBe(429);
    app.clock.forward(60_000);
    expect((await ask(app, key)).statusCode).toBe(200);
  });
});
