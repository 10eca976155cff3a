import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Child } from '../../electron/child-process.ts';
import { openKeychain } from '../../electron/keychain.ts';
import { keychainName } from '../../service/vault/describe-state.ts';
import { createVault, type SecretName } from '../../service/vault/index.ts';
import { openVault } from './open-vault.ts';
import { BLS, PASSPHRASE, refused } from './places.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

/** A session without a keychain, which every machine can have. */
const environment = { PATH: process.env.PATH };
const options = { environment, platform: 'linux' as const, isKeytarInstalled: () => true };
const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const SECRET = 'alm_0123456789abcdefghij';

it('without a keychain keys are kept in memory, and stay noted as lost until the person gives them up', async () => {
  const { vault, dataDir, indexFile, pids } = await openVault(options);
  expect(await vault.state()).toMatchObject({ keychain: 'no-service', kept_in: 'session' });
  expect(await readdir(dataDir)).toEqual([]);
  const began = new Date().toISOString();
  await vault.write(KEY, SECRET);
  await vault.write(BLS, 'the key of a publisher');
  const ended = new Date().toISOString();
  expect(await vault.read(KEY)).toBe(SECRET);
  expect(JSON.parse(await readFile(indexFile, 'utf8'))).toMatchObject({
    kept_in: 'session',
    secrets: [{ account: 'api-key:key_1', last4: 'ghij', kept_in: 'session' }, {}],
  });
  // The time comes from the machine's clock.
  const { setAt = '' } = (await vault.names())[0] ?? {};
  expect([began, setAt, ended]).toEqual([began, setAt, ended].toSorted());
  expect(setAt).toHaveLength(24);
  for (const way of ['use-keychain', 'unlock'] as const)
    await expect(vault.choose({ way })).rejects.toThrow(/does not run in this session/);
  expect(pids).toEqual([]);

  const { vault: later } = await openVault({ ...options, dataDir });
  expect(await later.look(KEY)).toMatchObject({ state: 'lost', last4: 'ghij' });
  await expect(later.write(KEY, 'another secret of it')).rejects.toThrow(/is left as it is/);
  await expect(later.remove(BLS)).rejects.toThrow(/is left as it is/);
  await later.write(KEY, 'another secret of it', { evenIfLost: true });
  await later.remove(BLS, { evenIfLost: true });
  expect(await later.names()).toMatchObject([{ name: KEY, last4: 'f it' }]);
  expect(await later.read(KEY)).toBe('another secret of it');
});

