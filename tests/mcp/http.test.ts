import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { CREDENTIAL, publishConstituents, type TestApp, testApp } from '../http/folder.ts';
import { call, httpClient, listening, textOf } from './client.ts';

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

  test('is told the nearest series by a wrong id, and can go on', async () => {
    const app = await testApp();
    const client = await httpClient(await listening(app), app.key);
    const wrong = await call(client, 'get_observations', { series: 'JOLTS' });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toContain('jolts.job_openings_level_sa');
    expect((await call(client, 'list_datasets', {})).isError).toBeUndefined();
  });
});

test('each index and fund has the day of its own newest list', async () => {
  const app = await testApp();
  publishConstituents(app.dataDir, 'OTHERIDX', '2025-02-07');
  const answer = await call(await httpClient(await listening(app), app.key), 'list_datasets', {});
  const { datasets } = answer.structuredContent as { datasets: { id: string; lists?: unknown }[] };
  expect(datasets.find(({ id }) => id === 'constituents')?.lists).toEqual([
    { code: 'OTHERIDX', as_of: '2025-02-07' },
    { code: 'TESTIDX', as_of: '2024-03-28' },
  ]);
  expect(textOf(answer)).toContain('OTHERIDX as of 2025-02-07, TESTIDX as of 2024-03-28');
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
    const [key] = app.keys.list();
    app.keys.revoke(key?.id ?? '');
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
  test.each(['GET', 'PUT', 'DELETE'] as const)('%s: 405, which says POST', async (method) => {
    const app = await testApp();
    const answer = await ask(app, { [KEY_HEADER]: app.key }, { method });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test.each(['/api/v1/catalog', '/api/v1/view', '/healthz', '/mcp/', '/MCP', '/mcpx', '/'])(
    'POST to %s: 405',
    async (url) => {
      const app = await testApp();
      const answer = await ask(app, { [KEY_HEADER]: app.key }, { url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  test('no JSON, another type, and too much: refused with a status, and the next question is answered', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    expect((await ask(app, key, { body: '{"jsonrpc":' })).statusCode).toBe(400);
    expect((await ask(app, { ...key, 'content-type': 'text/plain' })).statusCode).toBe(415);
    const large = JSON.stringify({ ...LIST, params: { text: 'x'.repeat(70_000) } });
    expect((await ask(app, key, { body: large })).statusCode).toBe(413);
    expect((await ask(app, key, { body: '' })).statusCode).toBe(400);
    expect((await ask(app, key)).statusCode).toBe(200);
    expect(app.logs.filter((line) => line.includes(app.key))).toEqual([]);
  });
});

describe('what is no message', () => {
  const refusedOf = async (body: string) => {
    const app = await testApp();
    const answer = await ask(app, { [KEY_HEADER]: app.key }, { body });
    return { status: answer.statusCode, ...answer.json() };
  };
  const called = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'list_datasets', arguments: {} },
  });

  test.each([
    ['a batch', [called(1), called(2)]],
    ['a batch of one', [called(1)]],
    ['a batch of none', []],
    ['a batch in a batch', [[called(1)]]],
  ])('%s is refused whole', async (_what, body) => {
    expect(await refusedOf(JSON.stringify(body))).toMatchObject({
      status: 400,
      id: null,
      error: { code: -32600, message: expect.stringContaining('no batches') },
    });
  });

  test.each([
    ['{"id":3,"method":"tools/list"}', -32600, 3],
    ['{"jsonrpc":"2.0","id":"four"}', -32600, 'four'],
    ['{"jsonrpc":"2.0","id":5,"method":6}', -32600, 5],
    ['{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}', -32600, 7],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', -32600, null],
    ['null', -32600, null],
    ['hello', -32700, null],
  ])('%s is answered with its id, where it has one', async (body, code, id) => {
    expect(await refusedOf(body)).toMatchObject({ status: 400, jsonrpc: '2.0', id, error: { code } });
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
    expect(app.calls.of(app.keys.list()[0]?.id ?? '').map((one) => one.path)).toEqual([
      '/mcp',
      '/mcp',
      '/api/v1/economic-data/us_debt',
    ]);
  });

  test('a key that has used up its minute at one door is refused at the other', async () => {
    const app = await testApp();
    const key = { [KEY_HEADER]: app.key };
    for (let asked = 0; asked < MINUTE_LIMIT; asked++) app.keys.take(app.keys.list()[0]?.id ?? '', undefined);
    const refused = await ask(app, key);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ detail: { error: 'minute_limit_exceeded' } });
    expect((await ask(app, key, { method: 'GET', url: DEBT })).statusCode).toBe(429);
    app.clock.forward(60_000);
    expect((await ask(app, key)).statusCode).toBe(200);
  });
});
