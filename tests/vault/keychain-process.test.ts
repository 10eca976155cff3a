import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Child, forkKeychain } from '../../electron/child-process.ts';
import { KEYCHAIN_DEADLINES, openKeychain } from '../../electron/keychain.ts';
import type { KeychainRequest } from '../../service/contract/service-channel.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';
import { isAlive } from './desktop-session.ts';
import { copyKeychainProgram, openVault, portProgram, putKeytar } from './open-vault.ts';
import { newFolder } from './places.ts';

const place = 'keychain';
const done = (value: string | null) => ({ t: 'done', value });

/** Starts a keychain program. @returns a function that sends a message for an answer, and all output */
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

it('the process answers through Electron’s port if it has one', async () => {
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
])('the process refuses %s, without repeating or printing it', async (_, request) => {
  const { ask, printed } = start(KEYCHAIN_PROGRAM);
  const answer = await ask(request);
  expect(answer).toEqual({
    t: 'refused',
    message: 'The keychain process was given what it does not take.',
  });
  expect(JSON.stringify(answer) + printed.join()).not.toContain('a-secret');
});

it('the process cannot be started by hand', async () => {
  const ended = new Promise((resolve) =>
    execFile(process.execPath, [KEYCHAIN_PROGRAM], (error, _, printed) => resolve([error?.code, printed])),
  );
  expect(await ended).toEqual([1, expect.stringContaining('Only the shell can start the keychain process.')]);
});

describe('with a keytar', () => {
  it('the process loads it at the first request, and keeps Almanac’s entries, one request at a time', async () => {
    const folder = await newFolder();
    const log = await putKeytar(folder);
    const { ask, printed } = start(await copyKeychainProgram(folder));
    // The process runs, but has not loaded keytar yet.
    expect(await ask({ act: 'nothing' })).toMatchObject({ t: 'refused' });
    expect(await log()).toEqual([]);
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
    const whole = (...words: string[]) => [
      ['begin', ...words],
      ['end', words[0]],
    ];
    expect(await log()).toEqual([
      ['loaded'],
      ...whole('get', 'Almanac', 'one'),
      ...whole('set', 'Almanac', 'one', 'first'),
      ...whole('set', 'Almanac', 'two', 'second'),
      ['begin', 'get', 'Almanac', 'refused'],
      ['begin', 'delete', 'Almanac', 'odd'],
      ...whole('get', 'Almanac', 'one'),
      ...whole('delete', 'Almanac', 'one'),
      ...whole('get', 'Almanac', 'one'),
      ...whole('get', 'Almanac', 'two'),
    ]);
    expect(printed).toEqual([]);
  });

  it('the process ends with the shell, even during a request that hangs', async () => {
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

  it('a vault keeps its keys in the process, and finds them in the next session', async () => {
    const folder = await newFolder();
    const log = await putKeytar(folder);
    const program = await copyKeychainProgram(folder);
    const options = {
      ...{ environment: process.env, platform: 'darwin' as const, program, dataDir: folder },
      isKeytarInstalled: () => true,
    };
    const { vault, close, pids } = await openVault(options);
    expect(await vault.state()).toMatchObject({ keychain: 'unknown', kept_in: 'keychain' });
    expect(pids).toEqual([]);
    await vault.write({ kind: 'api-key', id: 'k1' }, 'alm_0123456789');
    expect(await vault.state()).toMatchObject({ keychain: 'unlocked', keychain_name: 'macOS Keychain' });
    await close();
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 15_000 });
    const again = await openVault(options);
    onTestFinished(() => again.close());
    const later = again.vault;
    expect(await later.read({ kind: 'api-key', id: 'k1' })).toBe('alm_0123456789');
    await later.remove({ kind: 'api-key', id: 'k1' });
    expect((await log()).at(-2)).toEqual(['begin', 'delete', 'Almanac', 'api-key:k1']);
  });
});

const DEADLINES = { promptMs: 200, plainMs: 200, startMs: 0, killMs: 30 };

