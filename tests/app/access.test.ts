import { expect, test } from 'vitest';
import type { ApiCalls, ApiKeyLine, ApiKeys, CreatedKey, TryAnswer } from '../../service/contract/access.ts';
import { publish, temporaryFolder } from '../api/folder.ts';
import { LOCKED } from '../support/memory-vault.ts';
import { pageService } from './page-service.ts';

/** Keys of other tools, the user's keys of publishers, and trying the API, on a real service with a little data. */

const DEBT_PATH =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31';
const YIELDS_PATH = '/yields/series=US10Y';

async function accessHost() {
  const dataDir = temporaryFolder();
  publish(dataDir, 'us_debt', [
    { code: 'debt_held_by_public', date: '2024-01-02', value: '26000000000000.10' },
    { code: 'debt_held_by_public', date: '2024-01-03', value: '26000000001000.10' },
  ]);
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.19' }]);
  const page = await pageService({ dataDir });
  const read = async (answer: Response) => ({
    status: answer.status,
    body: await answer.json(),
    headers: answer.headers,
  });
  return {
    ...page,
    get: async (name: string) => read(await page.ask(`/host/${name}`)),
    post: async (name: string, body: unknown) => read(await page.post(name, body)),
    /** Asks the API's own port, as another tool does. */
    ask: (target: string, key: string, client = 'tool/1') =>
      fetch(page.service.url + target, { headers: { 'X-API-Key': key, 'User-Agent': client } }),
  };
}
type Host = Awaited<ReturnType<typeof accessHost>>;

async function created(host: Host, label = 'Excel'): Promise<CreatedKey> {
  const { status, body } = await host.post('create-key', { label });
  expect(status).toBe(200);
  return body;
}

async function lineOf(host: Host, id: string): Promise<ApiKeyLine | undefined> {
  const { keys } = (await host.get('keys')).body as ApiKeys;
  return keys.find((line) => line.id === id);
}

