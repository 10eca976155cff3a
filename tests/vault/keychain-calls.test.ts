import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeychainCalls } from '../../electron/vault/keychain-calls.ts';
import type {
  KeychainChild,
  KeychainReply,
  KeychainRequest,
} from '../../electron/vault/keychain-messages.ts';

const DEADLINES = { promptMs: 1_000, plainMs: 1_000, startMs: 0, killMs: 30 };

/** A child that does what `hear` says, and ends by those signals that it heeds. */
function standIn(
  hear: (request: KeychainRequest, reply: (reply: KeychainReply) => void, exit: () => void) => void,
  heeds: readonly string[] = ['SIGTERM', 'SIGKILL'],
  startMs = 0,
) {
  const signals: string[] = [];
  const requests: KeychainRequest[] = [];
  let spawned = 0;
  const spawn = (): KeychainChild => {
    spawned += 1;
    let [onMessage, onExit]: [(reply: KeychainReply) => void, () => void] = [
      () => undefined,
      () => undefined,
    ];
    return {
      pid: undefined,
      send(request) {
        requests.push(request);
        hear(
          request,
          (reply) => queueMicrotask(() => onMessage(reply)),
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
  return {
    calls: createKeychainCalls(spawn, { ...DEADLINES, startMs }),
    signals,
    requests,
    spawned: () => spawned,
  };
}

const get = (account: string) => ({ t: 'get', account }) as const;

it('are made one at a time, in the order they came, by one process', async () => {
  let open = 0;
  const { calls, requests, spawned } = standIn(async (request, reply) => {
    open += 1;
    expect(open).toBe(1);
    await pause(1);
    open -= 1;
    reply({ t: 'done', id: request.id, value: request.account });
  });
  expect(spawned()).toBe(0);
  const names = ['one', 'two', 'three', 'four', 'five'];
  const outcomes = await Promise.all(names.map((name) => calls.call(get(name), false)));
  expect(outcomes).toEqual(names.map((value) => ({ t: 'done', value })));
  expect(requests.map(({ account }) => account)).toEqual(names);
  expect(spawned()).toBe(1);
});

it('that are overdue end the process, gently first; the next has a new one and its own answer', async () => {
  const late: (() => void)[] = [];
  const { calls, signals, spawned } = standIn((request, reply) => {
    const answer = () => reply({ t: 'done', id: request.id, value: request.account });
    if (request.account === 'slow') late.push(answer);
    else {
      // The old process may still say something.
      for (const each of late) each();
      answer();
    }
  });
  const both = [calls.call(get('slow'), true), calls.call(get('quick'), false)];
  expect(await Promise.all(both)).toEqual([{ t: 'overdue' }, { t: 'done', value: 'quick' }]);
  expect(signals).toEqual(['SIGTERM']);
  expect(spawned()).toBe(2);
});

it('allow a process more time for its first answer, which it has to start for', async () => {
  const { calls, spawned } = standIn(
    async (request, reply) => {
      // Twice what a call may take.
      if (request.id === 1) await pause(2 * DEADLINES.plainMs);
      if (request.id < 3) reply({ t: 'done', id: request.id, value: null });
    },
    ['SIGTERM'],
    60_000,
  );
  expect(await calls.call(get('first'), false)).toEqual({ t: 'done', value: null });
  expect(await calls.call(get('second'), false)).toEqual({ t: 'done', value: null });
  expect(await calls.call(get('third'), false)).toEqual({ t: 'overdue' });
  expect(spawned()).toBe(1);
});

it('are not held up by a process that heeds no signal', async () => {
  const { calls, signals } = standIn(() => undefined, []);
  expect(await calls.call(get('slow'), false)).toEqual({ t: 'overdue' });
  expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
});

it('end with the vault although the process heeds no signal', async () => {
  const { calls } = standIn(() => undefined, []);
  const waiting = calls.call(get('slow'), true);
  await pause(1);
  await calls.close();
  expect(await waiting).toEqual({ t: 'ended' });
});

it('that the process does not outlive are told as such', async () => {
  const { calls, spawned } = standIn((request, reply, exit) =>
    request.account === 'deadly' ? exit() : reply({ t: 'done', id: request.id, value: null }),
  );
  expect(await calls.call(get('deadly'), false)).toEqual({ t: 'ended' });
  expect(await calls.call(get('other'), false)).toEqual({ t: 'done', value: null });
  expect(spawned()).toBe(2);
});

it('are over with the end, those that wait too, and no process is started after it', async () => {
  const { calls, spawned } = standIn(() => undefined);
  const waiting = [calls.call(get('one'), true), calls.call(get('two'), true)];
  await pause(1);
  await calls.close();
  expect(await Promise.all([...waiting, calls.call(get('three'), true)])).toEqual(
    Array.from({ length: 3 }, () => ({ t: 'ended' })),
  );
  expect(spawned()).toBe(1);
});
