import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { type TestApp, testApp } from './folder.ts';

/** The table of doors in the guide, cell by cell: what each door answers where something is wrong. */

const HOST = '127.0.0.1:80';
const GUIDE = path.join(import.meta.dirname, '../../renderer/guide/pages/api.md');

/** A request that each door answers with 200, once it has a key. */
const DOORS: Readonly<Record<string, { url: string; body?: string }>> = {
  '`/api/v1`': {
    url: '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-02&date_to=2024-01-03',
  },
  '`/yields`, `/constituents`': { url: '/yields/series=US10Y' },
  '`/fred`': { url: '/fred/series?series_id=DGS10' },
  '`/graph`': { url: '/graph/fredgraph.csv?id=DGS10' },
  '`/mcp`': { url: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' },
};

type Door = { url: string; body?: string };
type Change = { headers?: Record<string, string>; method?: 'PUT'; url?: string; body?: string };

async function ask({ app }: Pick<TestApp, 'app'>, door: Door, change: Change): Promise<number> {
  const { url, body } = { ...door, ...change };
  const answer = await app.inject({
    method: change.method ?? (door.body === undefined ? 'GET' : 'POST'),
    url,
    headers: {
      host: HOST,
      accept: 'application/json, text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...change.headers,
    },
    ...(body !== undefined && { payload: body }),
  });
  return answer.statusCode;
}

type Check = (app: TestApp, door: Door) => Promise<Change>;
const withKey = ({ key }: TestApp, more: Record<string, string> = {}) => ({
  headers: { [KEY_HEADER]: key, ...more },
});

/** The rows of the table: what is wrong with the request. */
const CHECKS: Readonly<Record<string, Check>> = {
  nothing: async (app) => withKey(app),
  'no key': async () => ({}),
  'a wrong key': async () => ({ headers: { [KEY_HEADER]: `alm_${'x'.repeat(43)}` } }),
  'a revoked key': async ({ keys }) => {
    const { id, key } = await keys.create('gone');
    await keys.revoke(id);
    return { headers: { [KEY_HEADER]: key } };
  },
  'a key for FRED’s clients': async ({ keys }) => ({
    headers: { [KEY_HEADER]: (await keys.createForFred('julia')).key },
  }),
  'a good key as `api_key` in the address': async ({ key }, { url }) => ({
    url: `${url}${url.includes('?') ? '&' : '?'}api_key=${key}`,
  }),
  'a key past its limit, wherever it was used up': async ({ keys }) => {
    const { id, key } = await keys.create('busy');
    for (let asked = 0; asked < MINUTE_LIMIT; asked++) await keys.admit({ id }, undefined);
    return { headers: { [KEY_HEADER]: key } };
  },
  'a page of another origin': async (app) => withKey(app, { origin: 'https://evil.example' }),
  'another `Host`': async (app) => withKey(app, { host: 'evil.example' }),
  'another method': async (app) => ({ ...withKey(app), method: 'PUT' }),
  'more than 64 KiB in the body': async (app, { body }) => ({
    ...withKey(app),
    body: body === undefined ? 'x' : `{"text":"${'x'.repeat(70_000)}"}`,
  }),
  'switched off in Settings': async (app) => {
    writeFileSync(path.join(app.dataDir, SETTINGS_FILE), '{"assistants":false,"fred_clients":false}');
    return withKey(app);
  },
};

/** @returns the table of the guide as rows of cells. */
function toldTable(): string[][] {
  const [, part = ''] = readFileSync(GUIDE, 'utf8').split('## Doors\n');
  const rows = [...part.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  return rows.filter(([first = '']) => !first.startsWith('---'));
}

test('each door answers as the guide’s table says, with each thing that can be wrong', async () => {
  const [[, ...doors] = [], ...rows] = toldTable();
  expect(doors).toEqual(Object.keys(DOORS));
  expect(rows.map(([what]) => what)).toEqual(Object.keys(CHECKS));
  const app = await testApp();
  const found: string[][] = [];
  for (const [what, check] of Object.entries(CHECKS)) {
    const cells: string[] = [];
    for (const [name, door] of Object.entries(DOORS)) {
      // GET has no body here.
      const isWithout = what.includes('in the body') && DOORS[name]?.body === undefined;
      cells.push(isWithout ? '–' : String(await ask(app, door, await check(app, door))));
    }
    found.push([what, ...cells]);
  }
  expect(found).toEqual(rows);
  expect(app.logs.join('\n')).not.toContain(app.key);
});

test('doors that are opened again answer at once, and the documents tell of what is open', async () => {
  const app = await testApp();
  const told = async () => Object.keys(JSON.parse((await app.get('/openapi.json')).text).paths);
  expect(await told()).toContain('/mcp');
  expect(await told()).toContain('/fred/series');
  expect((await app.get('/docs')).text).toContain('id="post_mcp"');
  const settings = path.join(app.dataDir, SETTINGS_FILE);
  writeFileSync(settings, '{"assistants":false,"fred_clients":false}');
  expect((await told()).filter((one) => /^\/(mcp|fred|graph)/.test(one))).toEqual([]);
  expect((await app.get('/docs')).text).not.toContain('id="post_mcp"');
  writeFileSync(settings, '{}');
  expect(await told()).toContain('/graph/fredgraph.csv');
  for (const door of Object.values(DOORS)) expect(await ask(app, door, withKey(app))).toBe(200);
});

test('what /mcp refuses by itself is what the OpenAPI document says', async () => {
  const app = await testApp();
  const { paths } = JSON.parse((await app.get('/openapi.json')).text);
  const { responses } = paths['/mcp'].post;
  const door = DOORS['`/mcp`'] as Door;
  const key = { [KEY_HEADER]: app.key };
  const statuses = [
    await ask(app, door, { headers: key }),
    await ask(app, door, { headers: key, body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }),
    await ask(app, door, { headers: key, body: '{' }),
    await ask(app, door, {}),
    await ask(app, door, { headers: key, method: 'PUT' }),
    await ask(app, door, { headers: { ...key, accept: 'application/json' } }),
    await ask(app, door, { headers: key, body: `"${'x'.repeat(70_000)}"` }),
    await ask(app, door, { headers: { ...key, 'content-type': 'text/plain' } }),
  ];
  expect(statuses).toEqual([200, 202, 400, 401, 405, 406, 413, 415]);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses.map(String)));
});
