import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { forkKeychain } from '../../electron/child-process.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';
import { isAlive } from './desktop-session.ts';
import { putKeytar } from './keytar-stand-in.ts';
import { copyKeychainProgram, openVault, portProgram } from './open-vault.ts';

const place = 'keychain';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a keychain's program. @returns its answers in their order, each to one message, and all that it has printed */
function start(program: string) {
  const printed: string[] = [];
  const child = forkKeychain(program, process.env, (line) => printed.push(line));
  onTestFinished(() => child.kill('SIGKILL'));
  const waiting: ((answer: unknown) => void)[] = [];
  child.onMessage((message) => waiting.shift()?.(message));
  return {
    printed,
    ask(message: object): Promise<unknown> {
      const answer = new Promise((resolve) => waiting.push(resolve));
      child.send(message);
      return answer;
    },
  };
}

it('answers through Electron’s port where it has one', async () => {
  const folder = await newFolder();
  const { ask } = start(await portProgram(folder, await copyKeychainProgram(folder)));
  expect(await ask({ act: 'read', place, account: 'api-key:1' })).toEqual({
    through: 'port',
    t: 'unavailable',
    message: expect.stringMatching(/^Cannot find module 'keytar'$/),
  });
});

it.each([
  ['an account that is no text', { act: 'write', place, account: 7, secret: 'a-secret-0123456789' }],
  [
    'a secret that is no text',
    { act: 'write', place, account: 'api-key:1', secret: ['a-secret-0123456789'] },
  ],
  [
    'an act that it does not know',
    { act: 'erase', place, account: 'api-key:1', secret: 'a-secret-0123456789' },
  ],
])('refuses %s, without repeating or printing it', async (_, request) => {
  const { ask, printed } = start(KEYCHAIN_PROGRAM);
  const answer = await ask(request);
  expect(answer).toEqual({
    t: 'refused',
    message: 'The keychain process was given what it does not take.',
  });
  expect(JSON.stringify(answer) + printed.join()).not.toContain('a-secret');
});

it('cannot be started by hand', async () => {
  const ended = new Promise((resolve) =>
    execFile(process.execPath, [KEYCHAIN_PROGRAM], (error, _, printed) => resolve([error?.code, printed])),
  );
  expect(await ended).toEqual([1, expect.stringContaining('Only the shell can start the keychain process.')]);
});

describe('with a keytar', () => {
  it('which it loads at the first request, it keeps entries of Almanac’s, one request at a time', async () => {
    const folder = await newFolder();
    const log = await putKeytar(folder);
    const { ask, printed } = start(await copyKeychainProgram(folder));
    // It is there, and has loaded nothing yet.
    expect(await ask({ act: 'nothing' })).toMatchObject({ t: 'refused' });
    expect(await log()).toEqual([]);
    const done = (value: string | null) => ({ t: 'done', value });
    const answers = [
      ask({ act: 'read', place, account: 'one' }),
      ask({ act: 'write', place, account: 'one', secret: 'first' }),
      ask({ act: 'write', place, account: 'two', secret: 'second' }),
      ask({ act: 'read', place, account: 'refused' }),
      ask({ act: 'remove', place, account: 'odd' }),
      ask({ act: 'read', place, account: 'one' }),
      ask({ act: 'remove', place, account: 'one' }),
      ask({ act: 'read', place, account: 'one' }),
      ask({ act: 'read', place, account: 'two' }),
    ];
    expect(await Promise.all(answers)).toEqual([
      ...[done(null), done(null), done(null)],
      { t: 'refused', message: 'It is refused.' },
      { t: 'refused', message: 'no error at all' },
      ...[done('first'), done(null), done(null), done('second')],
    ]);
    expect(await log()).toEqual([
      ['loaded'],
      ...[
        ['begin', 'get', 'Almanac', 'one'],
        ['end', 'get'],
      ],
      ...[
        ['begin', 'set', 'Almanac', 'one', 'first'],
        ['end', 'set'],
      ],
      ...[
        ['begin', 'set', 'Almanac', 'two', 'second'],
        ['end', 'set'],
      ],
      ['begin', 'get', 'Almanac', 'refused'],
      ['begin', 'delete', 'Almanac', 'odd'],
      ...[
        ['begin', 'get', 'Almanac', 'one'],
        ['end', 'get'],
      ],
      ...[
        ['begin', 'delete', 'Almanac', 'one'],
        ['end', 'delete'],
      ],
      ...[
        ['begin', 'get', 'Almanac', 'one'],
        ['end', 'get'],
      ],
      ...[
        ['begin', 'get', 'Almanac', 'two'],
        ['end', 'get'],
      ],
    ]);
    expect(printed).toEqual([]);
  });

  it('it ends with the shell, also in a request that hangs', async () => {
    const folder = await newFolder();
    const log = await putKeytar(folder);
    const program = await copyKeychainProgram(folder);
    const shell = `const child = require('node:child_process').fork(${JSON.stringify(program)}, [], { serialization: 'advanced' });
      child.send({ act: 'read', place: 'keychain', account: 'hangs' });
      console.log(child.pid);
      process.stdin.resume();`;
    const process_ = execFile(process.execPath, ['--eval', shell]);
    onTestFinished(() => void process_.kill('SIGKILL'));
    const pid = Number(await new Promise((resolve) => process_.stdout?.once('data', resolve)));
    await vi.waitUntil(async () => (await log()).length > 1, { timeout: 30_000 });
    expect(isAlive(pid)).toBe(true);
    process_.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 15_000 });
  });

  it('a vault keeps its keys there, and its next session has them', async () => {
    const folder = await newFolder();
    const log = await putKeytar(folder);
    const program = await copyKeychainProgram(folder);
    const options = { environment: process.env, platform: 'darwin' as const, program };
    const { vault, close, dataDir, pids, indexFile } = await openVault({
      ...options,
      isKeytarInstalled: () => true,
    });
    onTestFinished(() => rm(dataDir, { recursive: true }));
    expect(await vault.state()).toMatchObject({ keychain: 'unknown', kept_in: 'keychain' });
    expect(pids).toEqual([]);
    await vault.write({ kind: 'api-key', id: 'k1' }, 'alm_0123456789');
    expect(await vault.state()).toMatchObject({ keychain: 'unlocked', keychain_name: 'macOS Keychain' });
    await close();
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 15_000 });
    const again = await openVault({ ...options, dataDir, isKeytarInstalled: () => true });
    onTestFinished(() => again.close());
    const later = again.vault;
    expect(await later.read({ kind: 'api-key', id: 'k1' })).toBe('alm_0123456789');
    await log();
    await later.choose({ way: 'unlock' });
    expect((await log()).filter((line) => (line as string[])[0] === 'begin')).toEqual([
      ['begin', 'set', 'Almanac', 'check', 'Almanac wrote this to see whether the keychain works.'],
      ['begin', 'get', 'Almanac', 'check'],
      ['begin', 'delete', 'Almanac', 'check'],
    ]);
    await later.remove({ kind: 'api-key', id: 'k1' });
    expect((await log()).at(-2)).toEqual(['begin', 'delete', 'Almanac', 'api-key:k1']);
    expect(indexFile).toBe(path.join(dataDir, 'vault.json'));
  });
});
