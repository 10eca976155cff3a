import { expect, test } from 'vitest';
import { type Fetched, headersOf, READY, STARTING, scripted } from './scripted-host.ts';

const DATA = '/api/v1/economic-data/us_debt?series=a&format=csv';
const only = (fetched: readonly Fetched[]) => {
  expect(fetched).toHaveLength(1);
  return fetched[0] as Fetched;
};

const PASSED = {
  accept: 'text/csv',
  'accept-language': 'de',
  'cache-control': 'no-cache',
  'if-modified-since': 'Fri, 20 Nov 2026 12:00:00 GMT',
  'if-none-match': '"v1"',
};

test.each<[string, RequestInit['headers'], object]>([
  ['nothing besides', {}, { authorization: 'Bearer internal' }],
  ['what asks for a form or a state of the answer', PASSED, { ...PASSED, authorization: 'Bearer internal' }],
  ['a key of its own in place of the host’s', { 'X-API-Key': 'k' }, { 'x-api-key': 'k' }],
  [
    'nothing that is the page’s own',
    {
      ...{
        Authorization: 'Bearer of-the-page',
        Cookie: 'a=b',
        Origin: 'http://app',
        Referer: 'http://app/x',
      },
      ...{ Range: 'bytes=0-1', Connection: 'close', 'Accept-Encoding': 'gzip', 'X-Forwarded-For': '1.2.3.4' },
    },
    { authorization: 'Bearer internal' },
  ],
])('data is asked for with %s', async (_, headers, expected) => {
  const { ask, fetched } = scripted();
  await ask(DATA, { headers: headers ?? {} });
  const asked = only(fetched);
  expect(headersOf(asked)).toEqual({ 'accept-encoding': 'identity', ...expected });
  const { method, cache, redirect } = asked.init;
  expect([asked.url, method, cache, redirect]).toEqual([
    ...[`http://127.0.0.1:4780${DATA}`, 'GET', 'no-store', 'manual'],
  ]);
});

test.each([
  ['/api/v1/economic-data/jolts?api_key=k&series=x', {}],
  ['/docs/try?x=1', {}],
  ['/api/v1/catalog?x=1', {}],
  ['/healthz?x=1', {}],
  ['/docs/..%2fapi/v1/x', {}],
  ['/docs/%2e%2e%2fapi/v1/x', {}],
])('%s is asked for without the host’s credential, with its whole query', async (path, expected) => {
  const { ask, fetched } = scripted();
  await ask(path);
  const asked = only(fetched);
  expect([asked.url, headersOf(asked)]).toEqual([
    ...[`http://127.0.0.1:4780${path}`, { 'accept-encoding': 'identity', ...expected }],
  ]);
});

test.each(['/api/v1/x', '/docs', '/', '/explore'])('%s is only read', async (path) => {
  const { ask, said, fetched } = scripted();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await ask(path, { method });
    expect([method, answer.headers.get('Allow')]).toEqual([method, 'GET, HEAD']);
    expect(await said(Promise.resolve(answer))).toEqual([405, { detail: 'Method Not Allowed' }]);
  }
  expect(fetched).toEqual([]);
});

test('HEAD of data is asked for as HEAD', async () => {
  const { ask, fetched } = scripted();
  await ask(DATA, { method: 'HEAD' });
  expect(only(fetched).init.method).toBe('HEAD');
});

const FOR_ONE_HOP = {
  connection: 'close',
  'keep-alive': 'timeout=9',
  'proxy-authenticate': 'Basic',
  'proxy-connection': 'close',
  te: 'trailers',
  trailer: 'Expires',
  'transfer-encoding': 'chunked',
  upgrade: 'h2c',
};

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['that are for one hop', { ...FOR_ONE_HOP, etag: '"v1"' }, { etag: '"v1"' }],
  ['of a plain body', { 'content-length': '2' }, { 'content-length': '2' }],
  ['of a body that fetch has unpacked', { 'content-encoding': 'gzip', 'content-length': '99' }, {}],
  [
    'of a policy of its own',
    { 'content-security-policy': "default-src 'self'" },
    { 'content-security-policy': "default-src 'self'" },
  ],
])('an answer comes with its status, and of its headers those %s are right', async (_, headers, expected) => {
  const { ask } = scripted({ answer: () => new Response('{}', { status: 207, headers }) });
  const answer = await ask('/api/v1/x');
  expect([answer.status, await answer.text()]).toEqual([207, '{}']);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/plain;charset=UTF-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...expected,
  });
});

