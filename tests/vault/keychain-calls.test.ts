import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeychainCaller, KEYCHAIN_DEADLINES } from '../../electron/vault/keychain-calls.ts';
import type { KeychainChild } from '../../electron/vault/keychain-contract.ts';

const DEADLINES = { promptMs: 200, plainMs: 200, startMs: 0, killMs: 30 };

type Asked = { id: number; account: string; name: string; input: unknown };

/**
 * A child that does what `hear` says, and ends on those signals that it heeds. `answer` sends an output, or whatever else is passed.
 */
function standIn(
  hear: (asked: Asked, answer: (value: unknown) => void, exit: () => void) => void,
  heeds: readonly string[] = ['SIGTERM', 'SIGKILL'],
  deadlines: Partial<typeof DEADLINES> = {},
) {
  const signals: string[] = [];
  const accounts: string[] = [];
  const exits: (() => void)[] = [];
  let spawned = 0;
  const spawn = (): KeychainChild => {
    spawned += 1;
    let [onMessage, onExit]: [(message: unknown) => void, () => void] = [() => undefined, () => undefined];
    return {
      pid: undefined,
      send(message) {
        if (message.t !== 'call') return;
        const { id, name, input } = message;
        const { account } = input as { account: string };
        accounts.push(account);
        hear(
          { id, account, name, input },
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
        exits.push(listener);
      },
    };
  };
  const caller = createKeychainCaller(spawn, { ...DEADLINES, ...deadlines });
  return {
    close: caller.close,
    get: (account: string, mayPrompt = false) => caller.call('get', { account }, mayPrompt),
    caller,
    signals,
    accounts,
    /** Each ends one of the processes, the first one first. */
    exits,
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
    { startMs: 60_000 },
  );
  expect(await get('first')).toEqual(done(null));
  expect(await get('second')).toEqual(done(null));
  expect(await get('third')).toEqual({ t: 'overdue' });
  expect(spawned()).toBe(1);
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

it('have a minute where a prompt may be open, and seconds where nobody is asked', async () => {
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
    expect(await late.get('in time', mayPrompt)).toEqual(done('in time'));
    const { get, close } = standIn(() => undefined, undefined, deadlines);
    expect(await get('too late', !mayPrompt)).toEqual({ t: 'overdue' });
    await close();
  }
});

it('have more time again after a new process was started', async () => {
  const { get } = standIn(
    ({ account }, answer, exit) =>
      account === 'deadly' ? exit() : void pause(100).then(() => answer(done(account))),
    ['SIGTERM'],
    { plainMs: 1, startMs: 60_000 },
  );
  expect(await get('first')).toEqual(done('first'));
  expect(await get('overdue')).toEqual({ t: 'overdue' });
  expect(await get('of a new one')).toEqual(done('of a new one'));
});

it('go with their name and all of their input', async () => {
  const heard: unknown[] = [];
  const { caller } = standIn(({ name, input }, answer) => {
    heard.push([name, input]);
    answer(done(null));
  });
  const secret = { account: 'a', secret: 's' };
  for (const outcome of [
    caller.call('get', { account: 'g' }, false),
    caller.call('set', secret, false),
    caller.call('delete', { account: 'd' }, true),
  ])
    expect(await outcome).toEqual(done(null));
  expect(heard).toEqual([
    ['get', { account: 'g' }],
    ['set', secret],
    ['delete', { account: 'd' }],
  ]);
});

it('that the keychain refuses end the process, since a new one may be heard; those without keytar do not', async () => {
  const answers = [
    { t: 'unavailable', message: 'no keytar' },
    { t: 'refused', message: 'not now' },
    { t: 'done', value: 'kept' },
  ];
  const { get, signals, spawned } = standIn((_, answer) => answer(answers.shift()));
  expect(await get('a')).toEqual({ t: 'unavailable', message: 'no keytar' });
  expect([signals, spawned()]).toEqual([[], 1]);
  expect(await get('a')).toEqual({ t: 'refused', message: 'not now' });
  expect(signals).toEqual(['SIGTERM']);
  expect([await get('a'), spawned()]).toEqual([done('kept'), 2]);
});

it('keep their process when one ends late that was given up before', async () => {
  const { get, exits, spawned, signals } = standIn(({ account }, answer) => {
    if (account !== 'slow') answer(done(account));
  }, []);
  expect(await get('slow')).toEqual({ t: 'overdue' });
  expect(await get('one')).toEqual(done('one'));
  exits[0]?.();
  expect([await get('two'), spawned()]).toEqual([done('two'), 2]);
  // The one that is used now ends by itself: it gets no signal, and the next call has another.
  exits[1]?.();
  expect([await get('three'), spawned(), signals]).toEqual([done('three'), 3, ['SIGTERM', 'SIGKILL']]);
});

it('that are overdue leave their process a while to end by itself', async () => {
  const { get, signals, exits } = standIn(() => undefined, [], { plainMs: 1, killMs: 60_000 });
  const waiting = get('slow');
  await expect.poll(() => signals).toEqual(['SIGTERM']);
  await pause(20);
  exits[0]?.();
  expect([await waiting, signals]).toEqual([{ t: 'overdue' }, ['SIGTERM']]);
});

it('do not send SIGKILL to a process that ended in time', async () => {
  const { get, signals } = standIn(() => undefined, ['SIGTERM']);
  expect(await get('slow')).toEqual({ t: 'overdue' });
  await pause(2 * DEADLINES.killMs);
  expect(signals).toEqual(['SIGTERM']);
});

it('that never came leave nothing to close', async () => {
  const { close, get, spawned } = standIn(() => undefined);
  await close();
  expect([await get('one'), spawned()]).toEqual([{ t: 'ended' }, 0]);
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
