import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { publisherKeys, setPublisherKey, vaultKeys } from '../../service/app/access-handlers.ts';
import type { TryAnswer } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import { keyUse } from '../../service/datasets/index.ts';
import { almanacVersion } from '../../service/process/version.ts';
import type { SecretName, Vault } from '../../service/vault/index.ts';
import { LOCKED, LOST, memoryVault } from '../support/memory-vault.ts';
import { said, scriptedPage, standIn } from './page-service.ts';

/** The user's keys for publishers: how the page shows them, and which keys a refresh gets. */

const SET_AT = '2026-11-20T12:00:00.000Z';
const nameOf = (publisher: string): SecretName => ({ kind: 'publisher', publisher });
const noLog = (line: string): never => expect.unreachable(line);

test('each publisher’s key is shown with its own state, day and use', async () => {
  const vault = memoryVault({ FRED: 'environment-key-9876' });
  await vault.write(nameOf('BLS'), 'key-of-bls');
  await vault.write({ kind: 'api-key', id: 'BEA' }, 'no key of a publisher');
  const use = keyUse('BLS');
  expect(use).toMatch(/./);
  const shown = (publisher: string, state: string, last4: string | null, set_at: string | null) => ({
    ...{ publisher, state, last4, set_at, used_for: publisher === 'BLS' ? use : null },
  });
  const others = [
    ...[shown('BEA', 'absent', null, null), shown('Census', 'absent', null, null)],
    shown('FRED', 'environment', '9876', null),
  ];
  expect(await publisherKeys(vault)).toEqual({
    keys: [shown('BLS', 'present', '-bls', SET_AT), ...others],
    vault: await vault.state(),
  });
  for (const turned of ['lost', 'locked'] as const) {
    vault.turn(turned);
    expect(await publisherKeys(vault)).toEqual({
      keys: [shown('BLS', 'lost', '-bls', SET_AT), ...others],
      vault: await vault.state(),
    });
  }
});

test('the vault’s state is read after its keys, since that may have unlocked it', async () => {
  const vault = memoryVault();
  vault.turn('locked');
  const look: Vault['look'] = (name) => {
    vault.turn('open');
    return vault.look(name);
  };
  expect((await publisherKeys({ ...vault, look })).vault.keychain).toBe('unlocked');
});

test.each(['', ' ', 'two words', 'tab\tin', 'line\nbreak', 'naïve', 'del\x7f'])(
  'the key %j is refused, and the previous one stays',
  async (key) => {
    const vault = memoryVault();
    await setPublisherKey(vault, { publisher: 'BEA', key: 'before' });
    await expect(setPublisherKey(vault, { publisher: 'BEA', key })).rejects.toMatchObject({
      code: 'wrong_usage',
      message: 'A key of BEA is one word of letters, digits and signs.',
    });
    expect([...vault.secrets]).toEqual([['publisher BEA', 'before']]);
  },
);

test('a lost key is replaced or removed only if the person confirms it', async () => {
  for (const key of ['next', undefined]) {
    const vault = memoryVault();
    await vault.write(nameOf('BLS'), 'before');
    await vault.write(nameOf('BEA'), 'other');
    vault.turn('lost');
    const asked = { publisher: 'BLS', ...(key === undefined ? {} : { key }) } as const;
    for (const word of [{}, { even_if_lost: false }]) {
      await expect(setPublisherKey(vault, { ...asked, ...word })).rejects.toMatchObject({ message: LOST });
    }
    expect(vault.secrets.get('publisher BLS')).toBe('before');
    await setPublisherKey(vault, { ...asked, even_if_lost: true });
    expect([vault.secrets.get('publisher BLS'), vault.secrets.get('publisher BEA')]).toEqual([key, 'other']);
  }
});

