import { expect, test } from 'vitest';
import type { ApiCalls, ApiKeyLine, ApiKeys, CreatedKey } from '../../service/contract/access.ts';
import { LOCKED, LOST, memoryVault } from '../support/memory-vault.ts';
import { accessHost, DEBT_PATH, YIELDS_PATH } from './access-host.ts';

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

test('a key that the vault refuses is shown once, works, and cannot be copied', async () => {
  const host = await accessHost();
  host.vault.turn('locked');
  const { line, key, kept, message } = await created(host);
  expect([kept, message, line.is_kept]).toEqual([null, LOCKED, false]);
  expect((await host.ask(YIELDS_PATH, key)).status).toBe(200);
  const copy = await host.post('copy-key', { id: line.id });
  expect(copy.status).toBe(409);
  expect(copy.body.detail).toMatch(/^No copy of the key ‘Excel’ was kept/);
});

test('a key that cannot be shown because of a bug is revoked', async () => {
  const vault = memoryVault();
  const host = await accessHost({
    ...vault,
    write: () => Promise.reject(new TypeError('a bug')),
  });
  await expect(host.post('create-key', { label: 'Excel' })).rejects.toThrow('a bug');
  const [line] = ((await host.get('keys')).body as ApiKeys).keys;
  expect([line?.label, line?.is_kept, line?.revoked_at]).toEqual([
    'Excel',
    false,
    expect.stringMatching(/Z$/),
  ]);
});

test('a label is one line of up to 80 characters, counted without the blanks around it', async () => {
  const host = await accessHost();
  const long = 'x'.repeat(80);
  expect((await created(host, `  ${long}  `)).line.label).toBe(long);
  for (const label of ['', '   ', `${long}x`, 'two\nlines']) {
    const refused = await host.post('create-key', { label });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(/label is 1 to 80/)]);
  }
  for (const body of [{}, { label: 7 }, { label: 'y'.repeat(401) }, []]) {
    expect((await host.post('create-key', body)).status).toBe(422);
  }
  expect((await host.get('keys')).body.keys).toHaveLength(1);
});

