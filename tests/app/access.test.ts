import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type ApiKeyParts,
  copyKey,
  createKey,
  listKeys,
  revokeKey,
} from '../../service/app/access-handlers.ts';
import type {
  ApiCalls,
  ApiKeyLine,
  ApiKeys,
  CreatedKey,
  ServiceKeyLine,
  TryAnswer,
} from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { Vault } from '../../service/vault/index.ts';
import { publish, temporaryFolder } from '../api/folder.ts';
import { LOCKED, memoryVault } from '../support/memory-vault.ts';
import { pageService } from './page-service.ts';

/** API keys, the user's keys for publishers, and trying the API, on a real service with a little data. */

const DEBT_PATH =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31';
const YIELDS_PATH = '/yields/series=US10Y';

async function accessService() {
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
    /** Sends a request to the API's own port, as another tool does. */
    ask: (target: string, key: string, client = 'tool/1') =>
      fetch(page.service.url + target, { headers: { 'X-API-Key': key, 'User-Agent': client } }),
  };
}
type Host = Awaited<ReturnType<typeof accessService>>;

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
  const host = await accessService();
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

test('a revoked key is refused from its next request on, and its copy is gone', async () => {
  const host = await accessService();
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

test('the requests of a key are listed, newest first, with their status and without any key', async () => {
  const host = await accessService();
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
  const host = await accessService();
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

test('the vault answers its state, and unlocks or gives a reason', async () => {
  const host = await accessService();
  host.vault.turn('locked');
  expect((await host.get('vault')).body).toMatchObject({ keychain: 'locked', message: LOCKED });
  expect((await host.get('keys')).body.vault).toMatchObject({ keychain: 'locked' });
  expect((await host.post('choose-vault', { way: 'unlock' })).body).toMatchObject({ keychain: 'unlocked' });
  expect((await host.post('choose-vault', { way: 'use-file', passphrase: 'long enough' })).status).toBe(409);
  for (const body of [{ way: 'plain' }, { way: 'use-file', passphrase: 'short' }, {}]) {
    expect((await host.post('choose-vault', body)).status).toBe(422);
  }
});

test('publishers’ keys are stored and never answered', async () => {
  const host = await accessService();
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

test('a request that is tried uses the key, counts against its limits and is listed, like another tool’s', async () => {
  const host = await accessService();
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
  // Without a key, the request is answered like a tool's without a key.
  for (const [path, status] of [
    [DEBT_PATH, 401],
    [YIELDS_PATH, 401],
    ['/api/v1/catalog', 200],
  ] as const)
    expect((await host.post('try', { path })).body).toMatchObject({ status });
});

/** API keys and their copies: the service's calls, and the vault's contents afterwards. */

const LIMITS = { minute: 100, day: 10_000 };
const REVOKED = '2026-11-22T10:00:00.000Z';

function keyLine(id: string, label: string): ServiceKeyLine {
  return {
    ...{ id, label, last4: id, created_at: '2026-11-20T10:00:00.000Z' },
    ...{ last_used_at: null, last_client: 'tool/1', revoked_at: null, is_for_fred: false },
    ...{ today: 3, this_minute: 2 },
  };
}

/** A service with these keys; a new key gets the id `new`. */
function serviceWith(ids: readonly string[], vault: Vault = memoryVault()) {
  const lines = ids.map((id) => keyLine(id, `label of ${id}`));
  const asked: unknown[][] = [];
  const revokeNow = (id: string): ServiceKeyLine => {
    const at = lines.findIndex((line) => line.id === id);
    const line = lines[at];
    if (line === undefined) throw new Failure('unknown_key', 'There is no such key.');
    lines[at] = { ...line, revoked_at: line.revoked_at ?? REVOKED };
    return lines[at];
  };
  const keys: ApiKeyParts['keys'] = {
    list: async () => ({ keys: lines, limits: LIMITS }),
    async create(request) {
      asked.push(['create', request]);
      const line = keyLine('new', request.label);
      lines.unshift(line);
      return { line, key: 'alm_new' };
    },
    async revoke(id) {
      asked.push(['revoke', id]);
      return revokeNow(id);
    },
    recent: async () => ({ calls: [] }),
  };
  return { parts: { keys, vault }, asked, revokeNow };
}

/** A vault with copies of keys, and a publisher's and a team's key under the name of one of them. */
async function vaultWith(ids: readonly string[]) {
  const vault = memoryVault();
  for (const id of ids) await vault.write({ kind: 'api-key', id }, `alm_${id}`);
  await vault.write({ kind: 'publisher', publisher: 'b' }, 'of a publisher');
  await vault.write({ kind: 'team', address: 'b' }, 'of a team');
  return vault;
}
const OTHERS = ['publisher b', 'team b'];

test('keys are listed with their use, the limits and the vault; a revoked key is never shown as kept', async () => {
  const vault = await vaultWith(['a', 'c']);
  const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
  revokeNow('c');
  expect(await listKeys(parts)).toEqual({
    keys: [
      { ...keyLine('a', 'label of a'), is_kept: true },
      { ...keyLine('b', 'label of b'), is_kept: false },
      { ...keyLine('c', 'label of c'), is_kept: false, revoked_at: REVOKED },
    ],
    limits: LIMITS,
    vault: await vault.state(),
  });
});

describe('a new key', () => {
  test.each(['session', 'file', 'keychain', null] as const)(
    'is requested with its label and its use, and the answer says that it is kept in %s',
    async (kept_in) => {
      const vault = memoryVault();
      const state = async () => ({ ...(await vault.state()), kept_in });
      const { parts, asked } = serviceWith([], { ...vault, state });
      const request = { label: 'fredr', for_fred: true };
      expect(await createKey(parts, request)).toEqual({
        ...{
          line: { ...keyLine('new', 'fredr'), is_kept: true },
          key: 'alm_new',
          kept: kept_in,
          message: null,
        },
      });
      expect(asked).toEqual([['create', request]]);
      expect(await vault.read({ kind: 'api-key', id: 'new' })).toBe('alm_new');
    },
  );

  test('is shown with the vault’s reason and works, if the vault refuses its copy', async () => {
    const vault = memoryVault();
    vault.turn('locked');
    const { parts, asked } = serviceWith([], vault);
    expect(await createKey(parts, { label: 'x' })).toEqual({
      line: { ...keyLine('new', 'x'), is_kept: false },
      key: 'alm_new',
      kept: null,
      message: LOCKED,
    });
    expect(asked).toEqual([['create', { label: 'x' }]]);
  });

  test('is revoked before the failure is shown, if a bug prevents the answer; other keys stay', async () => {
    const write = () => Promise.reject(new TypeError('a bug'));
    const { parts, asked } = serviceWith(['a'], { ...memoryVault(), write });
    const revoke: typeof parts.keys.revoke = async (id) => {
      await setImmediate();
      return parts.keys.revoke(id);
    };
    await expect(createKey({ ...parts, keys: { ...parts.keys, revoke } }, { label: 'x' })).rejects.toThrow(
      new TypeError('a bug'),
    );
    expect(asked.at(-1)).toEqual(['revoke', 'new']);
  });

  test('removes the copies of keys that were revoked elsewhere, and no others', async () => {
    const vault = await vaultWith(['a', 'b', 'c', 'elsewhere']);
    const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
    for (const id of ['a', 'c']) revokeNow(id);
    await createKey(parts, { label: 'x' });
    expect([...vault.secrets.keys()]).toEqual(['api-key b', 'api-key elsewhere', ...OTHERS, 'api-key new']);
  });
});

describe('revoking', () => {
  /** A vault that refuses to remove the copies of some keys. */
  async function vaultThatKeeps(kept: readonly string[], error: Error) {
    const vault = await vaultWith(['a', 'b', 'c']);
    const remove: Vault['remove'] = (name, word) =>
      name.kind === 'api-key' && kept.includes(name.id) ? Promise.reject(error) : vault.remove(name, word);
    return { ...vault, remove };
  }

  test.each([
    ['a', 'a', 'It is not given up.'],
    ['a', 'c', null],
    ['c', 'a', null],
    ['c', 'c', 'It is not given up.'],
  ])(
    'of %s, if the copy of %s stays and both are revoked, gives the message %j',
    async (id, staying, message) => {
      const vault = await vaultThatKeeps([staying], new Failure('vault', 'It is not given up.'));
      const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
      for (const each of ['a', 'c']) revokeNow(each);
      expect((await revokeKey(parts, id)).message).toBe(message);
      expect([...vault.secrets.keys()].toSorted()).toEqual(
        ['api-key b', `api-key ${staying}`, ...OTHERS].toSorted(),
      );
    },
  );

  test('gives the reason if copies cannot be searched, and does not hide a bug', async () => {
    const vault = await vaultWith(['a']);
    const damaged = { ...vault, names: () => Promise.reject(new Failure('vault', 'It is damaged.')) };
    expect((await revokeKey(serviceWith(['a'], damaged).parts, 'a')).message).toBe('It is damaged.');
    const bug = await vaultThatKeeps(['a'], new TypeError('a bug'));
    await expect(revokeKey(serviceWith(['a'], bug).parts, 'a')).rejects.toThrow(new TypeError('a bug'));
    await expect(revokeKey(serviceWith(['a']).parts, 'z')).rejects.toMatchObject({ code: 'unknown_key' });
  });
});

test('each key has its own copy; an unknown, revoked or unkept key has a reason instead', async () => {
  const vault = await vaultWith(['a', 'c', 'd', 'z']);
  const { parts, revokeNow } = serviceWith(['d', 'c', 'b', 'a'], vault);
  revokeNow('c');
  expect([await copyKey(parts, 'a'), await copyKey(parts, 'd')]).toEqual([
    { key: 'alm_a' },
    { key: 'alm_d' },
  ]);
  for (const [id, code, message] of [
    ['z', 'unknown_key', 'There is no such key: the list may be older than a change.'],
    ['c', 'vault', 'The key ‘label of c’ is revoked.'],
    [
      'b',
      'vault',
      'No copy of the key ‘label of b’ was kept. Make a new key, and revoke this one when nothing uses it.',
    ],
  ] as const) {
    await expect(copyKey(parts, id)).rejects.toMatchObject({ code, message });
  }
  vault.turn('locked');
  await expect(copyKey(parts, 'a')).rejects.toMatchObject({ code: 'vault', message: LOCKED });
});