test('a refresh gets the keys that it asks for, and a note for each unreadable key', async () => {
  const vault = memoryVault({ FRED: 'of-the-environment' });
  await vault.write(nameOf('BLS'), 'key-of-bls');
  await vault.write(nameOf('Census'), 'key-of-census');
  const ask = (...publishers: ('BLS' | 'BEA' | 'Census' | 'FRED')[]) => vaultKeys(vault, noLog)(publishers);
  // BEA's key was never set.
  expect(await ask('BLS', 'BEA', 'Census', 'FRED')).toEqual({
    keys: { BLS: 'key-of-bls', Census: 'key-of-census', FRED: 'of-the-environment' },
    notes: [],
  });
  expect(await ask('Census')).toEqual({ keys: { Census: 'key-of-census' }, notes: [] });
  for (const [turned, why] of [
    ['lost', LOST],
    ['locked', LOCKED],
  ] as const) {
    vault.turn(turned);
    expect(await ask('BEA', 'FRED', 'Census', 'BLS')).toEqual({
      keys: { FRED: 'of-the-environment' },
      notes: [`Census was asked without your key. ${why}`, `BLS was asked without your key. ${why}`],
    });
  }
});

test('a refresh gets the other keys if one fails; a bug is logged, a failure is explained', async () => {
  const kept = memoryVault();
  for (const publisher of ['BLS', 'BEA', 'Census', 'FRED'])
    await kept.write(nameOf(publisher), `of-${publisher}`);
  const bug = new TypeError('a bug');
  const errors: Record<string, unknown> = {
    BLS: bug,
    BEA: new Failure('vault', 'It is damaged.'),
    Census: 'no error',
  };
  const read: Vault['read'] = (name) => {
    const error = name.kind === 'publisher' ? errors[name.publisher] : undefined;
    return error === undefined ? kept.read(name) : Promise.reject(error);
  };
  const logs: string[] = [];
  const publishers = ['BLS', 'BEA', 'Census', 'FRED'] as const;
  expect(await vaultKeys({ ...kept, read }, (line) => logs.push(line))(publishers)).toEqual({
    keys: { FRED: 'of-FRED' },
    notes: [
      'BLS was asked without your key. The log says why.',
      'BEA was asked without your key. It is damaged.',
      'Census was asked without your key. The log says why.',
    ],
  });
  expect(logs).toEqual([bug.stack, 'no error']);
});

const KEY = 'alm_the-key-itself';
const LINE = { id: 'k7f3qx', label: 'Excel', revoked_at: null };
type Asked = { url: string; method: string; headers: Record<string, unknown>; body: string };

/** A page that gets the API's answers from the test. `asked` has the requests to the API. */
async function host(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('{}'),
) {
  const vault = memoryVault();
  await vault.write({ kind: 'api-key', id: LINE.id }, KEY);
  const asked: Asked[] = [];
  const apiUrl = await standIn(async (request, response) => {
    const { url = '', method = '', headers } = request;
    asked.push({ url, method, headers, body: await text(request) });
    answer(request, response);
  });
  const page = await scriptedPage({
    service: { apiUrl: () => apiUrl },
    options: { vault },
    keys: { list: async () => ({ keys: [LINE], limits: {} }) as never },
  });
  const tried = async (body: object) => (await (await page.post('try', body)).json()) as TryAnswer;
  return { ...page, tried, asked };
}

const plain = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': `Almanac/${almanacVersion()} (try it)`,
};
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
])('%s is tried with the headers of a tool, %j', async (path, body, expected, question) => {
  const { tried, asked } = await host();
  await tried({ path, ...body });
  expect(asked).toHaveLength(1);
  const { url, method, headers, body: sent } = asked[0] as Asked;
  expect([url, method]).toEqual([path.replace('#end', ''), question ? 'POST' : 'GET']);
  expect(headers).toMatchObject(expected);
  const credentials = [
    'authorization',
    'cookie',
    'origin',
    ...('x-api-key' in expected ? [] : ['x-api-key']),
  ];
  expect(Object.keys(headers).filter((name) => credentials.includes(name))).toEqual([]);
  expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(question);
});

test('a path outside the API, or with another host, is not tried', async () => {
  const { post, asked } = await host();
  for (const path of [
    ...['/host/keys', '/mcp?x=1', '/mcp/', '/auth/exchange', '/download/x', '/', '', 'api/v1/catalog', '//['],
    ...['//127.0.0.1:1/api/v1/catalog', 'http://example.org/api/v1/catalog', '/\\example.org/api/v1/x'],
    '/api/../host/keys',
  ])
    expect([path, ...(await said(post('try', { path })))]).toEqual([
      ...[path, 422],
      {
        detail:
          'path must be one of the API, such as /api/v1/economic-data/us_debt?… or /yields/series=US10Y.',
      },
    ]);
  expect(asked).toEqual([]);
});

