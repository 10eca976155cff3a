import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { KEY_HEADER, MINUTE_LIMIT, SETTINGS_FILE } from '../../service/contract/names.ts';
import { guidePages, guidePieces, openAssistants, serviceAssistants } from '../../service/mcp/serve.ts';
import { announceInstance, ownProcessStart, removeInstance } from '../../service/process/instances.ts';
import { almanacVersion } from '../../service/process/version.ts';
import type { Reader } from '../../service/store/index.ts';
import { CREDENTIAL, type TestApp, temporaryFolder, testApp } from '../api/folder.ts';
import { call, httpClient, listening, textOf } from './client.ts';

/** The handler of `/mcp`, called directly by a client, without a network. */

type Assistants = ReturnType<typeof openAssistants>;
const ADDRESS = 'http://127.0.0.1/mcp';
const BROKEN = {
  holdings() {
    throw new Error('The key alm_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG is in the way.');
  },
} as unknown as Reader;
const EMPTY = { holdings: () => [] } as unknown as Reader;

const LINE = `${'x'.repeat(4000)}\n`;
const GUIDE = guidePieces(
  new Map([
    ['long', `# Long\n${LINE}## Two\n${LINE}`],
    ['short', '# Short\n'],
  ]),
);

function opened(reader = EMPTY, logs: string[] = []): Assistants {
  const assistants = openAssistants({
    read: async (use) => use(reader),
    now: () => new Date('2020-03-05T12:00:00.000Z'),
    version: '3.2.1',
    addresses: () => ({ api: 'http://127.0.0.1:4780', chart: 'almanac://view' }),
    guide: () => GUIDE,
    log: (line) => logs.push(line),
  });
  onTestFinished(() => assistants.close());
  return assistants;
}

async function clientOf(assistants: Assistants, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const fetch = (url: string | URL, init?: RequestInit) => assistants.answer(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(ADDRESS), { fetch }));
  onTestFinished(() => client.close());
  return client;
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
async function sent(assistants: Assistants, body: BodyInit, headers = HEADERS) {
  const answer = await assistants.answer(
    new Request(ADDRESS, { method: 'POST', headers, body, duplex: 'half' } as RequestInit),
  );
  return { status: answer.status, text: await answer.text() };
}

test('a message of 65,536 bytes is read, and a message with one byte more is refused', async () => {
  const assistants = opened();
  const long = (bytes: number) => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'x', arguments: { text: '' } },
    };
    // Each é takes two bytes.
    const missing = bytes - JSON.stringify(message).length;
    message.params.arguments.text = `${'é'.repeat(Math.floor(missing / 2))}${'x'.repeat(missing % 2)}`;
    return JSON.stringify(message);
  };
  const read = await sent(assistants, long(65_536));
  expect(read.text).toContain('There is no tool');
  expect(await sent(assistants, long(65_537))).toEqual({
    status: 413,
    text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A message has at most 65536 bytes."}}',
  });
});

test('a body that is not a message, that breaks off, or that has no type is refused with a reason', async () => {
  const assistants = opened();
  const gone = new ReadableStream({
    pull: (controller) => controller.error(new Error('The client is gone.')),
  });
  for (const body of ['{"jsonrpc":', gone])
    expect(await sent(assistants, body)).toEqual({
      status: 400,
      text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"This is not JSON."}}',
    });
  const plain = await sent(assistants, '{}', { ...HEADERS, 'content-type': 'text/plain' });
  expect(plain.status).toBe(415);
});

test('a client that listens for news is released at once, and a closed server answers no more', async () => {
  const assistants = opened();
  const client = await clientOf(assistants, 'auto');
  const { closed, honoredFilter } = await client.listen({ toolsListChanged: true });
  expect([honoredFilter, await closed]).toEqual([{}, 'graceful']);
  await assistants.close();
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  await expect(sent(assistants, list)).rejects.toThrow('has been closed');
  await expect(opened().close()).resolves.toBeUndefined();
});

test('an assistant learns only that there is a bug; the log has the details, without keys', async () => {
  const logs: string[] = [];
  const client = await clientOf(opened(BROKEN, logs));
  const answer = await call(client, 'list_datasets', {});
  expect(answer).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'Almanac could not answer this; its log says why.' }],
  });
  expect(logs).toEqual([expect.stringMatching(/^Error: The key \S*… is in the way\.\n +at /)]);
  expect(logs.join()).not.toContain('0123456789');
});

