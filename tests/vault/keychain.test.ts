import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SecretName } from '../../service/vault/index.ts';
import { isAlive, missingForKeyring, startDesktopSession } from './desktop-session.ts';
import { copyKeychainProgram, openVault } from './open-vault.ts';
import { newFolder } from './places.ts';

// Starting processes can take long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = missingForKeyring();
const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const OTHER: SecretName = { kind: 'api-key', id: 'key_2' };
const SECRET = 'alm_0123456789abcdefghij';
const ALL_WAYS = ['unlock', 'use-session', 'use-file'];

/** A session for this test alone, and a vault in it. */
async function inSession(
  keyring: Parameters<typeof startDesktopSession>[0],
  options: { program?: string; promptMs?: number } = {},
) {
  const session = await startDesktopSession(keyring);
  const { program, promptMs = 60_000 } = options;
  const deadlines = { promptMs, plainMs: 20_000, startMs: 0, killMs: 500 };
  const opened = await openVault({ environment: session.environment, program, deadlines });
  onTestFinished(async () => {
    await opened.close();
    await session.end();
  });
  return { session, ...opened };
}

beforeEach(({ skip }) => skip(missing !== '', missing));

describe('each state of the keychain, and how the page, reading and writing report it', () => {
  it.each([
    // keyring, whether a key is noted, state, place, ways, read, write
    ['none', false, 'no-service', 'session', ['use-file'], /No such key/, 'kept'],
    ['empty', false, 'no-keyring', 'session', ['use-keychain', 'use-file'], /No such key/, 'kept'],
    ['locked', false, 'locked', 'keychain', ALL_WAYS, /No such key/, /is locked/],
    ['unlocked', false, 'unlocked', 'keychain', [], /No such key/, 'kept'],
    ['none', true, 'no-service', 'keychain', ALL_WAYS, /does not run/, /does not run/],
    ['empty', true, 'no-keyring', 'keychain', ALL_WAYS, /has no keyring/, /has no keyring/],
    ['locked', true, 'locked', 'keychain', ALL_WAYS, /is locked/, /is locked/],
    ['unlocked', true, 'unlocked', 'keychain', [], /gives nothing for this key/, 'kept'],
  ] as const)(
    '%s, with a key noted before: %s',
    async (keyring, isNoted, state, place, ways, read, write) => {
      const { vault, indexFile, pids } = await inSession(keyring);
      if (isNoted) {
        const row = {
          account: 'api-key:key_1',
          last4: 'ghij',
          set_at: '2026-01-02T03:04:05.000Z',
          kept_in: 'keychain',
        };
        await writeFile(indexFile, JSON.stringify({ version: 1, kept_in: 'keychain', secrets: [row] }));
      }
      expect(await vault.state()).toMatchObject({ keychain: state, kept_in: place, file: 'none', ways });
      // Reading the state needs no keytar and no prompt.
      expect(pids).toEqual([]);
      const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
      expect(await vault.read(KEY).catch(sentence)).toMatch(read);
      expect(await vault.write(OTHER, SECRET).then(() => 'kept', sentence)).toMatch(write);
    },
  );
});

