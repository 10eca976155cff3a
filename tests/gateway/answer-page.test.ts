import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notFound, refusal } from '../../electron/gateway/answers.ts';
import { answerPage, readPageFiles } from '../../service/page/index.ts';
import { makePageFolder, SCRIPT } from '../support/page-folder.ts';
import { scripted } from './scripted-host.ts';

const files = await readPageFiles(makePageFolder());
const ask = (path: string, init?: RequestInit) =>
  answerPage(new Request(`http://app${path}`, init), files) ?? notFound();
const ASSET = '/assets/index-DdTqx83s.js';

/** What a browser does where nothing is said of it is to allow it: `default-src` holds for framing, forms and the base address in no browser. */
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

const directives = ({ headers }: Response) =>
  Object.fromEntries(
    (headers.get('Content-Security-Policy') ?? '').split('; ').map((each) => each.split(/ (.*)/).slice(0, 2)),
  );

test('no other page may frame the app, send it a form or change where its addresses lead', () => {
  expect(directives(ask('/'))).toMatchObject(PAGE_DIRECTIVES);
  expect(directives(ask('/assets/index-DdTqx83s.js'))).toMatchObject(PAGE_DIRECTIVES);
  // Answers that are data, refusals among them, may neither load anything nor be framed.
  for (const answer of [ask('/none.js'), refusal(403, 'Forbidden')])
    expect(directives(answer)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" });
});

test('the page comes with a policy that allows nothing but its own files', async () => {
  const answer = ask('/');
  expect(await answer.text()).toContain('<title>Almanac</title>');
  expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test.each(['/', ASSET, '/icon.svg', '/none.js'])('%s has every security header', (path) => {
  const { headers } = ask(path);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.has('Content-Security-Policy')).toBe(true);
});

test('a view of the app is the page; a file that does not exist is not', async () => {
  expect(await ask('/explore?series=a.b').text()).toContain('<title>Almanac</title>');
  expect(ask('/assets/gone-DdTqx83s.js').status).toBe(404);
});

test('a hashed asset may be cached for ever, and is compressed if the client accepts that', async () => {
  const plain = ask(ASSET);
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(plain.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
  expect(await plain.text()).toBe(SCRIPT);
  const encoded = async (accepted: string) => {
    const answer = ask(ASSET, { headers: { 'Accept-Encoding': accepted } });
    return {
      encoding: answer.headers.get('Content-Encoding'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const brotli = await encoded('gzip, deflate, br, zstd');
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
  const gzip = await encoded('gzip, br;q=0');
  expect(gzip.encoding).toBe('gzip');
  expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
  expect((await encoded('identity')).encoding).toBeNull();
});

test('a file that did not change is not sent again', async () => {
  const etag = ask('/icon.svg').headers.get('ETag') ?? '';
  const answer = ask('/icon.svg', { headers: { 'If-None-Match': etag } });
  expect([answer.status, await answer.text()]).toEqual([304, '']);
});

test('HEAD has only the headers, and nothing can be written', async () => {
  const head = ask(ASSET, { method: 'HEAD' });
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual([String(SCRIPT.length), '']);
});

test('the host answers the page and its files, by HEAD too, and none that is not there', async () => {
  const { ask: askHost, said } = scripted({ over: { files } });
  for (const method of ['GET', 'HEAD']) {
    const answer = await askHost('/explore?series=a.b', { method });
    expect([answer.status, (await answer.text()).includes('<title>Almanac</title>')]).toEqual([
      200,
      method === 'GET',
    ]);
  }
  expect(
    (await askHost(ASSET, { headers: { 'Accept-Encoding': 'br' } })).headers.get('Content-Encoding'),
  ).toBe('br');
  for (const path of ['/assets/gone-DdTqx83s.js', '/auth/exchange'])
    expect(await said(askHost(path))).toEqual([404, { detail: 'Not Found' }]);
});

test('no path leads out of the folder', async () => {
  const piece = fc.constantFrom(
    '..',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%5c..',
    '\\..',
    '%00',
    'secret.txt',
    '/',
    '.',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const answer = ask(`/${pieces.join('/')}`);
      expect([200, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain('secret');
    }),
  );
  expect(ask('/%E0%A4%A').status).toBe(404);
});

test('a compressed copy is not a separate file', () => {
  expect([...files.keys()].toSorted()).toEqual([ASSET, '/icon.svg', '/index.html']);
});