test('two keys made at once are two, each with its own copy', async () => {
  const host = await accessHost();
  const [one, two] = await Promise.all([created(host, 'same'), created(host, 'same')]);
  expect(one.key).not.toBe(two.key);
  for (const { line, key } of [one, two]) {
    expect((await host.post('copy-key', { id: line.id })).body).toEqual({ key });
    expect((await host.ask(DEBT_PATH, key)).status).toBe(200);
  }
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

test('a key is revoked even where its copy cannot be removed, and a second try removes that', async () => {
  const host = await accessHost();
  const { line, key } = await created(host);
  host.vault.turn('locked');
  const { status, body } = await host.post('revoke-key', { id: line.id });
  expect([status, body.message, body.line.is_kept]).toEqual([200, LOCKED, false]);
  expect((await host.ask(DEBT_PATH, key)).status).toBe(401);
  host.vault.turn('open');
  expect((await host.post('revoke-key', { id: line.id })).body.message).toBeNull();
  expect(host.vault.secrets.size).toBe(0);
});

test('the copy of a key that was revoked elsewhere goes with the next change', async () => {
  const host = await accessHost();
  const { line } = await created(host, 'old');
  await host.call('revoke-api-key', { id: line.id });
  expect(host.vault.secrets.size).toBe(1);
  expect((await host.post('copy-key', { id: line.id })).status).toBe(409);
  const { line: next } = await created(host, 'next');
  expect([...host.vault.secrets.keys()]).toEqual([`api-key ${next.id}`]);
});

test('a copy that cannot be read says whether it is locked or lost', async () => {
  const host = await accessHost();
  const { line } = await created(host);
  for (const [state, sentence] of [
    ['locked', LOCKED],
    ['lost', LOST],
  ] as const) {
    host.vault.turn(state);
    const copy = await host.post('copy-key', { id: line.id });
    expect([copy.status, copy.body.detail]).toEqual([409, sentence]);
  }
  expect((await lineOf(host, line.id))?.is_kept).toBe(true);
});

test('a key made elsewhere is listed as not kept', async () => {
  const host = await accessHost();
  const { line } = await host.call('create-api-key', { label: 'from the command line' });
  expect(await lineOf(host, line.id)).toMatchObject({ is_kept: false });
  expect((await host.post('copy-key', { id: line.id })).status).toBe(409);
});

test('the requests of a key are listed, newest first, with their status, and never a key', async () => {
  const host = await accessHost();
  const { line, key } = await created(host);
  await host.ask(`${DEBT_PATH}&api_key=${key}`, key, 'notebook/2');
  await host.ask('/api/v1/economic-data/us_debt?series=nonsense', key);
  await host.ask(YIELDS_PATH, key);
  await host.ask('/yields/series=NONE', key);
  await host.ask(`${DEBT_PATH}&format=csv`, key);
  await host.call('revoke-api-key', { id: line.id });
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

test('the last fifty of many requests are kept, also those that the limit refused', async () => {
  const host = await accessHost();
  const { line, key } = await created(host);
  for (let i = 0; i < 101; i++) await host.ask(DEBT_PATH, key);
  const { calls } = (await host.get(`key-calls?id=${line.id}`)).body as ApiCalls;
  expect(calls).toHaveLength(50);
  expect(calls.map(({ status }) => status)).toEqual([429, ...Array(49).fill(200)]);
  expect((await lineOf(host, line.id))?.this_minute).toBe(100);
  const other = await created(host, 'other');
  expect((await host.get(`key-calls?id=${other.line.id}`)).body).toEqual({ calls: [] });
});

test('an unknown id is 404, and a wrong body is refused', async () => {
  const host = await accessHost();
  for (const name of ['revoke-key', 'copy-key']) {
    expect((await host.post(name, { id: 'zzzzzz' })).status).toBe(404);
    expect((await host.post(name, { key: 'zzzzzz' })).status).toBe(422);
  }
  expect((await host.post('try', { path: DEBT_PATH, id: 'zzzzzz' })).status).toBe(404);
  expect((await host.get('key-calls?id=zzzzzz')).status).toBe(404);
  expect((await host.get('key-calls')).status).toBe(404);
  for (const name of ['create-key', 'revoke-key', 'copy-key', 'choose-vault', 'set-publisher-key', 'try']) {
    expect((await host.get(name)).status).toBe(405);
  }
  for (const name of ['keys', 'key-calls', 'vault', 'publisher-keys']) {
    expect((await host.post(name, {})).status).toBe(405);
  }
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
  const host = await accessHost(memoryVault({ FRED: 'environment-key-9876' }));
  const states = async () =>
    ((await host.get('publisher-keys')).body.keys as { publisher: string; state: string }[]).map(
      ({ publisher, state }) => `${publisher} ${state}`,
    );
  expect(await states()).toEqual(['BLS absent', 'BEA absent', 'Census absent', 'FRED environment']);
  const set = await host.post('set-publisher-key', { publisher: 'BLS', key: ' bls-key-of-the-user ' });
  expect(set.body.keys[0]).toMatchObject({ publisher: 'BLS', state: 'present', last4: 'user' });
  expect(host.vault.secrets.get('publisher BLS')).toBe('bls-key-of-the-user');
  expect(JSON.stringify([set.body, (await host.get('publisher-keys')).body])).not.toContain('bls-key');
  host.vault.turn('lost');
  expect((await states())[0]).toBe('BLS lost');
  expect((await host.post('set-publisher-key', { publisher: 'BLS', key: 'another' })).status).toBe(409);
  const anyway = { publisher: 'BLS', key: 'another', even_if_lost: true };
  expect((await host.post('set-publisher-key', anyway)).status).toBe(200);
  expect(host.vault.secrets.get('publisher BLS')).toBe('another');
  host.vault.turn('open');
  expect((await host.post('set-publisher-key', { publisher: 'BLS' })).body.keys[0].state).toBe('absent');
  for (const body of [{ publisher: 'ECB', key: 'x' }, { publisher: 'BLS', key: 'two words' }, { key: 'x' }]) {
    const refused = await host.post('set-publisher-key', body);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).not.toContain('two words');
  }
  host.vault.turn('locked');
  expect((await host.post('set-publisher-key', { publisher: 'BLS', key: 'k' })).status).toBe(409);
});