/** A keychain on a process that acts by `hear`, and ends on the signals in `heeds`. */
function standIn(
  hear: (request: KeychainRequest, answer: (message: unknown) => void, exit: () => void) => void,
  heeds: readonly string[] = ['SIGTERM', 'SIGKILL'],
  deadlines: Partial<typeof DEADLINES> = {},
) {
  const signals: string[] = [];
  const accounts: string[] = [];
  const exits: ((code: number | null) => void)[] = [];
  let spawned = 0;
  const spawn = (): Child<KeychainRequest> => {
    spawned += 1;
    let [onMessage, onExit]: [(message: unknown) => void, (code: number | null) => void] = [
      () => undefined,
      () => undefined,
    ];
    return {
      pid: undefined,
      send(request) {
        accounts.push(request.account);
        hear(
          request,
          (message) => queueMicrotask(() => onMessage(message)),
          () => queueMicrotask(() => onExit(null)),
        );
      },
      kill(signal) {
        signals.push(signal);
        if (heeds.includes(signal)) queueMicrotask(() => onExit(null));
      },
      onMessage: (listener) => {
        onMessage = listener;
      },
      onExit: (listener) => {
        onExit = listener;
        exits.push(listener);
      },
    };
  };
  const learnt: string[] = [];
  const { ask, close } = openKeychain(spawn, {
    deadlines: { ...DEADLINES, ...deadlines },
    learn: (secret) => learnt.push(secret),
  });
  return {
    ask,
    close,
    read: (account: string, mayPrompt = false) => ask({ act: 'read', place, account }, mayPrompt),
    learnt,
    signals,
    accounts,
    /** Each function ends one of the processes, in the order of their start. */
    exits,
    spawned: () => spawned,
  };
}