test('a request waits up to five seconds for a service that starts, and no longer than the page', async () => {
  const { ask, fetched, waits } = scripted({ status: STARTING, later: { ...READY, port: 4790 } });
  const leaving = new AbortController();
  expect((await ask('/api/v1/x', { signal: leaving.signal })).status).toBe(200);
  expect(only(fetched).url).toBe('http://127.0.0.1:4790/api/v1/x');
  const [[most, signal] = []] = waits;
  expect(most).toBe(5000);
  leaving.abort();
  expect((signal as AbortSignal).aborted).toBe(true);
  const up = scripted();
  await up.ask('/api/v1/x');
  expect(up.waits).toEqual([]);
  const impatient = scripted({ status: STARTING, over: { waitMs: 7 } });
  await impatient.ask('/api/v1/x');
  await impatient.ask('/host/data-state');
  expect(impatient.waits.map(([ms]) => ms)).toEqual([7, 7]);
});

test('a service that does not start or goes away is a 503 that says when to ask again', async () => {
  for (const host of [
    scripted({ status: STARTING, later: STARTING }),
    scripted({ answer: () => Promise.reject(new TypeError('fetch failed')) }),
    scripted({ answer: () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED')) }),
  ]) {
    const answer = await host.ask('/api/v1/x');
    expect([answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]).toEqual([
      '1',
      'no-store',
    ]);
    expect(await host.said(Promise.resolve(answer))).toEqual([503, { detail: 'Service Unavailable' }]);
  }
});

test('a page that goes away ends what was asked for it, and gets no answer', async () => {
  const leaving = new AbortController();
  const gone = new Error('The page went away');
  const { ask, fetched } = scripted({
    answer: ({ init }) => {
      leaving.abort();
      return init.signal?.aborted ? Promise.reject(gone) : new Response('still asked');
    },
  });
  await expect(ask('/api/v1/x', { signal: leaving.signal })).rejects.toBe(gone);
  expect(fetched).toHaveLength(1);
});

const ticket = async ({ post }: ReturnType<typeof scripted>, path = DATA) =>
  ((await (await post('download', { path })).json()) as { url: string }).url;

test('each download address works for a minute, once, and no other ends it', async () => {
  let nowMs = 1000;
  const host = scripted({ over: { nowMs: () => nowMs } });
  const first = await ticket(host, '/api/v1/first?x=1');
  nowMs += 30_000;
  const second = await ticket(host, '/yields/series=US10Y');
  nowMs += 29_999;
  const third = await ticket(host, '/fred/series?x=3');
  expect(new Set([first, second, third]).size).toBe(3);
  expect(first).toMatch(/^\/download\/[\w-]{43}$/);
  expect((await host.ask(first, { method: 'HEAD' })).headers.get('Allow')).toBe('GET');
  expect((await host.ask(first)).status).toBe(200);
  expect((await host.ask(first)).status).toBe(404);
  nowMs += 30_001;
  await ticket(host);
  expect(await host.said(host.ask(second))).toEqual([404, { detail: 'Not Found' }]);
  expect((await host.ask(third)).status).toBe(200);
  expect(host.fetched.map(({ url, init }) => [url, new Headers(init.headers).get('Authorization')])).toEqual([
    ['http://127.0.0.1:4780/api/v1/first?x=1', 'Bearer internal'],
    ['http://127.0.0.1:4780/fred/series?x=3', 'Bearer internal'],
  ]);
});

test.each([
  [200, undefined, 'attachment'],
  [200, 'attachment; filename="a.csv"', 'attachment; filename="a.csv"'],
  [404, undefined, null],
])('a download with status %i and the name %s is shown as %s', async (status, name, expected) => {
  const headers = name === undefined ? {} : { 'Content-Disposition': name };
  const host = scripted({ answer: () => new Response('{}', { status, headers }) });
  const answer = await host.ask(await ticket(host));
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([status, expected]);
});
