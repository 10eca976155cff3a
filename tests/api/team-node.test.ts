import { expect, it, onTestFinished } from 'vitest';
import { composeApp } from '../../service/compose-app.ts';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import type { Readiness } from '../../service/contract/team.ts';
import { openKeys } from '../../service/keys/index.ts';
import type { Admission, KeyStore } from '../../service/keys/types.ts';
import type { TeamFeed } from '../../service/team/feed/index.ts';
import type { TeamDatabase } from '../../service/team/index.ts';
import { clock, DEBT_PATH, DEBT_QUESTION, economic, fillFolder, temporaryFolder, testApp } from './folder.ts';

/** Differences between a team's node and one computer's service, with an asynchronous key store. */

/** A node with a copy of the data. A wait for a later version ends when the test calls `look`. */
async function node(
  dataDir: string,
  keysDir: string,
  changes: { version?: number; admit?: KeyStore['admit']; publicUrl?: string } = {},
) {
  const own = openKeys(keysDir, { now: clock().now });
  const state = { version: changes.version ?? 7, readiness: { status: 'ready' } as Readiness };
  const waiting: (() => void)[] = [];
  const composed = await composeApp(
    {
      ...{ dataDir, port: 80, pageSize: 7, sample: true, now: clock().now, log: () => undefined },
      ...(changes.publicUrl && { serving: { host: '127.0.0.1', publicUrl: changes.publicUrl } }),
    },
    {
      keys: {
        ...own,
        admit: changes.admit ?? own.admit,
        // No person signs in here.
        authenticateId: async () => ({ state: 'unknown' }),
      },
      database: {} as TeamDatabase,
      version: () => state.version,
      copyHas: async (version) =>
        version <= state.version ||
        new Promise<boolean>((resolve) => waiting.push(() => resolve(version <= state.version))),
      readiness: () => state.readiness,
      feed: {} as TeamFeed,
      join: async () => undefined,
      mayRefresh: () => false,
      close: async () => undefined,
    },
  );
  onTestFinished(async () => {
    await composed.close();
    await own.close();
  });
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await composed.app.inject({ url, headers: { host: 'localhost:80', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
  };
  /** Calls a tool as an assistant that reaches the node by its public name. */
  const call = async (key: string, name: string, args: object) => {
    const answer = await composed.app.inject({
      method: 'POST',
      url: ASSISTANTS_PATH,
      headers: {
        host: 'data.example.org',
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    return { status: answer.statusCode, text: answer.payload };
  };
  /** Ends every wait for a version. */
  const look = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { get, call, state, look, waits: () => waiting.length, keys: own };
}

async function folders() {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const keysDir = temporaryFolder();
  const { key } = await openKeys(keysDir, { now: clock().now }).create('test');
  return { dataDir, keysDir, headers: { 'x-api-key': key } };
}

it('a node answers, refuses and limits as one computer does, with an asynchronous key store', async () => {
  const { dataDir, keysDir, headers } = await folders();
  const { get, keys } = await node(dataDir, keysDir);
  const path = DEBT_PATH;
  const found = await get(path, headers);
  expect([found.status, JSON.parse(found.text).status]).toEqual([200, 'OK']);
  expect(found.headers.ratelimit).toMatch(/^"minute";r=99;t=55,"day";r=9999;t=/);
  expect((await get('/yields/series=US2Y', headers)).status).toBe(200);
  expect((await get(path)).status).toBe(401);
  expect((await get(path, { 'x-api-key': 'alm_no' })).status).toBe(401);
  expect((await get('/yields/series=US2Y', { 'x-api-key': 'alm_no' })).status).toBe(401);
  expect((await get(economic('us_debt', { ...DEBT_QUESTION, series: 'nope' }), headers)).status).toBe(422);
  for (let i = 0; i < 98; i++) await get(path, headers);
  expect((await get(`${path}&format=wrong`, headers)).status).toBe(429);
  const [id = ''] = (await keys.list()).map((one) => one.id);
  await keys.revoke(id);
  expect(JSON.parse((await get(path, headers)).text)).toEqual({
    detail: { error: 'invalid_api_key', revoked: true },
  });
  expect((await get('/yields/series=US2Y', headers)).status).toBe(403);
});

it('a paging token is valid at every node, and a node with older data waits or answers 503', async () => {
  const { dataDir, keysDir, headers } = await folders();
  const [one, two] = [await node(dataDir, keysDir), await node(dataDir, keysDir, { version: 6 })];
  const page = JSON.parse((await one.get(DEBT_PATH, headers)).text);
  const next = `/api/v1${page.pagination.next_url}`;
  const atOne = await one.get(next);
  expect(atOne.status).toBe(200);

  const waiting = two.get(next);
  await expect.poll(two.waits).toBe(1);
  two.look();
  const refused = await waiting;
  expect([refused.status, refused.text]).toEqual([503, '{"detail":"Service Unavailable"}']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

  const again = two.get(next);
  await expect.poll(two.waits).toBe(1);
  two.state.version = 7;
  two.look();
  const answered = await again;
  expect(answered.status).toBe(200);
  expect(JSON.parse(answered.text).data).toEqual(JSON.parse(atOne.text).data);
  expect((await two.get(next)).status).toBe(200);
});

it('a token of one computer is invalid at a team’s node, and the other way round', async () => {
  const { dataDir, keysDir, headers } = await folders();
  fillFolder(keysDir);
  const alone = await testApp({ dataDir: keysDir });
  const url = DEBT_PATH;
  const ours = JSON.parse((await alone.get(url, headers)).text).pagination.next_url;
  const { get } = await node(dataDir, keysDir);
  const theirs = JSON.parse((await get(url, headers)).text).pagination.next_url;
  expect((await get(`/api/v1${ours}`, headers)).status).toBe(422);
  expect((await alone.get(`/api/v1${theirs}`, headers)).status).toBe(422);
});

it('an assistant with a good key gets the public addresses of the API and of the node’s page', async () => {
  const { dataDir, keysDir, headers } = await folders();
  const { call } = await node(dataDir, keysDir, { publicUrl: 'https://data.example.org' });
  const [series, more] = ['us_debt.debt_held_by_public', { date: '2024-01-03', other_date: '2024-01-08' }];
  for (const [name, args] of [
    ['get_observations', { series }],
    ['describe_series', { series }],
    ['compare_dates', { series, ...more }],
  ] as const) {
    const { status, text } = await call(headers['x-api-key'], name, args);
    expect([name, status]).toEqual([name, 200]);
    const query = `?series=${series}`;
    expect(text).toContain(`https://data.example.org/explore${query}`);
    expect(text).toContain(`https://data.example.org/api/v1/view${query}`);
    expect(text).not.toMatch(/almanac:|127\.0\.0\.1/);
  }
  expect((await call('alm_no', 'list_datasets', {})).status).toBe(401);
});

it.each<Admission>([{ state: 'away' }, { state: 'away', keyId: 'k' }])(
  'a node answers 503 with Retry-After, never 401, while keys cannot be checked (%j)',
  async (admission) => {
    const { dataDir, keysDir, headers } = await folders();
    const { get } = await node(dataDir, keysDir, { admit: async () => admission });
    const answer = await get(DEBT_PATH, headers);
    expect([answer.status, answer.text]).toEqual([503, '{"detail":"Service Unavailable"}']);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers.ratelimit).toBeUndefined();
  },
);

it('a balancer can ask a node whether it is ready; one computer’s service always is', async () => {
  const { dataDir, keysDir } = await folders();
  const { get, state } = await node(dataDir, keysDir);
  expect((await get('/readyz')).status).toBe(200);
  state.readiness = {
    status: 'not_ready',
    reason: 'Behind.',
    version: 7,
    lag_seconds: 9,
    engine: 'reachable',
  };
  const behind = await get('/readyz');
  expect([behind.status, JSON.parse(behind.text)]).toEqual([503, state.readiness]);
  expect(behind.headers['cache-control']).toBe('no-store');
  expect((await get('/healthz')).status).toBe(200);
  const alone = await testApp();
  const { status, text } = await alone.get('/readyz');
  expect([status, text]).toEqual([200, '{"status":"ready"}']);
  expect((await alone.get('/readyz', { host: 'evil.example' })).status).toBe(421);
});

it('a node makes no sample data', async () => {
  const { keysDir } = await folders();
  const { get } = await node(temporaryFolder(), keysDir);
  const { datasets } = JSON.parse((await get('/api/v1/catalog')).text);
  expect(new Set(datasets.map(({ origin }: { origin: string | null }) => origin))).toEqual(new Set([null]));
});

it('every answer to a browser has an id too, and the node leaves / to the page', async () => {
  const { dataDir, keysDir } = await folders();
  const { get } = await node(dataDir, keysDir);
  for (const [status, path] of [
    [200, '/docs'],
    [200, '/healthz'],
    [401, '/team/v1/shared'],
    [401, '/host/state'],
    [404, '/nope.js'],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers['x-request-id']]).toEqual([path, status, expect.any(String)]);
  }
  // The page is there only if it has been built.
  const { status, headers } = await get('/');
  expect([200, 404]).toContain(status);
  expect(headers['x-request-id']).toEqual(expect.any(String));
});
