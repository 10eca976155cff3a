import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openPageSessions, TOKEN_LIFETIME_MS, TOKEN_REFUSED } from '../../service/app/page-port.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { makeBearer } from '../../service/process/page-bearer.ts';
import { DEBT_PATH, fillFolder, temporaryFolder } from '../api/folder.ts';
import { CONTROL_SECRET, SESSION_SECRET } from '../support/service-child.ts';
import { exchange, pageOfFile, pageService, said, scriptedPage } from './page-service.ts';

/** Access control of the page's port, which every page and program of this computer can reach. */

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

test('only our own page and a person reach it, and a link elsewhere leads to a view only', async () => {
  const page = await scriptedPage();
  for (const [who, status, path, headers] of ASKERS) {
    const given = Object.entries(headers).map(([name, text]) => [name, text.replace('HOST', page.host)]);
    expect([who, (await inject(page, path, Object.fromEntries(given))).statusCode]).toEqual([who, status]);
  }
});

test('a page of another origin gets no data, even with the credentials of our page', async () => {
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

test('a key with a read of data is checked as on the API’s port; an action accepts no key', async () => {
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
  // A wrong bearer does not become the app's own credential.
  expect((await plain('/yields/series=US10Y', { Authorization: 'Bearer wrong' })).status).toBe(401);
});

describe('sessions', () => {
  test('a token works once, as JSON by POST, and its bearer keeps working', async () => {
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

  test('a token expires after five minutes, and the oldest one of too many expires', () => {
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

  test('a bearer works after a restart with the same secret, and fails with another secret', async () => {
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

  test('the shell’s secret gives the state, a new address, a pause and the end', async () => {
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

  test('is refused without the secret, with a bearer, and for a page of another origin even with the secret', async () => {
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

/** Bytes that no browser and no `fetch` would send to the page's port. */

const page = pageOfFile(fillFolder);

/** @returns the answers to these bytes, with HOST replaced by our own host. */
async function answerTo(bytes: string): Promise<string> {
  const { port, host } = new URL(page().origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(bytes.replaceAll('HOST', host));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
/** True if an answer has data that only a page with a session may read. */
const hasData = (answer: string) => /base_url|"data":|total_rows|\d{4}-\d\d-\d\d[",]/.test(answer);

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: HOST', 'Connection: close', ...headers, '', ''].join('\r\n');

test.each([
  ...['/host/state', '/docs/../host/state', '/docs/%2e%2e/host/state', 'http://HOST/host/state'],
  ...[
    '/docs/.%2E/api/v1/economic-data/us_debt',
    'http://HOST/yields/series=US10Y',
    `http://HOST${DEBT_PATH}`,
  ],
  ...['http://HOST/fred/series/observations?series_id=DGS10&file_type=json'],
  'http://HOST/graph/fredgraph.csv?id=DGS10',
])('%s does not bypass the sign-in', async (target) => {
  const answer = await answerTo(get(target));
  const statuses = statusesOf(answer);
  expect(statuses).toHaveLength(1);
  expect([400, 401, 403, 404, 421]).toContain(statuses[0]);
  expect(hasData(answer)).toBe(false);
});

test.each([
  ...['/%68ost/state', '/hos%74/state', '/host%2fstate', '/host//state', '/HOST/state', '/host/state;x'],
  ...[
    '/docs%2f..%2fhost/state',
    '//host/state',
    '//HOST/host/state',
    '/docs\\..\\host\\state',
    '/./host/state',
  ],
  ...['/explore/../host/state', '/%79ields/series=US10Y', `/${DEBT_PATH}`],
  ...['%61pi', 'API'].map((api) => DEBT_PATH.replace('api', api)),
  DEBT_PATH.replace('api/', 'api%2f'),
])('%s gets no data: it is refused or shows a view of the app', async (target) => {
  const answer = await answerTo(get(target));
  expect(hasData(answer)).toBe(false);
  if (statusesOf(answer)[0] === 200) expect(answer).toContain('<title>Almanac</title>');
});

test.each([
  ['another host in the target', get('http://evil.test/healthz')],
  ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nHost: evil.test\r\nConnection: close\r\n\r\n'],
  ['our host twice', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nhost: HOST\r\nConnection: close\r\n\r\n'],
  [
    'a length and chunks, which two servers read differently',
    'POST /auth/exchange HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /host/state HTTP/1.1\r\nHost: HOST\r\n\r\n',
  ],
  ['a header over two lines', 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nX-A: b\r\n c: d\r\nX Y: z\r\n\r\n'],
])('%s is refused', async (_, bytes) => {
  const answer = await answerTo(bytes);
  const statuses = statusesOf(answer);
  expect(statuses).toHaveLength(1);
  expect([400, 403, 421]).toContain(statuses[0]);
  expect(hasData(answer)).toBe(false);
});

test.each([
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
  ['bytes that are no request', 'nonsense\r\n\r\n', '400 Bad Request'],
  [
    'headers that never end',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('%s gets the documented error', async (_, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
  expect(answer).toMatch(/^Content-Type: application\/json/im);
  expect(answer.endsWith(JSON.stringify({ detail: status.slice(4) }))).toBe(true);
});

/** Requests on both ports by programs that are not signed in, and the lines they leave in the log. */
const refusedRequest = (line: string, ...headers: string[]) =>
  [
    `${line} HTTP/1.1`,
    ...(headers.some((one) => one.startsWith('Host:')) ? [] : ['Host: HOST']),
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');
/** Name, bytes, and the statuses that the page's port and the API's port may answer. */
const KINDS: [name: string, bytes: string, page: number[], api?: number[]][] = [
  ['TRACE', refusedRequest('TRACE /'), [405]],
  ['PURGE', refusedRequest('PURGE /'), [405]],
  ['a method of no standard', refusedRequest('BREW /'), [400, 405]],
  ['CONNECT', refusedRequest('CONNECT evil.test:443'), []],
  ['a foreign host', refusedRequest('GET /', 'Host: evil.test'), [421]],
  ['a host that is none', refusedRequest('GET /', 'Host: ['), [421]],
  ['a user in the host', refusedRequest('GET /', 'Host: me:word@HOST'), [421]],
  ['a foreign origin', refusedRequest('GET /host/state', 'Origin: https://evil.test'), [403]],
  [
    'a wrong token',
    refusedRequest('GET /host/state', `Authorization: Bearer ${'x'.repeat(43)}`),
    [401],
    [404],
  ],
  ['a wrong key', refusedRequest('GET /yields/series=US2Y', 'X-API-Key: alm_x'), [401]],
  ['an address that is too long', refusedRequest(`GET /host/${'x'.repeat(12_000)}`), [401], [404]],
  ['headers that are too long', refusedRequest('GET /', `X: ${'x'.repeat(40_000)}`), [431]],
  ['bytes that are no request', '\u0016\u0003\u0001 nonsense\r\n\r\n', [400]],
];
const TIMES = process.env.ALMANAC_SOAK ? 300 : 50;
/** More of the fastest requests, and fewer with wrong keys, which wait after the first twenty. */
const OTHER_TIMES: Readonly<Record<string, number>> = {
  TRACE: process.env.ALMANAC_SOAK ? 6000 : 1000,
  'a wrong key': process.env.ALMANAC_SOAK ? 300 : 25,
};
/** The highest count that the log shows: it has a line whenever the count has doubled. */
const LAST_TOLD = process.env.ALMANAC_SOAK ? 5120 : 640;
const AT_ONCE = 16;
/** The most bytes of log for both ports together: room for some lines per status, not for thousands. */
const MOST_GROWTH = 100_000;

/** @returns the status of the answer to these bytes; undefined if the connection ends without one. */
async function send(port: number, bytes: string): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes.replaceAll('HOST', `127.0.0.1:${port}`), 'latin1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  if (status === '405') expect(answer).toMatch(/^Allow: \S/im);
  return status === undefined ? undefined : Number(status);
}

async function sendMany(port: number, bytes: string, times: number): Promise<Set<number>> {
  const seen = new Set<number>();
  let left = times;
  const sender = async () => {
    while (left-- > 0) {
      const status = await send(port, bytes);
      if (status !== undefined) seen.add(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return seen;
}

test.each(['page', 'api'] as const)(
  'the port of the %s refuses thousands of requests without an internal error and with few lines in the log',
  { tags: 'soak', timeout: 120_000 },
  async (which) => {
    const { service, logs } = await pageService();
    const port = which === 'page' ? (service.page?.port ?? 0) : service.port;
    for (const [name, bytes, onPage, onApi = onPage] of KINDS) {
      const right = which === 'page' ? onPage : onApi;
      const seen = await sendMany(port, bytes, OTHER_TIMES[name] ?? TIMES);
      for (const status of seen) expect(right, `${name}: ${status}`).toContain(status);
      if (right.length === 1) expect([...seen], name).toEqual(right);
    }
    const written = logs.join('\n');
    expect(written.length).toBeLessThan(MOST_GROWTH);
    expect(written).not.toMatch(/ {4}at |TypeError|Answer failed| 500 /);
    // The log has the requests, with their count.
    expect(written).toMatch(/TRACE \/ 405 /);
    expect(written).toContain(`(${LAST_TOLD} of 405 within the hour)`);
  },
);

test('the API’s port has none of the page’s paths, even for a signed-in page or the shell', async () => {
  const { service, bearer } = page();
  const { url } = service;
  const paths = [
    '/host/state',
    '/host/changes',
    '/host/none',
    '/download/x',
    '/explore',
    '/index.html',
    '/assets/x',
  ];
  for (const secret of [bearer, CONTROL_SECRET]) {
    const headers = { Authorization: `Bearer ${secret}` };
    for (const path of paths)
      expect([path, ...(await said(fetch(url + path, { headers })))]).toEqual([
        path,
        404,
        { detail: 'Not Found' },
      ]);
    for (const path of ['/host/quit', '/auth/exchange', '/control/stop', '/host/none'])
      expect([path, ...(await said(fetch(url + path, { headers, method: 'POST' })))]).toEqual([
        path,
        405,
        { detail: 'Method Not Allowed' },
      ]);
  }
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([302, '/docs']);
});

test('many refusals at the page’s port do not keep those at the API’s port out of the log', async () => {
  const { service, origin, bearer, logs } = page();
  const headers = { Authorization: `Bearer ${bearer}` };
  for (let times = 0; times < 50; times++) await fetch(`${origin}/host/none`, { headers });
  await fetch(`${service.url}/nothing-here`);
  expect(logs.filter((line) => line.includes('GET /nothing-here 404'))).toHaveLength(1);
});
