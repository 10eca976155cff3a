import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SecretName } from '../../electron/vault/types.ts';
import { openVault } from './open-vault.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

/** What holds on every machine: a session without any keychain. */
const environment = { PATH: process.env.PATH };
const options = { environment, platform: 'linux' as const, isKeytarInstalled: () => true };
const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const BLS: SecretName = { kind: 'publisher', publisher: 'bls' };
const SECRET = 'alm_0123456789abcdefghij';
const PASSPHRASE = 'correct horse battery';

describe('without a keychain', () => {
  it('keys are kept in memory; the state says so before the first key, and the index records it with the first', async () => {
    const { vault, dataDir, indexFile } = await openVault(options);
    expect(await vault.state()).toMatchObject({ keychain: 'no-service', kept_in: 'session' });
    expect(await readdir(dataDir)).toEqual([]);
    await vault.write(KEY, SECRET);
    expect(await vault.read(KEY)).toBe(SECRET);
    expect(JSON.parse(await readFile(indexFile, 'utf8'))).toMatchObject({
      kept_in: 'session',
      secrets: [{ account: 'api-key:key_1', last4: 'ghij', kept_in: 'session' }],
    });
    const { vault: later } = await openVault({ ...options, dataDir });
    expect(await later.look(KEY)).toMatchObject({ state: 'lost', last4: 'ghij' });
    await expect(later.read(KEY)).rejects.toThrow(/kept in memory, and Almanac has ended/);
    expect(await later.names()).toMatchObject([{ name: KEY, last4: 'ghij' }]);
    await later.remove(KEY, { evenIfLost: true });
    expect(await later.names()).toEqual([]);
  });

  it('the key of a team is one of its address, which later sessions know', async () => {
    const { vault, dataDir } = await openVault(options);
    const [here, there] = ['https://data.example.org:8443', 'https://other.example.org'];
    await vault.write({ kind: 'team', address: here }, SECRET);
    expect(await vault.read({ kind: 'team', address: here })).toBe(SECRET);
    expect(await vault.look({ kind: 'team', address: there })).toEqual({ state: 'absent' });
    const { vault: later } = await openVault({ ...options, dataDir });
    expect(await later.names()).toMatchObject([{ name: { kind: 'team', address: here } }]);
  });

  it('no process is started, and the keychain is refused with a reason', async () => {
    const { vault, pids } = await openVault(options);
    await expect(vault.choose({ way: 'use-keychain' })).rejects.toThrow(/does not run in this session/);
    await expect(vault.choose({ way: 'unlock' })).rejects.toMatchObject({ code: 'vault' });
    expect(pids).toEqual([]);
  });

  it('is reported as unavailable where keytar is not installed', async () => {
    const { vault } = await openVault({ ...options, isKeytarInstalled: () => false });
    expect(await vault.state()).toMatchObject({ keychain: 'unavailable', ways: ['use-file'] });
  });
});

describe('a file under a passphrase', () => {
  it('takes over the keys in memory, and needs its passphrase in the next session', async () => {
    const { vault, dataDir, sealedFile } = await openVault(options);
    await vault.write(KEY, SECRET);
    await expect(vault.choose({ way: 'use-file' })).rejects.toThrow(/passphrase of at least 8/);
    expect(await vault.choose({ way: 'use-file', passphrase: PASSPHRASE })).toMatchObject({
      kept_in: 'file',
      file: 'open',
    });
    await vault.write(BLS, 'the key of a publisher');
    expect((await stat(sealedFile)).mode & 0o777).toBe(0o600);

    const { vault: later } = await openVault({ ...options, dataDir });
    expect(await later.state()).toMatchObject({
      kept_in: 'file',
      file: 'locked',
      ways: ['open-file', 'use-session', 'new-file'],
    });
    expect(await later.look(KEY)).toMatchObject({ state: 'lost', message: /is locked/ });
    await expect(later.write(KEY, 'another one for it')).rejects.toThrow(/is locked/);
    await expect(later.choose({ way: 'open-file', passphrase: 'a wrong passphrase' })).rejects.toThrow(
      /not the one/,
    );
    expect(await later.choose({ way: 'open-file', passphrase: PASSPHRASE })).toMatchObject({ file: 'open' });
    expect([await later.read(KEY), await later.read(BLS)]).toEqual([SECRET, 'the key of a publisher']);

    await rm(sealedFile);
    expect(await later.state()).toMatchObject({ file: 'none', message: /is gone/ });
    expect(await later.look(KEY)).toMatchObject({ state: 'lost', message: /is not there/ });
  });
});

