import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { DEBT_PATH, fillFolder } from '../api/folder.ts';
import { pageOfFile, pageService } from './page-service.ts';

/** Bytes that no browser and no `fetch` would send to the page's port. */

const page = pageOfFile(fillFolder);

/** @returns the answers to these bytes, in which HOST stands for our own host. */
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
/** Whether an answer has what only a page with a session may read. */
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
])('%s gets no data: it is refused, or it is a view of the app', async (target) => {
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

/** Anybody on this machine can send to both ports without having signed in: what that does to the log, over real sockets. */
const refusedRequest = (line: string, ...headers: string[]) =>
  [
    `${line} HTTP/1.1`,
    ...(headers.some((one) => one.startsWith('Host:')) ? [] : ['Host: HOST']),
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');
/** Name, bytes, and the statuses that the page's and the API's port may answer. */
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
/** Many of what is answered soonest, and few of what waits for its answer: wrong keys, after the first twenty. */
const OTHER_TIMES: Readonly<Record<string, number>> = {
  TRACE: process.env.ALMANAC_SOAK ? 6000 : 1000,
  'a wrong key': process.env.ALMANAC_SOAK ? 300 : 25,
};
/** The last line that says how many there were: one comes each time that their number has doubled. */
const LAST_TOLD = process.env.ALMANAC_SOAK ? 5120 : 640;
const AT_ONCE = 16;
/** Of both ports together: some lines of each status, and not thousands. */
const MOST_GROWTH = 100_000;

/** @returns the status of the answer to these bytes; undefined where the connection ends without one. */
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
  'the port of the %s refuses thousands of requests without an error of its own and with few lines in the log',
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
    // They are written down, though, with how many there were.
    expect(written).toMatch(/TRACE \/ 405 /);
    expect(written).toContain(`(${LAST_TOLD} of 405 within the hour)`);
  },
  120_000,
);
