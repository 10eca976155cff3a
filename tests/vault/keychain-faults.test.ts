import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SecretName } from '../../service/vault/index.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';
import { isAlive, missingForKeyring, startDesktopSession } from './desktop-session.ts';
import { copyKeychainProgram, openVault } from './open-vault.ts';

const missing = missingForKeyring();
const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const SECRET = 'alm_0123456789abcdefghij';
/** Processes start, and a passphrase is stretched, on a machine that may have much else to do. */
const SLOW = 120_000;

async function inSession(
  keyring: Parameters<typeof startDesktopSession>[0],
  options: { program?: string; promptMs?: number } = {},
) {
  const session = await startDesktopSession(keyring);
  const { program = KEYCHAIN_PROGRAM, promptMs = 60_000 } = options;
  const opened = await openVault({
    environment: session.environment,
    program,
    deadlines: { promptMs, plainMs: 20_000, startMs: 0, killMs: 500 },
  });
  onTestFinished(async () => {
    await opened.close();
    await session.end();
  });
  return { session, ...opened };
}

beforeEach(({ skip }) => skip(missing !== '', missing));

describe('a prompt that nobody answers', () => {
  it('ends with the deadline, and the process with it; the next call has a new one', {
    timeout: SLOW,
  }, async () => {
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

  it('holds up nobody: files are read, and another place can be chosen', {
    timeout: SLOW,
    tags: 'soak',
  }, async () => {
    const { vault, close, session, indexFile } = await inSession('unlocked');
    await vault.write(KEY, SECRET);
    await session.lock();
    let isWaiting = true;
    const unlocking = vault.choose({ way: 'unlock' }).finally(() => {
      isWaiting = false;
    });
    const told = expect(unlocking).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    // More of them than the thread pool has threads.
    await Promise.all(Array.from({ length: 16 }, () => readFile(indexFile)));
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost', message: /is locked/ });
    expect(await vault.choose({ way: 'use-session' })).toMatchObject({
      keychain: 'locked',
      kept_in: 'session',
    });
    const other: SecretName = { kind: 'api-key', id: 'key_2' };
    await vault.write(other, SECRET);
    expect(await vault.read(other)).toBe(SECRET);
    expect(isWaiting).toBe(true);
    await close();
    await told;
  });

  it('is also how a first keyring is made; until then there is none', { timeout: SLOW }, async () => {
    const { vault, close, session } = await inSession('empty');
    const told = expect(vault.choose({ way: 'use-keychain' })).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    expect(await vault.state()).toMatchObject({ keychain: 'no-keyring', kept_in: 'session' });
    await close();
    await told;
  });

  it('does not hold up the end of the app', { timeout: SLOW }, async () => {
    const { vault, close, session, pids } = await inSession('locked');
    const told = expect(vault.choose({ way: 'unlock' })).rejects.toThrow(/ended before it answered/);
    await session.promptIsOpen();
    await close();
    await told;
    expect(pids.some(isAlive)).toBe(false);
  });

  it('keeps a choice from being made: nothing is recorded that does not work', {
    timeout: SLOW,
  }, async () => {
    const { vault } = await inSession('locked', { promptMs: 1_000 });
    await vault.choose({ way: 'use-session' });
    await vault.write(KEY, SECRET);
    await expect(vault.choose({ way: 'use-keychain' })).rejects.toThrow(/did not answer in time/);
    expect((await vault.state()).kept_in).toBe('session');
    expect(await vault.read(KEY)).toBe(SECRET);
  });
});

describe('a keychain process that is killed in a call', () => {
  it('is reported, and the next call has a new one', { timeout: SLOW }, async () => {
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

describe('a keyring that hangs', () => {
  it('counts as locked and keeps nobody waiting for long', { timeout: SLOW, tags: 'soak' }, async () => {
    const { vault: patient, session, dataDir } = await inSession('unlocked');
    await patient.write(KEY, SECRET);
    session.signalKeyring('SIGSTOP');
    const deadlines = { promptMs: 60_000, plainMs: 1_000, startMs: 0, killMs: 500 };
    const { vault } = await openVault({ environment: session.environment, dataDir, deadlines });
    expect(await vault.look(KEY)).toMatchObject({ state: 'lost' });
    expect((await vault.state()).keychain).toBe('locked');
    session.signalKeyring('SIGCONT');
    await vi.waitUntil(async () => (await patient.state()).keychain === 'unlocked', { timeout: 15_000 });
    expect(await patient.read(KEY)).toBe(SECRET);
  });
});

describe('keytar that cannot be loaded', () => {
  /** The keychain's program alone in a folder, with what `make` puts beside it as keytar. */
  async function programBeside(files: Record<string, string>): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-keytar-'));
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