test('a server gives its name and version, and takes the day from the clock of its source', async () => {
  const client = await clientOf(opened());
  expect(client.getServerVersion()).toEqual({ name: 'almanac', title: 'Almanac', version: '3.2.1' });
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
  const late = await call(client, 'get_observations', { series: 'yields.US10Y', to: '2020-03-07' });
  expect(textOf(late)).toBe(
    'to 2020-03-07 is in the future. The latest possible date is 2020-03-06, today in the easternmost time zone: write it, or an earlier one.',
  );
  const { datasets } = (await call(client, 'list_datasets', {})).structuredContent as {
    datasets: { id: string; next_release: string }[];
  };
  expect(datasets.find(({ id }) => id === 'ui_weekly_claims')?.next_release).toBe('Thu 2020-03-05, 08:30 ET');
  const described = await call(client, 'describe_series', { series: 'ui_weekly_claims.initial_claims_sa' });
  expect(described.structuredContent).toMatchObject({ next_release: 'Thu 2020-03-05, 08:30 ET' });
});

test('a long page of the guide is read in parts, each by its own address', async () => {
  const client = await clientOf(opened());
  const { resources } = await client.listResources();
  const [first, second, short] = resources.filter(({ uri }) => uri.startsWith('almanac://guide/'));
  const mimeType = 'text/markdown';
  const uri = 'almanac://guide/long/2';
  expect(first).toEqual({ uri: 'almanac://guide/long', name: 'guide-long', title: 'Guide: Long', mimeType });
  expect(second).toEqual({ uri, name: 'guide-long-2', title: 'Guide: Long, part 2', mimeType });
  expect(short?.name).toBe('guide-short');
  const read = async (uri: string) => (await client.readResource({ uri })).contents;
  expect(await read(uri)).toEqual([{ uri, mimeType, text: `## Two\n${LINE}` }]);
  await expect(read('almanac://guide/long/3')).rejects.toThrow("no page 'long/3'. Did you mean long?");
  await expect(read('almanac://guide/zzzzzz')).rejects.toThrow("'zzzzzz'. Known are: long, short.");
});

test('the service’s charts open on its own page, or else in the app that runs on the folder', async () => {
  const dataDir = temporaryFolder();
  announceInstance({
    ...{ kind: 'desktop', dataDir, pid: process.pid, processStart: ownProcessStart(), secret: null },
    ...{ startedAt: '2026-11-20T12:00:00.000Z', pagePort: 5001, servicePort: 5002 },
  });
  const logs: string[] = [];
  const served = (hasPage: boolean, reader = EMPTY) =>
    serviceAssistants({
      ...{ dataDir, reader, hasPage, url: () => 'https://data.example.org', log: (line) => logs.push(line) },
      now: () => new Date('2020-03-05T12:00:00.000Z'),
    });
  const asked = async (hasPage: boolean) => {
    const assistants = served(hasPage);
    onTestFinished(() => assistants.close());
    const client = await clientOf(assistants);
    const { chart, api } = (await call(client, 'search_series', { query: 'ICSA' })).structuredContent ?? {};
    const described = await call(client, 'describe_series', { series: 'yields.US10Y' });
    return [chart, api ?? described.structuredContent?.api, client.getServerVersion()?.version];
  };
  const api = 'https://data.example.org/api/v1/view?series=yields.US10Y';
  const query = '?series=ui_weekly_claims.initial_claims_sa';
  expect(await asked(true)).toEqual([`https://data.example.org/explore${query}`, api, almanacVersion()]);
  expect(await asked(false)).toEqual([`http://127.0.0.1:5001/explore${query}`, api, almanacVersion()]);
  removeInstance(dataDir);
  const client = await clientOf(served(true, BROKEN));
  await call(client, 'list_datasets', {});
  expect(logs).toHaveLength(1);
  // The guide has no pages if the page was not built.
  const pages = guidePieces(guidePages()).map(({ name }) => `almanac://guide/${name}`);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('almanac://guide/'))).toEqual(pages);
});

/** `/mcp` over HTTP, beside the refusals of all paths in `tests/api/status-codes.test.ts`. */

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

test('a page of an allowed origin may not call tools; the gateway may', async () => {
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

test('/mcp answers 405 with Allow: POST to other methods; other paths answer 405 to POST, with Allow: GET, HEAD', async () => {
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

test('a body that is not a message is refused without a stack in the log, and the next message is answered', async () => {
  const app = await testApp();
  const key = { [KEY_HEADER]: app.key };
  for (const body of ['{"jsonrpc":', '']) expect((await ask(app, key, { body })).statusCode).toBe(400);
  expect((await ask(app, { ...key, 'content-type': '///' })).statusCode).toBe(415);
  expect((await ask(app, key)).statusCode).toBe(200);
  expect(app.logs.filter((line) => /Error/.test(line) || line.includes(app.key))).toEqual([]);
});

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-02&date_to=2024-01-03';

test('each message counts as a request, together with requests to other paths', async () => {
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
