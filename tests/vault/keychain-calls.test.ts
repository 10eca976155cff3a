import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeychainCaller } from '../../electron/vault/keychain-calls.ts';
import type { KeychainChild } from '../../electron/vault/keychain-contract.ts';

const DEADLINES = { promptMs: 200, plainMs: 200, startMs: 0, killMs: 30 };

type Asked = { id: number; account: string };

/**
 * A child that does what `hear` says, and ends on those signals that it heeds. `answer` sends an output, or whatever else is passed.
 */
function standIn(
  hear: (asked: Asked, answer: (value: unknown) => void, exit: () => void) => void,
  heeds: readonly string[] = ['SIGTERM', 'SIGKILL'],
  startMs = 0,
) {
  const signals: string[] = [];
  const accounts: string[] = [];
  let spawned = 0;
  const spawn = (): KeychainChild => {
    spawned += 1;
    let [onMessage, onExit]: [(message: unknown) => void, () => void] = [() => undefined, () => undefined];
    return {
      pid: undefined,
      send(message) {
        if (message.t !== 'call') return;
        const { id, input } = message;
        const { account } = input as { account: string };
        accounts.push(account);
        hear(
          { id, account },
          (output) => queueMicrotask(() => onMessage({ t: 'result', id, ok: true, output })),
          () => queueMicrotask(() => onExit()),
        );
      },
      kill(signal) {
        signals.push(signal);
        if (heeds.includes(signal)) queueMicrotask(() => onExit());
      },
      onMessage: (listener) => {
        onMessage = listener;
      },
      onExit: (listener) => {
        onExit = listener;
      },
    };
  };
  const caller = createKeychainCaller(spawn, { ...DEADLINES, startMs });
  return {
    close: caller.close,
    get: (account: string, mayPrompt = false) => caller.call('get', { account }, mayPrompt),
    caller,
    signals,
    accounts,
    spawned: () => spawned,
  };
}

const done = (value: string | null) => ({ t: 'done', value });

it('are made one at a time, in the order they came, by one process', async () => {
  let open = 0;
  const { get, accounts, spawned } = standIn(async ({ account }, answer) => {
    open += 1;
    expect(open).toBe(1);
    await pause(1);
    open -= 1;
    answer(done(account));
  });
  expect(spawned()).toBe(0);
  const names = ['one', 'two', 'three', 'four', 'five'];
  const outcomes = await Promise.all(names.map((name) => get(name)));
  expect(outcomes).toEqual(names.map(done));
  expect(accounts).toEqual(names);
  expect(spawned()).toBe(1);
});

it('end the process when they are overdue, first with SIGTERM; the next one has a new process and its own answer', async () => {
  const late: (() => void)[] = [];
  const { get, signals, spawned } = standIn(({ account }, answer) => {
    if (account === 'slow') late.push(() => answer(done(account)));
    else {
      // The old process may still answer.
      for (const each of late) each();
      answer(done(account));
    }
  });
  const both = [get('slow', true), get('quick')];
  expect(await Promise.all(both)).toEqual([{ t: 'overdue' }, done('quick')]);
  expect(signals).toEqual(['SIGTERM']);
  expect(spawned()).toBe(2);
});

it('allow a process more time for its first answer, because it has to start', async () => {
  const { get, spawned } = standIn(
    async ({ id }, answer) => {
      // Twice what a call may take.
      if (id === 1) await pause(2 * DEADLINES.plainMs);
      if (id < 3) answer(done(null));
    },
    ['SIGTERM'],
    60_000,
  );
  expect(await get('first')).toEqual(done(null));
  expect(await get('second')).toEqual(done(null));
  expect(await get('third')).toEqual({ t: 'overdue' });
  expect(spawned()).toBe(1);
});

it('do not wait for a process that ignores signals', async () => {
  const { get, signals } = standIn(() => undefined, []);
  expect(await get('slow')).toEqual({ t: 'overdue' });
  expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
});

it('end when the vault closes, even if the process ignores signals', async () => {
  const { get, close } = standIn(() => undefined, []);
  const waiting = get('slow', true);
  await pause(1);
  await close();
  expect(await waiting).toEqual({ t: 'ended' });
});

it('report when the process ended before it answered', async () => {
  const { get, spawned } = standIn(({ account }, answer, exit) =>
    account === 'deadly' ? exit() : answer(done(null)),
  );
  expect(await get('deadly')).toEqual({ t: 'ended' });
  expect(await get('other')).toEqual(done(null));
  expect(spawned()).toBe(2);
});

it('end when the vault closes, also those that wait, and none starts a process afterwards', async () => {
  const { get, close, spawned } = standIn(() => undefined);
  const waiting = [get('one', true), get('two', true)];
  await pause(1);
  await close();
  expect(await Promise.all([...waiting, get('three', true)])).toEqual(
    Array.from({ length: 3 }, () => ({ t: 'ended' })),
  );
  expect(spawned()).toBe(1);
});

it.each([
  ['no output', undefined],
  ['no value', { t: 'done' }],
  ['a value that is no text', done(7 as never)],
  ['an outcome that it does not know', { t: 'kept' }],
])('refuse an answer with %s, and end the process that gave it', async (_, output) => {
  const { caller, signals } = standIn((_asked, answer) => answer(output));
  const outcome = await caller.call('set', { account: 'a', secret: 'a-secret-0123456789' }, false);
  expect(outcome).toEqual({ t: 'refused', message: "The answer of 'set' is not what it should be" });
  expect(signals).toEqual(['SIGTERM']);
});
