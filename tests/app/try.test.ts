import { expect, test } from 'vitest';
import type { TryAnswer } from '../../service/contract/access.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { type Fetched, headersOf, READY, scripted } from './scripted-host.ts';

const KEY = 'alm_the-key-itself';
const LINE = { id: 'k7f3qx', label: 'Excel', revoked_at: null };

async function host(
  answer: (asked: Fetched) => Response | Promise<Response> = () => new Response('{}'),
  listing: Promise<void> = Promise.resolve(),
  status = () => READY,
) {
  const vault = memoryVault();
  await vault.write({ kind: 'api-key', id: LINE.id }, KEY);
  const call = () => listing.then(() => ({ keys: [LINE], limits: {} }));
  const supervisor = { start: () => undefined, status, waitForStart: async () => status(), call };
  const made = scripted({ answer, over: { vault, supervisor: supervisor as never } });
  const tried = async (body: object) => (await (await made.post('try', body)).json()) as TryAnswer;
  return { ...made, tried };
}

const plain = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Almanac/1.2.3 (try it)' };
const assistant = {
  ...plain,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
const FIRST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

test.each<[string, object, object, object | undefined]>([
  ['/api/v1/economic-data/us_debt?series=a&page=2#end', {}, plain, undefined],
  ['/yields/series=US10Y?date_from=2024-01-01', { id: LINE.id }, { ...plain, 'x-api-key': KEY }, undefined],
  ['/healthz?x=1', {}, plain, undefined],
  ['/docs/almanac.css', {}, plain, undefined],
  ['/mcp', { id: LINE.id }, { ...assistant, 'x-api-key': KEY }, FIRST],
  ['/mcp', {}, assistant, FIRST],
])('%s is tried as a tool asks for it, %j', async (path, body, headers, question) => {
  const { tried, fetched } = await host();
  await tried({ path, ...body });
  expect(fetched).toHaveLength(1);
  const [asked] = fetched as [Fetched];
  expect(headersOf(asked)).toEqual(headers);
  const { method = 'GET', body: sent, cache, redirect } = asked.init;
  expect([asked.url, method, cache, redirect]).toEqual([
    ...[`http://127.0.0.1:4780${path.replace('#end', '')}`, question ? 'POST' : 'GET', 'no-store', 'manual'],
  ]);
  expect(sent && JSON.parse(String(sent))).toEqual(question);
});

test.each([
  ['/host/keys', 'is no path of the API'],
  ['/mcp?x=1', 'is no path of the API'],
  ['/mcp/', 'is no path of the API'],
  ['/auth/exchange', 'is no path of the API'],
  ['/download/x', 'is no path of the API'],
  ['/', 'is no path of the API'],
  ['', 'is no path of the API'],
  ['api/v1/catalog', 'has no slash'],
  ['//127.0.0.1:1/api/v1/catalog', 'names another host'],
  ['http://example.org/api/v1/catalog', 'names another host'],
  ['/\\example.org/api/v1/x', 'names another host'],
  ['//[', 'is no address'],
  ['/api/../host/keys', 'leaves the API'],
])('%s is not tried: it %s', async (path) => {
  const { post, said, fetched } = await host();
  const answer = await said(post('try', { path }));
  expect(answer).toEqual([
    ...[
      422,
      {
        detail:
          'path must be one of the API, such as /api/v1/economic-data/us_debt?… or /yields/series=US10Y.',
      },
    ],
  ]);
  expect(fetched).toEqual([]);
});

test.each([KEY, ''])(
  'an address with the key %j in it is not tried, and the key is not repeated',
  async (key) => {
    const { post, said, fetched } = await host();
    expect(await said(post('try', { path: `/api/v1/x?api_key=${key}`, id: LINE.id }))).toEqual([
      422,
      { detail: 'path must hold no api_key: the chosen key is sent in the header.' },
    ]);
    expect(fetched).toEqual([]);
  },
);

test('a redirection and a refusal are shown as they are, with their headers', async () => {
  const { tried } = await host(
    () =>
      new Response('moved', { status: 302, headers: { Location: '/docs/', 'Content-Type': 'text/plain' } }),
  );
  expect(await tried({ path: '/docs' })).toEqual({
    status: 302,
    took_ms: expect.any(Number),
    bytes: 5,
    headers: [
      ['content-type', 'text/plain'],
      ['location', '/docs/'],
    ],
    body: 'moved',
    is_cut: false,
  });
  const empty = await host(() => new Response(null, { status: 304 }));
  expect(await empty.tried({ path: '/docs' })).toMatchObject({
    status: 304,
    bytes: 0,
    body: '',
    is_cut: false,
  });
});

const KIB64 = 65_536;
const pieces = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
};