describe('a file whose passphrase is forgotten', () => {
  const now = () => new Date('2026-11-21T23:30:00.000Z');
  const REMEMBERED = 'remembered again';

  async function forgotten() {
    const { vault, dataDir, sealedFile, indexFile } = await openVault(options);
    await vault.choose({ way: 'use-file', passphrase: REMEMBERED });
    await vault.write(KEY, SECRET);
    await vault.write(BLS, 'the key of a publisher');
    const before = await Promise.all([readFile(sealedFile, 'utf8'), readFile(indexFile, 'utf8')]);
    const { vault: later } = await openVault({ ...options, dataDir, now });
    return { vault: later, dataDir, sealedFile, indexFile, before };
  }

  it('is put aside with its index, and replaced by a new one', async () => {
    const { vault, dataDir, sealedFile, indexFile, before } = await forgotten();
    await expect(vault.choose({ way: 'open-file', passphrase: 'is it this one' })).rejects.toThrow(
      /If it is forgotten, start anew/,
    );
    const { message, start_anew } = await vault.state();
    expect(message).toContain(sealedFile);
    expect(start_anew).toContain(`${sealedFile} is put aside`);
    expect(start_anew).toContain('your bls key and the copy of an API key');
    await expect(vault.choose({ way: 'new-file' })).rejects.toThrow(/passphrase of at least 8/);
    expect((await readdir(dataDir)).toSorted()).toEqual(['vault-sealed.json', 'vault.json']);

    const anew = await vault.choose({ way: 'new-file', passphrase: PASSPHRASE });
    expect(anew).toMatchObject({ kept_in: 'file', file: 'open', start_anew: null });
    expect(await vault.names()).toEqual([]);
    expect(await vault.look(BLS)).toEqual({ state: 'absent' });
    await vault.write(BLS, 'another key of it');
    expect(await vault.read(BLS)).toBe('another key of it');
    const aside = ['vault-sealed.2026-11-21.json', 'vault.2026-11-21.json'].map((name) =>
      path.join(dataDir, name),
    ) as [string, string];
    expect(await Promise.all(aside.map((file) => readFile(file, 'utf8')))).toEqual(before);

    // Both put back under their names, and the passphrase found after all.
    await rename(aside[0], sealedFile);
    await rename(aside[1], indexFile);
    const { vault: back } = await openVault({ ...options, dataDir });
    await back.choose({ way: 'open-file', passphrase: REMEMBERED });
    expect([await back.read(KEY), await back.read(BLS)]).toEqual([SECRET, 'the key of a publisher']);
  });

  it('takes over the keys of the session, and keys kept elsewhere stay in the index', async () => {
    const { vault } = await forgotten();
    await vault.choose({ way: 'use-session' });
    const other: SecretName = { kind: 'publisher', publisher: 'fred' };
    await vault.write(other, 'a key of this session');
    expect((await vault.state()).ways).toEqual(['open-file', 'new-file']);
    await vault.choose({ way: 'new-file', passphrase: PASSPHRASE });
    expect(await vault.names()).toMatchObject([{ name: other }]);
    expect(await vault.read(other)).toBe('a key of this session');
    expect(await vault.state()).toMatchObject({ kept_in: 'file', file: 'open' });
  });

  it('is not given up while it is open', { tags: 'soak' }, async () => {
    const { vault, dataDir } = await forgotten();
    await vault.choose({ way: 'open-file', passphrase: REMEMBERED });
    await expect(vault.choose({ way: 'new-file', passphrase: PASSPHRASE })).rejects.toThrow(/is open/);
    expect(await vault.read(KEY)).toBe(SECRET);
    expect((await readdir(dataDir)).toSorted()).toEqual(['vault-sealed.json', 'vault.json']);
  });
});

describe('a key in the environment', () => {
  const given = { ...environment, ALMANAC_KEY_BLS: ' 0123456789abcdef ', ALMANAC_KEY_CENSUS: '' };

  it('is read and shown, never written, and stays out of the keychain’s process', async () => {
    const { vault, dataDir } = await openVault({ ...options, environment: given });
    expect(await vault.look(BLS)).toEqual({ state: 'environment', last4: 'cdef' });
    expect(await vault.read(BLS)).toBe('0123456789abcdef');
    await expect(vault.write(BLS, SECRET)).rejects.toThrow(/ALMANAC_KEY_BLS/);
    await expect(vault.remove(BLS)).rejects.toThrow(/ALMANAC_KEY_BLS/);
    expect(await vault.look({ kind: 'publisher', publisher: 'census' })).toEqual({ state: 'absent' });
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is not used for an API key of the same name', async () => {
    const { vault } = await openVault({ ...options, environment: given });
    expect(await vault.look({ kind: 'api-key', id: 'bls' })).toEqual({ state: 'absent' });
  });
});

describe('the index', () => {
  it('that is damaged is never taken as empty, nor written over', async () => {
    const { vault, indexFile, dataDir } = await openVault(options);
    for (const text of ['', '{"version":1', '{"version":2,"kept_in":null,"secrets":[]}', '[]']) {
      await writeFile(indexFile, text);
      await expect(vault.look(KEY)).rejects.toThrow(/is damaged or was written by a newer/);
      await expect(vault.write(KEY, SECRET)).rejects.toMatchObject({ code: 'vault' });
      await expect(vault.choose({ way: 'use-session' })).rejects.toMatchObject({ code: 'vault' });
      expect(await vault.state()).toMatchObject({ kept_in: null, ways: [], message: /is damaged/ });
      expect(await readFile(indexFile, 'utf8')).toBe(text);
    }
    expect(await readdir(dataDir)).toEqual(['vault.json']);
  });

  it('that cannot be written leaves nothing changed', async () => {
    const { vault, indexFile, dataDir } = await openVault(options);
    // A folder in its place: even the administrator cannot rename a file over it.
    await mkdir(indexFile);
    await expect(vault.write(KEY, SECRET)).rejects.toThrow(/cannot be (read|written)/);
    expect(await readdir(dataDir)).toEqual(['vault.json']);
  });

  it('has every one of many keys that are written at once', async () => {
    const { vault } = await openVault(options);
    const ids = Array.from({ length: 30 }, (_, at) => `key_${at}`);
    await Promise.all(ids.map((id) => vault.write({ kind: 'api-key', id }, SECRET)));
    const names = await vault.names();
    expect(names.map(({ name }) => name)).toEqual(ids.map((id) => ({ kind: 'api-key', id })));
  });

  it('shows nothing of a secret that four characters would give away', async () => {
    const { vault } = await openVault(options);
    await vault.write(BLS, 'short');
    expect(await vault.look(BLS)).toMatchObject({ last4: '' });
  });
});
