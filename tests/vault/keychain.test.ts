import { readFile, stat } from 'node:fs/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SecretName } from '../../service/vault/index.ts';
import { missingForKeyring, startDesktopSession } from './desktop-session.ts';
import { openVault } from './open-vault.ts';

// Processes start, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = missingForKeyring();
const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const SECRET = 'alm_0123456789abcdefghij';

/** A session of the test alone, and a vault in it. */
async function inSession(keyring: Parameters<typeof startDesktopSession>[0]) {
  const session = await startDesktopSession(keyring);
  const opened = await openVault({ environment: session.environment });
  onTestFinished(async () => {
    await opened.close();
    await session.end();
  });
  return { session, ...opened };
}

beforeEach(({ skip }) => skip(missing !== '', missing));

describe('an unlocked keyring', () => {
  it('keeps a key over a restart, shows four characters of it, and removes it', async () => {
    const { vault, close, session, dataDir, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    await close();
    const { vault: again, ...later } = await openVault({ environment: session.environment, dataDir });
    onTestFinished(later.close);
    expect(await again.read(KEY)).toBe(SECRET);
    expect(await again.look(KEY)).toMatchObject({ state: 'present', last4: 'ghij' });
    expect(await again.look({ kind: 'api-key', id: 'key_2' })).toEqual({ state: 'absent' });
    expect((await stat(indexFile)).mode & 0o777).toBe(0o600);
    await again.remove(KEY);
    expect(await again.look(KEY)).toEqual({ state: 'absent' });
    expect(await again.names()).toEqual([]);
  });

  it('serves concurrent callers, each its own key, through one process', { tags: 'soak' }, async () => {
    const { vault, pids } = await inSession('unlocked');
    const names = Array.from({ length: 12 }, (_, at): SecretName => ({ kind: 'api-key', id: `key_${at}` }));
    await Promise.all(names.map((name, at) => vault.write(name, `${SECRET}${at}`)));
    const read = await Promise.all(names.map((name) => vault.read(name)));
    expect(read).toEqual(names.map((_, at) => `${SECRET}${at}`));
    expect(await vault.names()).toHaveLength(12);
    expect(pids).toHaveLength(1);
  });

  it('takes text of any kind, or says that it did not keep it', async () => {
    const { vault } = await inSession('unlocked');
    await vault.write(KEY, 'ключ “😀”\n%s $HOME');
    expect(await vault.read(KEY)).toBe('ключ “😀”\n%s $HOME');
    await expect(vault.write(KEY, 'cut\0here')).rejects.toThrow(/another one was read back/);
    expect(await vault.read(KEY)).toBe('ключ “😀”\n%s $HOME');
    await expect(vault.write(KEY, '')).rejects.toThrow(/from 1 to 2560 bytes/);
  });
});

describe('a keyring that is locked while Almanac runs', () => {
  it('loses nothing: the key cannot be read, its row stays, and later it can be read again', async () => {
    const { vault, session, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    const index = await readFile(indexFile, 'utf8');
    await session.lock();
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost', last4: 'ghij', message: /is locked/ });
    await expect(vault.read(KEY)).rejects.toMatchObject({ code: 'vault', message: /is locked/ });
    await expect(vault.write(KEY, 'another key for this name')).rejects.toThrow(/is locked/);
    await expect(vault.write({ kind: 'api-key', id: 'key_2' }, SECRET)).rejects.toThrow(/is locked/);
    await expect(vault.remove(KEY)).rejects.toThrow(/is left as it is/);
    expect(await readFile(indexFile, 'utf8')).toBe(index);
    expect(await vault.state()).toMatchObject({ keychain: 'locked', kept_in: 'keychain' });
    await session.unlock();
    expect(await vault.read(KEY)).toBe(SECRET);
  });

  it('is replaced by memory when the person chooses so, which is recorded, and used again later', {
    tags: 'soak',
  }, async () => {
    const { vault, session, dataDir } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    await session.lock();
    const chosen = await vault.choose({ way: 'use-session' });
    expect(chosen).toMatchObject({ kept_in: 'session', ways: ['use-keychain', 'use-file'] });
    const other: SecretName = { kind: 'publisher', publisher: 'bls' };
    await vault.write(other, 'the key of a publisher');
    const { vault: again, close } = await openVault({ environment: session.environment, dataDir });
    onTestFinished(close);
    expect(await again.state()).toMatchObject({ kept_in: 'session', keychain: 'locked' });
    expect(await again.look(other)).toMatchObject({ state: 'lost', message: /kept in memory/ });
    await session.unlock();
    expect(await vault.choose({ way: 'use-keychain' })).toMatchObject({ kept_in: 'keychain', ways: [] });
    // What was in memory has gone along.
    expect(await again.read(other)).toBe('the key of a publisher');
    expect(await again.read(KEY)).toBe(SECRET);
  });

  it('cannot be unlocked where no window can ask, and that is reported', async () => {
    const { vault, session } = await inSession('unlocked');
    await session.lock();
    // Without a prompter on the bus the keyring refuses at once.
    await session.withoutPrompter();
    await expect(vault.choose({ way: 'unlock' })).rejects.toThrow(/is locked/);
    expect((await vault.state()).keychain).toBe('locked');
  });
});

describe('a keychain that has gone since', () => {
  it('is reported, and nothing replaces it unasked', async () => {
    const { vault, session, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    const index = await readFile(indexFile, 'utf8');
    await session.endKeyring();
    expect(await vault.state()).toMatchObject({
      keychain: 'no-service',
      kept_in: 'keychain',
      message: /which keeps your keys, does not run/,
      ways: ['unlock', 'use-session', 'use-file'],
    });
    await expect(vault.write({ kind: 'api-key', id: 'key_2' }, SECRET)).rejects.toThrow(/does not run/);
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost' });
    expect(await readFile(indexFile, 'utf8')).toBe(index);
  });

  it('may have lost a key, which is not reported as absent; only the person can remove the row', async () => {
    const { vault, session } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    // Something else empties the keyring: here, another data folder’s vault, which shares it.
    const { vault: other, close } = await openVault({ environment: session.environment });
    await other.write(KEY, 'replaced by another program');
    await other.remove(KEY);
    await close();
    expect(await vault.look(KEY)).toMatchObject({
      state: 'lost',
      message: /removed there by something else/,
    });
    await expect(vault.remove(KEY)).rejects.toThrow(/is left as it is/);
    await expect(vault.write(KEY, SECRET)).rejects.toThrow(/is left as it is/);
    await vault.write(KEY, `${SECRET}2`, { evenIfLost: true });
    expect(await vault.read(KEY)).toBe(`${SECRET}2`);
    await vault.remove(KEY, { evenIfLost: true });
    expect(await vault.look(KEY)).toEqual({ state: 'absent' });
  });
});