test.each([
  ['just 64 KiB', 'x'.repeat(KIB64), KIB64, KIB64, false],
  ['a byte more', 'x'.repeat(KIB64 + 1), KIB64, KIB64 + 1, true],
  ['much more', 'x'.repeat(3 * KIB64), KIB64, 3 * KIB64, true],
  ['characters of two bytes alone', 'é'.repeat(KIB64), KIB64 / 2, 2 * KIB64, true],
  ['a character of two bytes at its end', `${'x'.repeat(KIB64 - 2)}é`, KIB64 - 1, KIB64, false],
  ['a character that is cut in the middle', `${'x'.repeat(KIB64 - 1)}é`, KIB64 - 1, KIB64 + 1, true],
])('of an answer of %s the first 64 KiB are shown', async (_, text, characters, bytes, isCut) => {
  for (const size of [1000, 7 * KIB64]) {
    const { tried } = await host(() => new Response(pieces(text, size)));
    const { body, ...shown } = await tried({ path: '/docs' });
    expect([shown.bytes, shown.is_cut, body.length]).toEqual([bytes, isCut, characters]);
    expect(text.startsWith(body)).toBe(true);
  }
});

test('characters that arrive in pieces, and half a one at the very end, are shown', async () => {
  const split = await host(() => new Response(pieces('añ€🙂', 1)));
  expect(await split.tried({ path: '/docs' })).toMatchObject({ body: 'añ€🙂', bytes: 10 });
  const broken = await host(() => new Response(new Uint8Array([0x61, 0xc3])));
  expect(await broken.tried({ path: '/docs' })).toMatchObject({ body: 'a\uFFFD', bytes: 2 });
});

test('the time is that until the whole answer was there, in milliseconds to a tenth', async () => {
  const { tried } = await host(async () => {
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    setTimeout(() => void writer.write(new Uint8Array(3)).then(() => writer.close()), 60);
    return new Response(slow.readable);
  });
  const began = performance.now();
  const { took_ms } = await tried({ path: '/docs' });
  const most = performance.now() - began;
  expect(took_ms).toBeGreaterThanOrEqual(50);
  expect(took_ms).toBeLessThanOrEqual(most + 0.1);
  expect(took_ms).toBe(Math.round(took_ms * 10) / 10);
  // How long the key takes to be read is no part of it.
  const keyed = await host(undefined, new Promise((resolve) => setTimeout(resolve, 60)));
  const asked = performance.now();
  const { took_ms: answered } = await keyed.tried({ path: '/docs', id: LINE.id });
  expect(answered).toBeLessThanOrEqual(performance.now() - asked - 50);
});

test('a service that starts again while the key is read is asked at its new port', async () => {
  let status = READY;
  const moving = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
    status = { ...READY, port: 4790 };
  });
  const { tried, fetched } = await host(undefined, moving, () => status);
  await tried({ path: '/docs', id: LINE.id });
  expect(fetched.map(({ url }) => url)).toEqual(['http://127.0.0.1:4790/docs']);
});

test('a service that goes away is unavailable, and a page that goes away ends the request and gets no answer', async () => {
  const broken = await host(() => Promise.reject(new TypeError('fetch failed')));
  expect(await broken.said(broken.post('try', { path: '/docs' }))).toEqual([
    503,
    { detail: 'Service Unavailable' },
  ]);
  const leaving = new AbortController();
  const gone = new Error('gone');
  const left = await host(({ init }) => {
    leaving.abort();
    return init.signal?.aborted ? Promise.reject(gone) : new Response('still asked');
  });
  const headers = { 'Content-Type': 'application/json' };
  await expect(
    left.post(
      'try',
      { path: '/docs' },
      { method: 'POST', headers, body: '{"path":"/docs"}', signal: leaving.signal },
    ),
  ).rejects.toBe(gone);
});

test('the command of an assistant is said, or that there is none', async () => {
  const command = ['/usr/bin/almanac', 'mcp'];
  for (const [over, expected] of [
    [{ assistantCommand: () => command }, command],
    [{ assistantCommand: () => null }, null],
    [{}, null],
  ] as const) {
    const { ask, said } = scripted({ over });
    expect(await said(ask('/host/assistant-command'))).toEqual([200, { command: expected }]);
  }
});