describe('an unlocked keyring', () => {
  it('keeps a key over a restart, shows four characters of it, and removes it', async () => {
    const { vault, close, session, dataDir, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    await close();
    const { vault: again, ...later } = await openVault({ environment: session.environment, dataDir });
    onTestFinished(later.close);
    expect(await again.read(KEY)).toBe(SECRET);
    expect(await again.look(KEY)).toMatchObject({ state: 'present', last4: 'ghij' });
    expect(await again.look(OTHER)).toEqual({ state: 'absent' });
    expect((await stat(indexFile)).mode & 0o777).toBe(0o600);
    await again.remove(KEY);
    expect(await again.look(KEY)).toEqual({ state: 'absent' });
    expect(await again.names()).toEqual([]);
  });

  it('keeps text of any kind, or reports that it did not', async () => {
    const { vault } = await inSession('unlocked');
    await vault.write(KEY, 'ключ “😀”\n%s $HOME');
    expect(await vault.read(KEY)).toBe('ключ “😀”\n%s $HOME');
    await expect(vault.write(KEY, 'cut\0here')).rejects.toThrow(/another one was read back/);
    expect(await vault.read(KEY)).toBe('ключ “😀”\n%s $HOME');
    await expect(vault.write(KEY, '')).rejects.toThrow(/from 1 to 2560 bytes/);
  });
});

describe('a keyring that is locked while Almanac runs', () => {
  it('loses nothing: the key cannot be read, its row stays, and after unlocking it can be read again', async () => {
    const { vault, session, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    const index = await readFile(indexFile, 'utf8');
    await session.lock();
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost', last4: 'ghij', message: /is locked/ });
    await expect(vault.read(KEY)).rejects.toMatchObject({ code: 'vault', message: /is locked/ });
    await expect(vault.write(KEY, 'another key for this name')).rejects.toThrow(/is locked/);
    await expect(vault.write(OTHER, SECRET)).rejects.toThrow(/is locked/);
    await expect(vault.remove(KEY)).rejects.toThrow(/is left as it is/);
    expect(await readFile(indexFile, 'utf8')).toBe(index);
    expect(await vault.state()).toMatchObject({ keychain: 'locked', kept_in: 'keychain' });
    await session.unlock();
    expect(await vault.read(KEY)).toBe(SECRET);
  });

  it('cannot be unlocked if no window can ask, and that is reported', async () => {
    const { vault, session } = await inSession('unlocked');
    await session.lock();
    // Without a prompter on the bus the keyring refuses at once.
    await session.withoutPrompter();
    await expect(vault.choose({ way: 'unlock' })).rejects.toThrow(/is locked/);
    expect((await vault.state()).keychain).toBe('locked');
  });
});

it('a key lost by the keyring is not reported as absent, and only the person can remove its row', {
  tags: 'soak',
}, async () => {
  const { vault, session } = await inSession('unlocked');
  await vault.write(KEY, SECRET);
  // Another program empties the keyring: here the vault of another data folder, which shares it.
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

describe('a prompt that nobody answers', () => {
  it('ends at the deadline with its process; the next call has a new process', { tags: 'soak' }, async () => {
    const { vault, session, pids } = await inSession('unlocked', { promptMs: 2_000 });
    await vault.write(KEY, SECRET);
    await session.lock();
    await expect(vault.choose({ way: 'unlock' })).rejects.toMatchObject({
      code: 'vault',
      message: expect.stringMatching(/did not answer in time/),
    });
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 30_000 });
    expect((await vault.state()).keychain).toBe('locked');
    await session.unlock();
    expect(await vault.read(KEY)).toBe(SECRET);
    expect(pids.length).toBeGreaterThan(1);
  });

  it('blocks nothing: files are read, and another place can be chosen', { tags: 'soak' }, async () => {
    const { vault, close, session, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    await session.lock();
    let isWaiting = true;
    const unlocking = vault.choose({ way: 'unlock' }).finally(() => {
      isWaiting = false;
    });
    const told = expect(unlocking).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    // More reads than the thread pool has threads.
    await Promise.all(Array.from({ length: 16 }, () => readFile(indexFile)));
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost', message: /is locked/ });
    expect(await vault.choose({ way: 'use-session' })).toMatchObject({
      keychain: 'locked',
      kept_in: 'session',
    });
    await vault.write(OTHER, SECRET);
    expect(await vault.read(OTHER)).toBe(SECRET);
    expect(isWaiting).toBe(true);
    await close();
    await told;
  });

  it('also appears when a first keyring is made; until then there is none, and the app ends without waiting', async () => {
    const { vault, close, session, pids } = await inSession('empty');
    const told = expect(vault.choose({ way: 'use-keychain' })).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    expect(await vault.state()).toMatchObject({ keychain: 'no-keyring', kept_in: 'session' });
    await close();
    await told;
    expect(pids.some(isAlive)).toBe(false);
  });

  it('prevents the choice: only a working choice is recorded', { tags: 'soak' }, async () => {
    const { vault } = await inSession('locked', { promptMs: 1_000 });
    await vault.choose({ way: 'use-session' });
    await vault.write(KEY, SECRET);
    await expect(vault.choose({ way: 'use-keychain' })).rejects.toThrow(/did not answer in time/);
    expect((await vault.state()).kept_in).toBe('session');
    expect(await vault.read(KEY)).toBe(SECRET);
  });
});

describe('a keychain process that is killed during a call', () => {
  it('is reported, and the next call has a new process', async () => {
    const { vault, session, pids } = await inSession('locked');
    const told = expect(vault.choose({ way: 'unlock' })).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await told;
    await session.unlock();
    await vault.write(KEY, SECRET);
    expect(await vault.read(KEY)).toBe(SECRET);
    expect(pids).toHaveLength(2);
  });
});

describe('keytar that cannot be loaded', () => {
  /** Puts the keychain's program into a folder of its own, with `files` beside it as keytar. */
  async function programBeside(files: Record<string, string>): Promise<string> {
    const folder = await newFolder();
    const program = await copyKeychainProgram(folder);
    await mkdir(path.join(folder, 'node_modules/keytar'), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await writeFile(path.join(folder, 'node_modules/keytar', name), text);
    }
    return program;
  }

  it.each([
    ['is not installed', {}],
    [
      'lacks its library',
      { 'package.json': '{ "main": "keytar.node" }', 'keytar.node': 'no library at all' },
    ],
  ])('because it %s: the state is unavailable, and keys are kept in memory', async (_, files) => {
    const { vault } = await inSession('unlocked', { program: await programBeside(files) });
    await expect(vault.write(KEY, SECRET)).rejects.toThrow(/keytar, .* cannot be loaded/);
    expect(await vault.state()).toMatchObject({
      keychain: 'unavailable',
      kept_in: 'session',
      ways: ['use-file'],
    });
    await vault.write(KEY, SECRET);
    expect(await vault.read(KEY)).toBe(SECRET);
    expect((await vault.state()).kept_in).toBe('session');
  });
});
