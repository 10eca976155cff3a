import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { type PathKind, pathKind } from '../../service/process/path-kind.ts';
import { SCRIPT } from '../support/page-folder.ts';
import { scriptedPage } from './page-service.ts';

/** Files and views of the app, as the page's port sends them to a browser. */

const ASSET = '/assets/index-DdTqx83s.js';

async function asker() {
  const { server, host } = await scriptedPage();
  return async (
    url: string,
    headers: Record<string, string> = {},
    method: InjectOptions['method'] = 'GET',
  ) => {
    const answer = await server.inject({ url, method, headers: { host, ...headers } });
    return {
      status: answer.statusCode,
      text: answer.body,
      bytes: answer.rawPayload,
      headers: answer.headers,
    };
  };
}

/** Framing, forms and base addresses need their own directives: `default-src` does not cover them. */
const PAGE_DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
};
type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof asker>>>>;
const policy = ({ headers }: Answer) => String(headers['content-security-policy']);
const directives = (answer: Answer) =>
  Object.fromEntries(
    policy(answer)
      .split('; ')
      .map((each) => each.split(/ (.*)/).slice(0, 2)),
  );

test('the page has a policy that allows only its own files, and no other page may frame it', async () => {
  const ask = await asker();
  const page = await ask('/');
  expect(page.text).toContain('<title>Almanac</title>');
  expect(page.headers['cache-control']).toBe('no-cache');
  for (const answer of [page, await ask(ASSET), await ask('/explore')]) {
    expect(directives(answer)).toMatchObject(PAGE_DIRECTIVES);
    expect(policy(answer)).not.toMatch(/unsafe|https?:|\*/);
  }
  // Answers with data, and refusals too, may neither load anything nor be framed.
  for (const answer of [await ask('/none.js'), await ask('/host/state'), await ask('/healthz')])
    expect(directives(answer)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" });
});

test('every answer has every security header', async () => {
  const ask = await asker();
  for (const path of ['/', ASSET, '/icon.svg', '/none.js', '/host/state', '/healthz'])
    expect([path, (await ask(path)).headers]).toEqual([
      path,
      expect.objectContaining({
        'content-security-policy': expect.any(String),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      }),
    ]);
  expect((await ask('/host/state')).headers).toMatchObject({
    ...{ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  });
});

test('a view of the app is the page, by HEAD too; a missing file is 404', async () => {
  const ask = await asker();
  const view = await ask('/explore?series=a.b');
  expect([view.status, view.text]).toEqual([200, (await ask('/')).text]);
  const head = await ask('/explore?series=a.b', {}, 'HEAD');
  expect([head.status, head.text, head.headers['content-type']]).toEqual([
    ...[200, '', 'text/html; charset=utf-8'],
  ]);
  for (const path of [
    '/assets/gone-DdTqx83s.js',
    `${ASSET}.br`,
    `${ASSET}.gz`,
    '/download/x',
    '/auth/x',
    '/team/x',
  ]) {
    const { status, text } = await ask(path);
    expect([path, status, JSON.parse(text)]).toEqual([path, 404, { detail: 'Not Found' }]);
  }
});

test('a hashed asset may be cached for ever, and is compressed if the client accepts that', async () => {
  const ask = await asker();
  const plain = await ask(ASSET);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  });
  expect(plain.text).toBe(SCRIPT);
  const encoded = async (accepted: string) => {
    const { headers, bytes } = await ask(ASSET, { 'accept-encoding': accepted });
    expect(headers['content-length']).toBe(String(bytes.length));
    return { encoding: headers['content-encoding'], bytes };
  };
  const brotli = await encoded('gzip, deflate, br, zstd');
  expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', SCRIPT]);
  const gzip = await encoded('gzip, br;q=0');
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', SCRIPT]);
  expect((await encoded('identity')).encoding).toBeUndefined();
  const head = await ask(ASSET, {}, 'HEAD');
  expect([head.headers['content-length'], head.text]).toEqual([String(SCRIPT.length), '']);
});

test('a file that did not change is answered with 304', async () => {
  const ask = await asker();
  const etag = String((await ask('/icon.svg')).headers.etag);
  const answer = await ask('/icon.svg', { 'if-none-match': etag });
  expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag]);
  expect((await ask('/icon.svg', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('nothing can be written to the page, its files or the data', async () => {
  const ask = await asker();
  for (const path of ['/', '/explore', ASSET, '/docs', '/healthz', '/api/v1/x'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const { status, headers, text } = await ask(path, {}, method);
      expect([path, method, status, headers.allow, JSON.parse(text)]).toEqual([
        ...[path, method, 405, 'GET, HEAD', { detail: 'Method Not Allowed' }],
      ]);
    }
});

test('no path leads out of the folder', async () => {
  const ask = await asker();
  const piece = fc.constantFrom(
    ...['..', '%2e%2e', '%2E.', '..%2f', '%5c..', '\\..', '%00', 'secret.txt', '/', '.'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const { status, text } = await ask(`/${pieces.join('/')}`);
      expect([200, 400, 404]).toContain(status);
      expect(text).not.toContain('secret');
    }),
  );
  expect((await ask('/%E0%A4%A')).status).toBe(404);
});

const PATHS: Record<PathKind, string[]> = {
  data: [
    ...['/api/v1/economic-data/us_debt', '/api/v1/catalog/', '/api/', '/fred/series', '/graph/fredgraph.csv'],
    ...['/yields/series=US10Y', '/constituents/series=SP500'],
  ],
  public: ['/healthz', '/openapi.json', '/docs', '/docs/', '/docs/almanac.css', '/api/v1/catalog'],
  other: ['/host/state', '/host/', '/download/x', '/auth/exchange', '/control/stop', '/team/x', '/mcp'],
  page: [
    ...['/', '/explore', '/yields', '/constituents', '/states', '/api', '/fred', '/graph', '/host'],
    ...['/download', '/auth', '/hostile/x', '/docsy', '/healthz/', '/openapi.json/x', '/us_debt/series=x'],
    ...['/apis/x', '/explore/api/x'],
  ],
};

test.each(Object.entries(PATHS))('paths of the kind %s are recognised', (kind, paths) => {
  expect(paths.map((path) => [path, pathKind(path)])).toEqual(paths.map((path) => [path, kind]));
});
