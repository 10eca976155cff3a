import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions, readPageFiles } from '../../electron/gateway/index.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { makePageFolder } from './page-folder.ts';
import { standInUpstream } from './stand-in-upstream.ts';

const files = await readPageFiles(makePageFolder());
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function gatewayTo(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  over: Partial<GatewayOptions> = {},
) {
  const upstream = await standInUpstream(answer);
  closers.push(upstream.close);
  const gateway = createGateway({
    mode: 'browser',
    version: '1.2.3',
    files,
    supervisor: upstream.supervisor,
    vault: memoryVault(),
    credential: 'internal',
    fetch,
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports: createExports(),
    describeHost: (page) => Promise.resolve(`asked from ${page}`),
    ...over,
  });
  return (path: string, init?: RequestInit) => gateway(new Request(`http://app${path}`, init));
}

const echo = (request: IncomingMessage, response: ServerResponse) =>
  response.end(JSON.stringify({ url: request.url, headers: request.headers }));
type Echo = { url: string; headers: Record<string, string> };

test('data is asked for with the host’s credential, never with what the page sent', async () => {
  const ask = await gatewayTo(echo);
  const answer = await ask('/api/v1/economic-data/us_debt?series=x', {
    headers: { Authorization: 'Bearer of-the-page', Cookie: 'a=b', Accept: 'text/csv', Connection: 'close' },
  });
  const { url, headers } = (await answer.json()) as Echo;
  expect(url).toBe('/api/v1/economic-data/us_debt?series=x');
  expect(headers.authorization).toBe('Bearer internal');
  expect(headers.accept).toBe('text/csv');
  expect(headers.cookie).toBeUndefined();
  expect(headers.host).toMatch(/^127\.0\.0\.1:\d+$/);
});

test.each(['/healthz', '/api/v1/catalog', '/docs/..%2fapi/v1/x', '/docs/%2e%2e%2fapi/v1/x'])(
  '%s, which needs no sign-in, is asked for without the host’s credential',
  async (path) => {
    const ask = await gatewayTo(echo);
    const { url, headers } = (await (await ask(path)).json()) as Echo;
    expect([url, headers.authorization]).toEqual([path, undefined]);
  },
);

test('status and headers of the service come through, those for one hop do not, and security headers are added', async () => {
  const ask = await gatewayTo((_, response) => {
    response.writeHead(429, {
      'Retry-After': '7',
      ETag: '"v1"',
      'Content-Security-Policy': "default-src 'self'",
      'Keep-Alive': 'timeout=9',
    });
    response.end('{}');
  });
  const { status, headers } = await ask('/docs');
  expect(status).toBe(429);
  expect(headers.get('Retry-After')).toBe('7');
  expect(headers.get('ETag')).toBe('"v1"');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'self'");
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.has('Keep-Alive')).toBe(false);
  expect(headers.has('Connection')).toBe(false);
});

test('304 and HEAD pass without a body', async () => {
  const ask = await gatewayTo((request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200, {
      'X-Method': request.method,
    });
    response.end();
  });
  expect((await ask('/api/v1/x', { headers: { 'If-None-Match': '"v1"' } })).status).toBe(304);
  const head = await ask('/api/v1/x', { method: 'HEAD' });
  expect([head.headers.get('X-Method'), await head.text()]).toEqual(['HEAD', '']);
});

test('a body that was compressed on the way is not labelled as compressed', async () => {
  const ask = await gatewayTo((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' });
    response.end(gzipSync('date,value\n'));
  });
  const answer = await ask('/api/v1/x');
  expect(answer.headers.has('Content-Encoding')).toBe(false);
  expect(await answer.text()).toBe('date,value\n');
});

test('an answer streams: its beginning is there before its end is written', async () => {
  const release: { end?: () => void } = {};
  const ask = await gatewayTo((_, response) => {
    response.write('first\n');
    release.end = () => response.end('last\n');
  });
  const reader = (await ask('/api/v1/x?format=csv')).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first\n');
  release.end?.();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last\n');
});

test('when the page gives up, the service stops working for it', async () => {
  const closed = vi.fn();
  const ask = await gatewayTo((_, response) => {
    response.on('close', closed);
    response.write('first\n');
  });
  const controller = new AbortController();
  await ask('/api/v1/x', { signal: controller.signal });
  expect(closed).not.toHaveBeenCalled();
  controller.abort();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
});

test('a service that went away is a 503, not an exception', async () => {
  const upstream = await standInUpstream(echo);
  await upstream.close();
  const ask = await gatewayTo(echo, { supervisor: upstream.supervisor });
  expect((await ask('/api/v1/x')).status).toBe(503);
  // As `net.fetch` of Electron says it; Node's fetch throws a TypeError.
  const refuse = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'));
  const inWindow = await gatewayTo(echo, { fetch: refuse });
  expect((await inWindow('/api/v1/x')).status).toBe(503);
});

const ticketFor = (path: unknown, type = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body: JSON.stringify({ path }),
});

test('a download ticket reads one path, once, within a minute, and as a file', async () => {
  let nowMs = 0;
  const ask = await gatewayTo(echo, { nowMs: () => nowMs });
  const path = '/api/v1/economic-data/us_debt?series=a&format=csv';
  const ticket = async () => {
    const answer = await ask('/host/download', ticketFor(path));
    return ((await answer.json()) as { url: string }).url;
  };
  const first = await ticket();
  expect(first).toMatch(/^\/download\/[\w-]{43}$/);
  const answer = await ask(first);
  expect(answer.headers.get('Content-Disposition')).toBe('attachment');
  const { url, headers } = (await answer.json()) as Echo;
  expect([url, headers.authorization]).toEqual([path, 'Bearer internal']);
  expect((await ask(first)).status).toBe(404);
  const late = await ticket();
  nowMs += 60_000;
  expect((await ask(late)).status).toBe(404);
  expect((await ask('/download/made-up')).status).toBe(404);
});

test.each([
  ['/host/state', 422],
  ['//evil.test/api/x', 422],
  ['http://evil.test/api/x', 422],
  ['/\\\\evil.test/api/x', 422],
  ['http://[', 422],
  ['//[', 422],
  ['/api/%2e%2e/host/state', 422],
  ['/api/../host/state', 422],
  [7, 422],
])('no ticket is issued for %s', async (path, status) => {
  const ask = await gatewayTo(echo);
  expect((await ask('/host/download', ticketFor(path))).status).toBe(status);
});

test('a write needs its content type, JSON, and a short body', async () => {
  const ask = await gatewayTo(echo);
  expect((await ask('/host/download', ticketFor('/api/x', 'text/plain'))).status).toBe(415);
  expect((await ask('/host/download', { ...ticketFor('/api/x'), body: '{' })).status).toBe(400);
  expect((await ask('/host/download', ticketFor(`/api/${'x'.repeat(2_000_000)}`))).status).toBe(413);
});