describe('requests to the keychain', () => {
  it('are made one at a time, in the order of their arrival, by one process', async () => {
    let open = 0;
    const { read, accounts, spawned } = standIn(async ({ account }, answer) => {
      open += 1;
      expect(open).toBe(1);
      await pause(1);
      open -= 1;
      answer(done(account));
    });
    expect(spawned()).toBe(0);
    const names = ['one', 'two', 'three', 'four', 'five'];
    const outcomes = await Promise.all(names.map((name) => read(name)));
    expect(outcomes).toEqual(names.map(done));
    expect(accounts).toEqual(names);
    expect(spawned()).toBe(1);
  });

  it('end an overdue process, first with SIGTERM; the next request gets a new process and its own answer', async () => {
    const late: (() => void)[] = [];
    const { read, signals, spawned } = standIn(({ account }, answer) => {
      if (account === 'slow') late.push(() => answer(done(account)));
      else {
        // The old process may still answer.
        for (const each of late) each();
        answer(done(account));
      }
    });
    const both = [read('slow', true), read('quick')];
    expect(await Promise.all(both)).toEqual([{ t: 'overdue' }, done('quick')]);
    expect(signals).toEqual(['SIGTERM']);
    expect(spawned()).toBe(2);
  });

  it('allow a process more time for its first answer, because it has to start', async () => {
    const { read, spawned } = standIn(
      async ({ account }, answer) => {
        // Twice the time limit of a request.
        if (account === 'first') await pause(2 * DEADLINES.plainMs);
        if (account !== 'third') answer(done(null));
      },
      ['SIGTERM'],
      { startMs: 60_000 },
    );
    expect(await read('first')).toEqual(done(null));
    expect(await read('second')).toEqual(done(null));
    expect(await read('third')).toEqual({ t: 'overdue' });
    expect(spawned()).toBe(1);
  });

  it('report a process that ended before it answered', async () => {
    const { read, spawned } = standIn(({ account }, answer, exit) =>
      account === 'deadly' ? exit() : answer(done(null)),
    );
    expect(await read('deadly')).toEqual({ t: 'ended' });
    expect(await read('other')).toEqual(done(null));
    expect(spawned()).toBe(2);
  });

  it('end when the app closes, even if they wait or the process ignores signals, and start no process afterwards', async () => {
    for (const heeds of [['SIGTERM'], []]) {
      const { read, close, spawned } = standIn(() => undefined, heeds);
      const waiting = [read('one', true), read('two', true)];
      await pause(1);
      await close();
      expect(await Promise.all([...waiting, read('three', true)])).toEqual(Array(3).fill({ t: 'ended' }));
      expect(spawned()).toBe(1);
    }
    const { close, read, spawned } = standIn(() => undefined);
    await close();
    expect([await read('one'), spawned()]).toEqual([{ t: 'ended' }, 0]);
  });

  it('have a minute if a prompt may be open, and seconds otherwise', async () => {
    expect(KEYCHAIN_DEADLINES).toEqual({ promptMs: 60_000, plainMs: 5_000, startMs: 10_000, killMs: 500 });
    for (const [mayPrompt, deadlines] of [
      [true, { promptMs: 60_000, plainMs: 1 }],
      [false, { promptMs: 1, plainMs: 60_000 }],
    ] as const) {
      const late = standIn(
        ({ account }, answer) => void pause(50).then(() => answer(done(account))),
        [],
        deadlines,
      );
      expect(await late.read('in time', mayPrompt)).toEqual(done('in time'));
      const { read, close } = standIn(() => undefined, undefined, deadlines);
      expect(await read('too late', !mayPrompt)).toEqual({ t: 'overdue' });
      await close();
    }
  });

  it('report each written or read secret before the log can show it; the memory needs no process', async () => {
    const { ask, read, learnt, spawned } = standIn((request, answer) => {
      if (request.act === 'write') expect(learnt.slice(1)).toEqual([request.secret]);
      answer(
        request.act === 'read'
          ? done(request.account === 'none' ? null : 'a secret that is read')
          : done(null),
      );
    });
    await ask({ act: 'write', place: 'memory', account: 'a', secret: 'a secret in memory' }, false);
    expect(spawned()).toBe(0);
    await ask({ act: 'write', place, account: 'a', secret: 'a secret that is written' }, false);
    await ask({ act: 'remove', place, account: 'a' }, false);
    await read('none');
    await read('a');
    expect(learnt).toEqual(['a secret in memory', 'a secret that is written', 'a secret that is read']);
  });

  it('that are refused end their process, because a new one may succeed; those without keytar do not', async () => {
    const answers = [
      { t: 'unavailable', message: 'no keytar' },
      { t: 'refused', message: 'not now' },
      { t: 'done', value: 'kept' },
    ];
    const { read, signals, spawned } = standIn((_, answer) => answer(answers.shift()));
    expect(await read('a')).toEqual({ t: 'unavailable', message: 'no keytar' });
    expect([signals, spawned()]).toEqual([[], 1]);
    expect(await read('a')).toEqual({ t: 'refused', message: 'not now' });
    expect(signals).toEqual(['SIGTERM']);
    expect([await read('a'), spawned()]).toEqual([done('kept'), 2]);
  });

  it('keep their process when an abandoned process ends late', async () => {
    const { read, exits, spawned, signals } = standIn(({ account }, answer) => {
      if (account !== 'slow') answer(done(account));
    }, []);
    expect(await read('slow')).toEqual({ t: 'overdue' });
    expect(await read('one')).toEqual(done('one'));
    exits[0]?.(null);
    expect([await read('two'), spawned()]).toEqual([done('two'), 2]);
    // The present process ends by itself: it gets no signal, and the next call has a new one.
    exits[1]?.(null);
    expect([await read('three'), spawned(), signals]).toEqual([done('three'), 3, ['SIGTERM', 'SIGKILL']]);
  });

  it('that are overdue give their process time to end by itself, and then do not kill it', async () => {
    const { read, signals, exits } = standIn(() => undefined, [], { plainMs: 1, killMs: 60_000 });
    const waiting = read('slow');
    await expect.poll(() => signals).toEqual(['SIGTERM']);
    await pause(20);
    exits[0]?.(null);
    expect([await waiting, signals]).toEqual([{ t: 'overdue' }, ['SIGTERM']]);
    const short = standIn(() => undefined, ['SIGTERM']);
    expect(await short.read('slow')).toEqual({ t: 'overdue' });
    await pause(2 * DEADLINES.killMs);
    expect(short.signals).toEqual(['SIGTERM']);
  });

  it.each([
    ['no content', undefined],
    ['no value', { t: 'done' }],
    ['a value that is no text', done(7 as never)],
    ['an outcome that it does not know', { t: 'kept' }],
  ])('refuse an answer with %s, and end the process that gave it', async (_, message) => {
    const { ask, signals } = standIn((_request, answer) => answer(message));
    expect(await ask({ act: 'write', place, account: 'a', secret: 'a-secret-0123456789' }, false)).toEqual({
      t: 'refused',
      message: "The keychain process's answer is not what it should be.",
    });
    expect(signals).toEqual(['SIGTERM']);
  });
});
