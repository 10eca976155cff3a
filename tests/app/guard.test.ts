import { describe, expect, test } from 'vitest';
import { openPageSessions, TOKEN_LIFETIME_MS, TOKEN_REFUSED } from '../../service/app/page-port.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { makeBearer } from '../../service/process/page-bearer.ts';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { CONTROL_SECRET, SESSION_SECRET } from '../support/service-child.ts';
import { exchange, pageService, said, scriptedPage } from './page-service.ts';

/** Who may ask for what on the page's port, which every page and every program of this computer can reach. */

type Page = Awaited<ReturnType<typeof scriptedPage>>;
const inject = ({ server, host }: Page, url: string, headers: object = {}, init: object = {}) =>
  server.inject({ url, headers: { host, ...headers }, ...init });

test('only our own three names with our port are answered', async () => {
  const page = await scriptedPage();
  const { port } = new URL(page.origin);
  for (const host of [
    'evil.test',
    `evil.test:${port}`,
    '127.0.0.1',
    '127.0.0.1:80',
    `127.0.0.1.evil.test:${port}`,
  ]) {
    const answer = await inject(page, '/', { host });
    expect([host, answer.statusCode, answer.json()]).toEqual([host, 421, { detail: 'Misdirected Request' }]);
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`])
    expect([host, (await inject(page, '/', { host })).statusCode]).toEqual([host, 200]);
});

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const elsewhere = { 'sec-fetch-site': 'cross-site' };

const ASKERS: [string, number, string, Record<string, string>][] = [
  ['our own page reads', 200, '/', { 'sec-fetch-site': 'same-origin', origin: 'http://HOST' }],
  ['a person types the address', 200, '/explore', { 'sec-fetch-site': 'none', ...navigation }],
  [
    'a person types the address of a public answer',
    200,
    '/healthz',
    { 'sec-fetch-site': 'none', ...navigation },
  ],
  ['a link elsewhere leads to the app', 200, '/explore', { ...elsewhere, ...navigation }],
  ['a link elsewhere leads to a public answer', 403, '/healthz', { ...elsewhere, ...navigation }],
  [
    'a link of another port leads to a public answer',
    403,
    '/healthz',
    { 'sec-fetch-site': 'same-site', ...navigation },
  ],
  ['a link elsewhere leads to a download', 403, '/download/x', { ...elsewhere, ...navigation }],
  ['another site fetches', 403, '/', { ...elsewhere, 'sec-fetch-mode': 'no-cors' }],
  ['another port of this machine fetches', 403, '/', { 'sec-fetch-site': 'same-site' }],
  ['a program built on a browser fetches', 403, '/', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }],
  ['another page frames us', 403, '/', { ...elsewhere, ...navigation, 'sec-fetch-dest': 'iframe' }],
  ['another origin reads', 403, '/', { origin: 'https://evil.test' }],
  ['another port reads', 403, '/', { origin: 'http://127.0.0.1:80' }],
  ['a page without an origin reads', 403, '/', { origin: 'null' }],
];

test('only our own page and a person reach it, and a link elsewhere leads to a view alone', async () => {
  const page = await scriptedPage();
  for (const [who, status, path, headers] of ASKERS) {
    const given = Object.entries(headers).map(([name, text]) => [name, text.replace('HOST', page.host)]);
    expect([who, (await inject(page, path, Object.fromEntries(given))).statusCode]).toEqual([who, status]);
  }
});

test('a page of another origin gets nothing, even with the credentials of ours', async () => {
  const page = await pageService();
  const { url } = (await (await page.post('download', { path: '/api/v1/economic-data/us_debt' })).json()) as {
    url: string;
  };
  const hostile = [
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
    { Origin: page.service.url, 'Sec-Fetch-Site': 'same-site' },
  ];
  const targets: [string, string][] = [
    ...Object.entries<Endpoint>(ENDPOINTS).map(([name, { method }]): [string, string] => [
      `/host/${name}`,
      method,
    ]),
    ['/api/v1/economic-data/us_debt', 'GET'],
    ['/api/v1/catalog', 'GET'],
    ['/yields/series=US10Y', 'GET'],
    [url, 'GET'],
    ['/auth/exchange', 'POST'],
    ['/', 'GET'],
  ];
  for (const headers of hostile)
    for (const [path, method] of targets) {
      const answer = await page.ask(path, { method, headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(await answer.json()).toEqual({ detail: expect.any(String) });
      const asked = await page.ask(path, {
        method: 'OPTIONS',
        headers: { ...headers, 'Access-Control-Request-Method': method },
      });
      expect([path, asked.status, [...asked.headers.keys()].filter((name) => /^access-/.test(name))]).toEqual(
        [...[path, 403, []]],
      );
    }
});

test('every action and all data need a session; the page and public answers need none', async () => {
  const page = await scriptedPage();
  const named = Object.entries<Endpoint>(ENDPOINTS).map(
    ([name, { method }]) => [`/host/${name}`, method] as const,
  );
  const data = [
    '/api/v1/x',
    '/yields/series=US10Y',
    '/constituents/series=X',
    '/fred/series',
    '/graph/fredgraph.csv',
  ];
  for (const [path, method] of [...named, ...data.map((one) => [one, 'GET'] as const)])
    for (const authorization of [
      undefined,
      'Bearer made-up',
      `Basic ${page.bearer}`,
      `Bearer ${page.bearer}x`,
    ]) {
      const answer = await inject(page, path, authorization === undefined ? {} : { authorization }, {
        method,
      });
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 401, { detail: 'Sign-in needed' }]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  for (const path of [
    '/',
    '/explore',
    '/assets/index-DdTqx83s.js',
    '/healthz',
    '/openapi.json',
    '/api/v1/catalog',
  ])
    expect([path, (await inject(page, path)).statusCode]).toEqual([path, 200]);
});

test('a read of data that brings a key is checked as on the API’s port; an action is not', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const page = await pageService({ dataDir });
  const { key } = (await (await page.post('create-key', { label: 'Excel' })).json()) as { key: string };
  const plain = (path: string, headers: Record<string, string> = {}) =>
    fetch(page.origin + path, { headers });
  expect((await plain('/yields/series=US10Y', { 'X-API-Key': key })).status).toBe(200);
  expect((await plain('/yields/series=US10Y', { 'X-API-Key': 'alm_wrong' })).status).toBe(401);
  expect((await plain('/yields/series=US10Y?api_key=alm_wrong')).status).toBe(401);
  expect((await plain('/host/state', { 'X-API-Key': key })).status).toBe(401);
  // The credential of the app itself is good nowhere outside of its process.
  expect((await plain('/yields/series=US10Y', { Authorization: 'Bearer wrong' })).status).toBe(401);
});

describe('sessions', () => {
  test('a token is good once, as JSON by POST, and its bearer stays good', async () => {
    const { origin, ask, app } = await scriptedPage();
    const token = app.issueToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const send = (headers: Record<string, string>, body = JSON.stringify({ token })) =>
      fetch(`${origin}/auth/exchange`, { method: 'POST', headers, body });
    expect((await fetch(`${origin}/auth/exchange?token=${token}`)).status).toBe(405);
    expect((await send({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await send({ 'Content-Type': 'application/json' }, '{}')).status).toBe(422);
    const good = await send({ 'Content-Type': 'application/json' });
    const { bearer } = (await good.json()) as { bearer: string };
    expect([good.status, good.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await said(send({ 'Content-Type': 'application/json' }))).toEqual([
      401,
      { detail: TOKEN_REFUSED },
    ]);
    const asked = (authorization: string) =>
      ask('/host/state', { headers: { Authorization: authorization } });
    expect((await asked(`Bearer ${bearer}`)).status).toBe(200);
    expect((await asked(`Bearer ${token}`)).status).toBe(401);
  });

  test('a token ends after five minutes, and the oldest of very many ends', () => {
    let nowMs = 0;
    const sessions = openPageSessions('secret', () => nowMs);
    const [late, early] = [sessions.issueToken(), sessions.issueToken()];
    nowMs = TOKEN_LIFETIME_MS - 1;
    expect(sessions.knows(`Bearer ${sessions.exchange(early)}`)).toBe(true);
    nowMs = TOKEN_LIFETIME_MS;
    expect(sessions.exchange(late)).toBeUndefined();
    const oldest = sessions.issueToken();
    for (let times = 0; times < 1_000; times++) sessions.issueToken();
    expect(sessions.exchange(oldest)).toBeUndefined();
    expect(sessions.signIns()).toBe(1);
  });

  test('a bearer is good in a service that was started again with the same secret, and bad with another', async () => {
    const dataDir = temporaryFolder();
    const first = await pageService({ dataDir });
    const made = makeBearer(SESSION_SECRET);
    expect((await first.ask('/host/state', { headers: { Authorization: `Bearer ${made}` } })).status).toBe(
      200,
    );
    await first.service.close(0);
    for (const [sessionSecret, status] of [
      [SESSION_SECRET, 200],
      ['another secret', 401],
    ] as const) {
      const next = await pageService({ dataDir, page: { sessionSecret } });
      for (const bearer of [first.bearer, made])
        expect([
          sessionSecret,
          (await next.ask('/host/state', { headers: { Authorization: `Bearer ${bearer}` } })).status,
        ]).toEqual([sessionSecret, status]);
      await next.service.close(0);
    }
  });
});

describe('/control/', () => {
  async function controlled() {
    const ends: string[] = [];
    const paused: number[] = [];
    const page = await scriptedPage({
      work: { pauseSchedule: () => paused.push(1) },
      options: { end: (how) => void ends.push(how) },
    });
    const control = (action: string, headers: object = {}, method = 'POST') =>
      inject(page, `/control/${action}`, headers, { method });
    return { page, ends, paused, control };
  }
  const SECRET = { authorization: `Bearer ${CONTROL_SECRET}` };

  test('with its secret the shell asks for the state, a new address, a pause and the end', async () => {
    const { ends, paused, control } = await controlled();
    expect((await control('state', SECRET)).json()).toEqual({ clients: 0, signIns: 1 });
    const { address } = (await control('open', SECRET)).json();
    const { origin, hash } = new URL(address);
    expect((await exchange(origin, hash.slice('#t='.length))).status).toBe(200);
    expect([(await control('pause', SECRET)).statusCode, paused]).toEqual([200, [1]]);
    expect(ends).toEqual([]);
    expect([(await control('stop', SECRET)).statusCode, ends]).toEqual([202, ['quit']]);
    for (const action of ['other', 'toString', ''])
      expect((await control(action, SECRET)).statusCode).toBe(404);
    expect((await control('state', SECRET, 'GET')).statusCode).toBe(405);
  });

  test('nobody else can: not without the secret, not with a bearer, and no page of another origin even with it', async () => {
    const { page, ends, paused, control } = await controlled();
    const tries: [Record<string, string>, number][] = [
      [{}, 401],
      [{ authorization: 'Bearer ' }, 401],
      [{ authorization: CONTROL_SECRET }, 401],
      [{ authorization: `Bearer ${page.bearer}` }, 401],
      [{ authorization: `Bearer ${CONTROL_SECRET}x` }, 401],
      [{ ...SECRET, origin: 'http://127.0.0.1:80' }, 403],
      [{ ...SECRET, 'sec-fetch-site': 'same-site' }, 403],
      [{ ...SECRET, host: `evil.test:${new URL(page.origin).port}` }, 421],
    ];
    for (const [headers, status] of tries)
      for (const action of ['state', 'open', 'stop', 'pause', 'other'])
        expect([headers, (await control(action, headers)).statusCode]).toEqual([headers, status]);
    expect([ends, paused]).toEqual([[], []]);
    expect((await inject(page, '/host/state', SECRET)).statusCode).toBe(401);
  });
});