test('a key is made, kept in the vault, works, and can be copied again', async () => {
  const host = await accessHost();
  expect((await host.get('keys')).body).toMatchObject({ keys: [], limits: { minute: 100, day: 10_000 } });
  expect(await host.post('create-key', { label: 'two\nlines' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^A key's label is 1 to 80 characters on one line/) },
  });
  expect(host.vault.secrets.size).toBe(0);
  const { line, key, kept, message } = await created(host, '  Excel at work ');
  expect([line.label, kept, message]).toEqual(['Excel at work', 'keychain', null]);
  expect(host.vault.secrets.get(`api-key ${line.id}`)).toBe(key);
  expect((await host.ask(DEBT_PATH, key)).status).toBe(200);
  const copy = await host.post('copy-key', { id: line.id });
  expect(copy.body).toEqual({ key });
  expect(copy.headers.get('Cache-Control')).toBe('no-store');
  expect(await lineOf(host, line.id)).toMatchObject({
    last_client: 'tool/1',
    today: 1,
    this_minute: 1,
    is_kept: true,
    revoked_at: null,
    is_for_fred: false,
  });
});

test('a revoked key fails from its next request on, and its copy is gone', async () => {
  const host = await accessHost();
  const { line, key } = await created(host);
  const revoked = await host.post('revoke-key', { id: line.id });
  expect(revoked.body).toMatchObject({ line: { id: line.id, is_kept: false }, message: null });
  expect(revoked.body.line.revoked_at).toMatch(/Z$/);
  expect((await host.ask(DEBT_PATH, key)).status).toBe(401);
  expect((await host.ask(YIELDS_PATH, key)).status).toBe(403);
  expect([...host.vault.secrets.keys()]).toEqual([]);
  const copy = await host.post('copy-key', { id: line.id });
  expect([copy.status, copy.body.detail]).toEqual([409, 'The key ‘Excel’ is revoked.']);
  expect((await host.post('try', { path: DEBT_PATH, id: line.id })).status).toBe(409);
  const again = await host.post('revoke-key', { id: line.id });
  expect(again.body.line.revoked_at).toBe(revoked.body.line.revoked_at);
});

test('the requests of a key are listed, newest first, with their status, and never a key', async () => {
  const host = await accessHost();
  const { line, key } = await created(host);
  await host.ask(`${DEBT_PATH}&api_key=${key}`, key, 'notebook/2');
  await host.ask('/api/v1/economic-data/us_debt?series=nonsense', key);
  await host.ask(YIELDS_PATH, key);
  await host.ask('/yields/series=NONE', key);
  await host.ask(`${DEBT_PATH}&format=csv`, key);
  await host.service.calls.keys.revoke(line.id);
  await host.ask(DEBT_PATH, key);
  await host.ask(`/yields/series=${key}`, key);
  const { calls } = (await host.get(`key-calls?id=${line.id}`)).body as ApiCalls;
  const debt = '/api/v1/economic-data/us_debt';
  expect(calls.map(({ path, status, rows }) => [path, status, rows])).toEqual([
    ['…', 403, null],
    [debt, 401, null],
    [debt, 200, 2],
    ['/yields/series=NONE', 404, null],
    [YIELDS_PATH, 200, 1],
    [debt, 422, null],
    [debt, 200, 2],
  ]);
  expect(calls.at(-1)?.client).toBe('notebook/2');
  for (const { took_ms, at } of calls) {
    expect(took_ms).toBeGreaterThan(0);
    expect(new Date(at).toISOString()).toBe(at);
  }
  expect(JSON.stringify(calls) + host.logs.join('\n')).not.toContain(key);
});

test('an unknown id is 404, and a wrong body is refused', async () => {
  const host = await accessHost();
  for (const body of [{}, { label: ' ' }, { label: 7 }, { label: 'y'.repeat(401) }, []]) {
    expect((await host.post('create-key', body)).status).toBe(422);
  }
  for (const name of ['revoke-key', 'copy-key']) {
    expect((await host.post(name, { id: 'zzzzzz' })).status).toBe(404);
    expect((await host.post(name, { key: 'zzzzzz' })).status).toBe(422);
  }
  expect((await host.post('try', { path: DEBT_PATH, id: 'zzzzzz' })).status).toBe(404);
  expect((await host.get('key-calls?id=zzzzzz')).status).toBe(404);
  expect((await host.get('key-calls')).status).toBe(404);
});

test('the vault answers its state, and unlocks or says why not', async () => {
  const host = await accessHost();
  host.vault.turn('locked');
  expect((await host.get('vault')).body).toMatchObject({ keychain: 'locked', message: LOCKED });
  expect((await host.get('keys')).body.vault).toMatchObject({ keychain: 'locked' });
  expect((await host.post('choose-vault', { way: 'unlock' })).body).toMatchObject({ keychain: 'unlocked' });
  expect((await host.post('choose-vault', { way: 'use-file', passphrase: 'long enough' })).status).toBe(409);
  for (const body of [{ way: 'plain' }, { way: 'use-file', passphrase: 'short' }, {}]) {
    expect((await host.post('choose-vault', body)).status).toBe(422);
  }
});

test('publishers’ keys are taken and never answered', async () => {
  const host = await accessHost();
  const set = await host.post('set-publisher-key', { publisher: 'BLS', key: ' bls-key-of-the-user ' });
  expect(set.body.keys[0]).toMatchObject({ publisher: 'BLS', state: 'present', last4: 'user' });
  expect((await host.get('publisher-keys')).body).toEqual(set.body);
  expect(JSON.stringify(set.body)).not.toContain('bls-key');
  host.vault.turn('lost');
  expect((await host.post('set-publisher-key', { publisher: 'BLS', key: 'another' })).status).toBe(409);
  for (const body of [{ publisher: 'ECB', key: 'x' }, { publisher: 'BLS', key: 'two words' }, { key: 'x' }]) {
    const refused = await host.post('set-publisher-key', body);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).not.toContain('two words');
  }
});

test('a tried request is like one of another tool: it uses the key, counts against its limits and is listed', async () => {
  const host = await accessHost();
  const { line, key } = (await host.post('create-key', { label: 'tried' })).body;
  const tried = (await host.post('try', { path: DEBT_PATH, id: line.id })).body as TryAnswer;
  expect(tried).toMatchObject({ status: 200, is_cut: false });
  expect(JSON.parse(tried.body).data).toHaveLength(2);
  expect(tried.bytes).toBe(Buffer.byteLength(tried.body));
  expect(tried.took_ms).toBeGreaterThan(0);
  expect(Object.fromEntries(tried.headers).ratelimit).toMatch(/^"minute";r=99;/);
  expect((await host.post('try', { path: YIELDS_PATH, id: line.id })).body).toMatchObject({ status: 200 });
  expect((await host.get('keys')).body.keys[0]).toMatchObject({
    today: 1,
    last_client: expect.stringMatching(/^Almanac\/\S+ \(try it\)$/),
  });
  expect((await host.get(`key-calls?id=${line.id}`)).body.calls).toHaveLength(2);
  expect(JSON.stringify(tried) + host.logs.join('\n')).not.toContain(key);
  // Without a key it is like one of a tool without a key.
  for (const [path, status] of [
    [DEBT_PATH, 401],
    [YIELDS_PATH, 401],
    ['/api/v1/catalog', 200],
  ] as const)
    expect((await host.post('try', { path })).body).toMatchObject({ status });
});
