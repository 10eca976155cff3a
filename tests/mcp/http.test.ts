import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { CREDENTIAL, type TestApp, testApp } from '../api/folder.ts';
import { call, httpClient, listening } from './client.ts';

/** `/mcp` over HTTP, beside what all paths refuse: `tests/api/doors.test.ts`. */

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

test.each(['legacy', 'auto'] as const)(
  'the library’s own client lists and calls the tools by the %s revision',
  async (mode) => {
    const app = await testApp();
    const client = await httpClient(await listening(app), app.key, mode);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(7);
    const answer = await call(client, 'get_observations', { series: 'yields.US10Y', limit: 2 });
    expect(answer.structuredContent).toMatchObject({ columns: ['date', 'yields.US10Y'], total_rows: 30 });
    expect(client.getInstructions()).toContain('search_series');
  },
);

test('an origin that may read the API may not speak for an assistant; the gateway may', async () => {
  const first = await testApp();
  const { dataDir } = first;
  await first.close();
  writeFileSync(path.join(dataDir, SETTINGS_FILE), '{"allowed_origins":["https://friend.example"]}');
  const app = await testApp({ dataDir });
  const key = { [KEY_HEADER]: app.key };
  const headers = { ...key, origin: 'https://friend.example' };
  expect((await ask(app, headers, { method: 'GET', url: '/api/v1/catalog' })).statusCode).toBe(200);
  expect((await ask(app, headers)).statusCode).toBe(403);
  const preflight = { ...headers, 'access-control-request-method': 'POST' };
  expect((await ask(app, preflight, { method: 'OPTIONS' })).statusCode).toBe(403);
  const site = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  expect((await ask(app, { ...key, ...site })).statusCode).toBe(403);
  expect((await ask(app, { authorization: `Bearer ${CREDENTIAL}` })).statusCode).toBe(200);
});

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

test('what is no message is refused without a stack in the log, and the next question is answered', async () => {
  const app = await testApp();
  const key = { [KEY_HEADER]: app.key };
  for (const body of ['{"jsonrpc":', '']) expect((await ask(app, key, { body })).statusCode).toBe(400);
  expect((await ask(app, { ...key, 'content-type': '///' })).statusCode).toBe(415);
  expect((await ask(app, key)).statusCode).toBe(200);
  expect(app.logs.filter((line) => /Error/.test(line) || line.includes(app.key))).toEqual([]);
});

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-02&date_to=2024-01-03';

test('each question counts, together with those at other paths', async () => {
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