test.each([KEY, ''])(
  'an address with the key %j in it is not tried, and the key is not repeated',
  async (key) => {
    const { post, asked } = await host();
    expect(await said(post('try', { path: `/api/v1/x?api_key=${key}`, id: LINE.id }))).toEqual([
      422,
      { detail: 'path must hold no api_key: the chosen key is sent in the header.' },
    ]);
    expect(asked).toEqual([]);
  },
);

test('a redirection and an empty answer are shown unchanged, with their headers', async () => {
  const { tried } = await host((_, response) =>
    response
      .writeHead(302, { Location: '/docs/', 'Content-Type': 'text/plain', Connection: 'close' })
      .end('moved'),
  );
  const { headers, ...shown } = await tried({ path: '/docs' });
  expect(shown).toEqual({ status: 302, took_ms: expect.any(Number), bytes: 5, body: 'moved', is_cut: false });
  expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'text/plain', location: '/docs/' });
  const empty = await host((_, response) => response.writeHead(304).end());
  expect(await empty.tried({ path: '/docs' })).toMatchObject({
    ...{ status: 304, bytes: 0, body: '', is_cut: false },
  });
});

const KIB64 = 65_536;
/** Sends bytes in chunks of this size. */
function sendPieces(response: ServerResponse, bytes: Buffer, size: number): void {
  const next = (at: number): void => {
    if (at >= bytes.length) response.end();
    else response.write(bytes.subarray(at, at + size), () => setImmediate(next, at + size));
  };
  next(0);
}

test.each([
  ['just 64 KiB', 'x'.repeat(KIB64), KIB64, KIB64, false],
  ['a byte more', 'x'.repeat(KIB64 + 1), KIB64, KIB64 + 1, true],
  ['much more', 'x'.repeat(3 * KIB64), KIB64, 3 * KIB64, true],
  ['characters of two bytes alone', 'é'.repeat(KIB64), KIB64 / 2, 2 * KIB64, true],
  ['a character of two bytes at its end', `${'x'.repeat(KIB64 - 2)}é`, KIB64 - 1, KIB64, false],
  ['a character that is cut in the middle', `${'x'.repeat(KIB64 - 1)}é`, KIB64 - 1, KIB64 + 1, true],
])('the first 64 KiB of an answer of %s are shown', async (_, whole, characters, bytes, isCut) => {
  let size = 0;
  const { tried } = await host((_request, response) => sendPieces(response, Buffer.from(whole), size));
  for (size of [1001, 7 * KIB64]) {
    const { body, ...shown } = await tried({ path: '/docs' });
    expect([shown.bytes, shown.is_cut, body.length]).toEqual([bytes, isCut, characters]);
    expect(whole.startsWith(body)).toBe(true);
  }
});

test('characters that arrive in pieces are shown, and a broken one at the end is marked', async () => {
  const split = await host((_, response) => sendPieces(response, Buffer.from('añ€🙂'), 1));
  expect(await split.tried({ path: '/docs' })).toMatchObject({ body: 'añ€🙂', bytes: 10 });
  const broken = await host((_, response) => response.end(Buffer.from([0x61, 0xc3])));
  expect(await broken.tried({ path: '/docs' })).toMatchObject({ body: 'a\uFFFD', bytes: 2 });
});

test('the time runs until the answer is complete, in milliseconds to a tenth', async () => {
  const { tried } = await host((_, response) => {
    response.write('abc');
    setTimeout(() => response.end(), 60);
  });
  const began = performance.now();
  const { took_ms } = await tried({ path: '/docs' });
  expect(took_ms).toBeGreaterThanOrEqual(50);
  expect(took_ms).toBeLessThanOrEqual(performance.now() - began + 0.1);
  expect(took_ms).toBe(Math.round(took_ms * 10) / 10);
});

test('a page that goes away ends the request', async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const { post } = await host((request) => {
    request.socket.once('close', () => ended.resolve());
    begun.resolve();
  });
  const leaving = new AbortController();
  const headers = { 'Content-Type': 'application/json' };
  const answer = post('try', undefined, { headers, body: '{"path":"/docs"}', signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await ended.promise;
});
