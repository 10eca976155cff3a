import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ASSISTANTS_PATH, KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { fredApp } from '../fred/fred-app.ts';
import { type TestApp, testApp } from './folder.ts';

/** The guide's table of status codes: how each group of addresses answers each kind of wrong request. */

const HOST = '127.0.0.1:80';
const GUIDE = path.join(import.meta.dirname, '../../renderer/guide/pages/api.md');

/** For each group of addresses, a request that is answered with 200 if it has a key. */
const GROUPS: Readonly<Record<string, { url: string; body?: string }>> = {
  '`/api/v1`': {
    url: '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-02&date_to=2024-01-03',
  },
  '`/yields`, `/constituents`': { url: '/yields/series=US10Y' },
  '`/fred`': { url: '/fred/series?series_id=DGS10' },
  '`/graph`': { url: '/graph/fredgraph.csv?id=DGS10' },
  '`/mcp`': { url: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' },
};

type Question = { url: string; body?: string };
type Change = { headers?: Record<string, string>; method?: 'PUT'; url?: string; body?: string };

async function ask({ app }: Pick<TestApp, 'app'>, question: Question, change: Change): Promise<number> {
  const { url, body } = { ...question, ...change };
  const answer = await app.inject({
    method: change.method ?? (question.body === undefined ? 'GET' : 'POST'),
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

type Check = (app: TestApp, question: Question) => Promise<Change>;
const withKey = ({ key }: TestApp, more: Record<string, string> = {}) => ({
  headers: { [KEY_HEADER]: key, ...more },
});

/** The table's rows: for each fault, the headers of a request with that fault. */
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
  const [, part = ''] = readFileSync(GUIDE, 'utf8').split('## Status codes\n');
  const rows = [...part.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  return rows.filter(([first = '']) => !first.startsWith('---'));
}

test('each group of addresses answers with the status in the guide’s table', async () => {
  const [[, ...groups] = [], ...rows] = toldTable();
  expect(groups).toEqual(Object.keys(GROUPS));
  expect(rows.map(([what]) => what)).toEqual(Object.keys(CHECKS));
  const app = await testApp();
  const found: string[][] = [];
  for (const [what, check] of Object.entries(CHECKS)) {
    const cells: string[] = [];
    for (const [name, question] of Object.entries(GROUPS)) {
      // A GET has no body here.
      const isWithout = what.includes('in the body') && GROUPS[name]?.body === undefined;
      cells.push(isWithout ? '–' : String(await ask(app, question, await check(app, question))));
    }
    found.push([what, ...cells]);
  }
  expect(found).toEqual(rows);
  expect(app.logs.join('\n')).not.toContain(app.key);
});

test('addresses that are switched on again answer at once, and the documents list the addresses that are on', async () => {
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
  for (const question of Object.values(GROUPS)) expect(await ask(app, question, withKey(app))).toBe(200);
});

test('the OpenAPI document describes the refusals that /mcp sends itself', async () => {
  const app = await testApp();
  const { paths } = JSON.parse((await app.get('/openapi.json')).text);
  const { responses } = paths['/mcp'].post;
  const question = GROUPS['`/mcp`'] as Question;
  const key = { [KEY_HEADER]: app.key };
  const statuses = [
    await ask(app, question, { headers: key }),
    await ask(app, question, {
      headers: key,
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    }),
    await ask(app, question, { headers: key, body: '{' }),
    await ask(app, question, {}),
    await ask(app, question, { headers: key, method: 'PUT' }),
    await ask(app, question, { headers: { ...key, accept: 'application/json' } }),
    await ask(app, question, { headers: key, body: `"${'x'.repeat(70_000)}"` }),
    await ask(app, question, { headers: { ...key, 'content-type': 'text/plain' } }),
  ];
  expect(statuses).toEqual([200, 202, 400, 401, 405, 406, 413, 415]);
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses.map(String)));
});

/** A key in a wrong place is never repeated in the refusal: at any path, under any name, in any header. */

const RANGE = 'date_from=2024-01-01&date_to=2024-12-31';
/** Correct requests, with angle brackets around each value that a client may replace. */
const QUESTIONS = [
  `/api/v1/economic-data/us_debt?series=<debt_held_by_public>&${RANGE}&format=<json>&units=<lin>&as_of=<2026-11-20>`,
  `/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=<2024-01-01>&date_to=<2024-12-31>&frequency=<m>&aggregation_method=<avg>`,
  `/api/v1/economic-data/us_debt?series=debt_held_by_public&${RANGE}&units=nbd&index_date=<2024-01-01>&token_id=<x>`,
  `/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&${RANGE}&state=<CA>&layout=<long>`,
  '/api/v1/view?series=<yields.US10Y>&formulas=<a*2>&units=<lin>&frequency=<m>&aggregation=<avg>&average=<3>&names=<a:x>',
  '/api/v1/view?series=yields.US10Y:<pc1>&from=<2024-01-01>&to=<2024-12-31>&as_of=<2026-11-20>&index_date=<2024-01-01>',
  '/api/v1/view?series=<yields.US10Y>:up&range=<5Y>&format=<json>&layout=<long>&token_id=<x>',
  '/yields/series=<US10Y>?limit=<5>&offset=<0>&format=<json>&date=<2024-03-08>&order=<asc>&units=<lin>',
  '/constituents/series=<TESTIDX>?limit=<5>&date=<2024-03-08>',
  '/api/v1/constituents/series=<TESTIDX>?limit=<5>',
  '/fred/series?series_id=<ICSA>&file_type=<json>&realtime_start=<2026-11-20>',
  '/fred/series/observations?series_id=<ICSA>&units=<lin>&frequency=<m>&limit=<5>&vintage_dates=<2026-11-20>',
  '/fred/series/search?search_text=claims&order_by=<title>&filter_variable=<units>&sort_order=<asc>',
  '/graph/fredgraph.csv?id=<ICSA>&cosd=<2024-01-01>&transformation=<lin>&fq=<Monthly>&fml=<a>',
  '/api/v1/catalog?<x>=1',
  '/healthz?<x>=1',
  '/docs/<almanac.css>',
  '/<nope>/<nope>',
];
const ALMANACS = `alm_${'Kq7Zw9Xv3T'.repeat(4)}abc`;
const FREDS = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
/** Each key alone, and after a text so long that a message is cut within the key. */
const SENT = [ALMANACS, FREDS, `${'x'.repeat(40)} ${ALMANACS}`, `${'x'.repeat(40)} ${FREDS}`];
/** A refusal may not repeat any eight characters of a key. */
const PARTS = [ALMANACS.slice(4), FREDS].flatMap((key) =>
  Array.from({ length: key.length - 8 }, (_, at) => key.slice(at, at + 8)),
);

const partsIn = (text: string) => PARTS.filter((part) => text.toLowerCase().includes(part.toLowerCase()));

/** @returns requests with the key as each value in turn, as each parameter's name, and repeated. */
function misplaced(question: string, key: string): string[] {
  const sent = encodeURIComponent(key);
  const plain = (text: string) => text.replaceAll(/[<>]/g, '');
  const at = [...question.matchAll(/<[^>]*>/g)].map(({ index, 0: { length } }) =>
    plain(question.slice(0, index) + sent + question.slice(index + length)),
  );
  const [path = '', query = ''] = plain(question).split('?');
  const names = query.split('&').map((pair) => `${path}?${query}&${sent}=1&${pair}&${sent}[]=1`);
  return [...at, ...names, `${path}?${sent}=1&${sent}=2`, `${path}?${sent}[a]=1`];
}

function refusedWith({ app, key }: TestApp, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: 'localhost:80', 'x-api-key': key, ...headers } });
}