describe('a vault', () => {
  it('made again in the same session, as after a restart of the service, has the keys in memory', async () => {
    const askKeychain = openKeychain(() => expect.unreachable('It has no keychain.')).ask;
    const { vault, dataDir } = await openVault({ ...options, askKeychain });
    await vault.choose({ way: 'use-file', passphrase: PASSPHRASE });
    await vault.write(KEY, SECRET);
    await vault.choose({ way: 'use-session' });
    await vault.write(BLS, 'the key of a publisher');
    const { vault: again } = await openVault({ ...options, askKeychain, dataDir });
    expect(await again.state()).toMatchObject({ kept_in: 'session', file: 'open' });
    expect([await again.read(KEY), await again.read(BLS)]).toEqual([SECRET, 'the key of a publisher']);
    // Another session does not have them.
    const { vault: later } = await openVault({ ...options, dataDir });
    expect(await later.state()).toMatchObject({ kept_in: 'session', file: 'locked' });
    expect([await later.look(KEY), await later.look(BLS)]).toMatchObject([
      { state: 'lost', message: /is locked/ },
      { state: 'lost', message: /Almanac has ended since/ },
    ]);
  });

  it('says that the app is ending if the shell no longer answers', async () => {
    const { vault } = await openVault({ ...options, askKeychain: async () => ({ t: 'ended' }) });
    await expect(vault.write(KEY, SECRET)).rejects.toMatchObject(
      refused('The keys in memory cannot be reached, because Almanac is ending.'),
    );
  });

  it.each([
    ['darwin', 'unknown', 'macOS Keychain', 'keychain'],
    ['win32', 'unknown', 'Windows Credential Manager', 'keychain'],
    ['linux', 'no-service', 'GNOME Keyring / Secret Service', 'session'],
    ['freebsd', 'no-service', 'GNOME Keyring / Secret Service', 'session'],
  ] as const)('on %s without a session is %s', async (platform, keychain, keychain_name, kept_in) => {
    const { vault, pids } = await openVault({ ...options, platform });
    expect(await vault.state()).toMatchObject({ keychain, keychain_name, kept_in });
    expect(pids).toEqual([]);
  });

  it('uses this machine’s keychain by default, and only the given environment', async () => {
    vi.stubEnv('ALMANAC_KEY_BLS', 'a-key-of-this-process');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { dataDir } = await openVault(options);
    const askKeychain = () => expect.unreachable('Nobody needs it.');
    const given = { ...environment, ALMANAC_KEY_BEA: 'a-key-that-is-given' };
    const vault = createVault({ dataDir, askKeychain, environment: given });
    expect(await vault.read({ kind: 'publisher', publisher: 'BEA' })).toBe('a-key-that-is-given');
    expect(await vault.look(BLS)).toEqual({ state: 'absent' });
    expect((await vault.state()).keychain_name).toBe(keychainName(process.platform));
  });

  it('finds out from keytar’s compiled program whether keytar can be loaded', async () => {
    const { isKeytarInstalled: _, ...others } = options;
    const { vault } = await openVault({ ...others, platform: 'darwin' });
    const program = path.resolve(import.meta.dirname, '../../node_modules/keytar/build/Release/keytar.node');
    expect((await vault.state()).keychain).toBe(existsSync(program) ? 'unknown' : 'unavailable');
  });

  it('waits for its keychain until the deadline, but not after the app has ended', async () => {
    /** A vault on a keychain whose processes never answer, and end when they are asked to. */
    async function onSilence(promptMs: number) {
      const signals: string[] = [];
      const { dataDir } = await openVault(options);
      const spawn = (): Child<object> => {
        let exit: ((code: null) => void) | undefined;
        signals.push('spawned');
        return {
          ...{ pid: undefined, send: () => undefined, onMessage: () => undefined },
          kill(signal) {
            signals.push(signal);
            exit?.(null);
          },
          onExit(listener) {
            exit = listener;
          },
        };
      };
      const deadlines = { promptMs, plainMs: 1e6, startMs: 1, killMs: 1e6 };
      const { ask: askKeychain, close } = openKeychain(spawn, { deadlines });
      const vault = createVault({ ...options, dataDir, platform: 'darwin', askKeychain });
      return { vault, close, signals };
    }
    const short = await onSilence(20);
    await expect(short.vault.write(KEY, SECRET)).rejects.toThrow(/^macOS Keychain did not answer in time/);
    expect(short.signals).toEqual(['spawned', 'SIGTERM']);
    const long = await onSilence(1e6);
    const waiting = expect(long.vault.write(KEY, SECRET)).rejects.toThrow(/ended before it answered/);
    await vi.waitUntil(() => long.signals.length === 1);
    await long.close();
    await waiting;
    expect(long.signals).toEqual(['spawned', 'SIGTERM']);
  });
});

it('the index has each of many keys written at once, and none of those removed meanwhile', async () => {
  const { vault } = await openVault(options);
  const ids = Array.from({ length: 30 }, (_, at) => `key_${at}`);
  const write = (id: string) => vault.write({ kind: 'api-key', id }, SECRET);
  const kept = async () => (await vault.names()).map(({ name }) => name);
  await Promise.all(ids.map(write));
  expect(await kept()).toEqual(ids.map((id) => ({ kind: 'api-key', id })));
  await Promise.all(
    ids.flatMap((id) => [write(`new_${id}`), vault.remove({ kind: 'api-key', id }), vault.remove(KEY)]),
  );
  expect(await kept()).toEqual(ids.map((id) => ({ kind: 'api-key', id: `new_${id}` })));
});