describe('a refusal', () => {
  it.each(QUESTIONS)('of %s repeats no key', async (question) => {
    const app = await fredApp();
    let refused = 0;
    for (const url of SENT.flatMap((key) => misplaced(question, key))) {
      app.clock.forward(60_000);
      const answer = await refusedWith(app, url);
      if (answer.statusCode < 400) continue;
      refused++;
      expect([url, partsIn(answer.payload + JSON.stringify(answer.headers))]).toEqual([url, []]);
    }
    expect(refused).toBeGreaterThan(3);
  });

  it('repeats no key of a header', async () => {
    const app = await fredApp();
    const names = [
      'host',
      'origin',
      'accept',
      'user-agent',
      'if-none-match',
      'x-api-key',
      'referer',
      'cookie',
    ];
    const urls = ['/nope', '/yields/series=NOPE', '/fred/series?series_id=NOPE', '/api/v1/view?series=x'];
    for (const key of [ALMANACS, FREDS])
      for (const [name, url] of names.flatMap((one) => urls.map((other) => [one, other] as const))) {
        const sent = name === 'origin' ? `https://${key}.example` : key;
        const { statusCode, payload, headers } = await refusedWith(app, url, { [name]: sent });
        expect(statusCode).toBeGreaterThanOrEqual(400);
        expect([name, url, partsIn(payload + JSON.stringify(headers))]).toEqual([name, url, []]);
      }
  });

  it('of an assistant’s message repeats no key', async () => {
    const app = await fredApp();
    const call = (name: string, args: object) => ({
      method: 'tools/call',
      params: { name, arguments: args },
    });
    for (const key of SENT) {
      const messages: object[] = [
        { method: key, params: {} },
        { method: 'tools/call', params: { name: key, arguments: {} } },
        { method: 'prompts/get', params: { name: key } },
        { method: 'prompts/get', params: { name: 'check_a_number', arguments: { [key]: 'x' } } },
        { method: 'resources/read', params: { uri: `almanac://guide/${encodeURIComponent(key)}` } },
        { method: 'resources/read', params: { uri: key } },
        call('get_observations', { series: key }),
        call('get_observations', { series: 'yields.US10Y', [key]: 1 }),
        call('get_observations', { series: 'yields.US10Y', from: key }),
        call('get_observations', { series: 'yields.US10Y', formula: key }),
        call('get_observations', { series: 'yields.US10Y', units: key }),
        call('compare_dates', { series: key, date: key }),
        call('describe_series', { series: key }),
        call('search_series', { query: key }),
        call('list_revisions', { series: 'yields.US10Y', since: key }),
        call('explain_observation', { series: key, date: key }),
      ];
      for (const message of messages)
        for (const more of [{}, { 'mcp-protocol-version': ALMANACS }, { accept: key }]) {
          app.clock.forward(60_000);
          const answer = await app.app.inject({
            method: 'POST',
            url: ASSISTANTS_PATH,
            headers: {
              host: 'localhost:80',
              'x-api-key': app.key,
              accept: 'application/json, text/event-stream',
              ...more,
            },
            payload: { jsonrpc: '2.0', id: 1, ...message },
          });
          expect([message, more, partsIn(answer.payload)]).toEqual([message, more, []]);
        }
    }
  });
});
