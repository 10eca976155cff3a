import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Child,
  forkServiceAhead,
  keychainEnvironment,
  serviceEnvironment,
  type UtilityLike,
  utilityKeychain,
  utilityService,
} from '../../electron/child-process.ts';
import type { ShellMessage } from '../../service/contract/service-channel.ts';
import { openChannel } from '../../service/process/channel.ts';
import { stillRunning } from '../support/child-processes.ts';
import { SOME_START, standInService } from './stand-in-service.ts';

/** Both ends of Electron's utility process: the shell's object, and the program's `process.parentPort`. */
function standInUtility(pid?: number) {
  const events = new EventEmitter();
  const inside = new EventEmitter();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const acts: unknown[] = [];
  const utility: UtilityLike = {
    pid,
    stdout,
    stderr,
    postMessage(message) {
      acts.push(message);
      // Electron gives the program an event with the message, and the shell the message itself.
      inside.emit('message', { data: structuredClone(message) });
    },
    kill: () => acts.push('kill') > 0,
    on: (event: string, listener: (...given: never[]) => void) =>
      events.on(event, listener as (...given: unknown[]) => void),
    once: (event, listener) => events.once(event, listener),
  };
  const parentPort = {
    postMessage: (message: unknown) => void events.emit('message', structuredClone(message)),
    on: (event: string, listener: (...given: unknown[]) => void) => inside.on(event, listener),
  };
  return { utility, parentPort, events, inside, stdout, stderr, acts };
}

const FIRST = { t: 'stop', deadlineMs: 1 } as const;
const SECOND = { t: 'stop', deadlineMs: 2 } as const;

/** Resolves after the reactions to already settled promises have run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(() => {
  Reflect.deleteProperty(process, 'parentPort');
});

test('messages and signals wait, in order, until the process has started', async () => {
  const process = spawn(globalThis.process.execPath, ['-e', 'process.on("SIGTERM", () => 0); for (;;);']);
  const ended = once(process, 'exit');
  const { utility, events, acts } = standInUtility(process.pid);
  const child = utilityService(utility, () => undefined);
  child.send(FIRST);
  child.send(SECOND);
  child.kill('SIGTERM');
  child.kill('SIGKILL');
  await settled();
  expect(acts).toEqual([]);
  events.emit('spawn');
  await settled();
  expect(acts).toEqual([FIRST, SECOND, 'kill']);
  // SIGKILL, because a hanging process ignores SIGTERM, the only signal of Electron's own `kill`.
  expect((await ended)[1] ?? 'SIGKILL').toBe('SIGKILL');
});

test.each([
  ['a process that has just ended', 2 ** 30],
  ['a process that is not there', undefined],
])('%s is killed without an error', async (_, pid) => {
  const { utility, events } = standInUtility(pid);
  const child = utilityKeychain(utility, () => undefined);
  child.kill('SIGKILL');
  events.emit('spawn');
  // An error would be an unhandled rejection, which fails the run.
  await settled();
});

test.each([
  [utilityService, 'The data service'],
  [utilityKeychain, 'The keychain process'],
])('a fatal error of V8 ends only its own process, and is logged without the environment', (wrap, name) => {
  const { utility, events } = standInUtility(1);
  const lines: string[] = [];
  wrap(utility, (line) => lines.push(line));
  events.emit('error', 'FatalError', 'Allocation failed', '{"environmentVariables":{"SECRET":"x"}}');
  expect(lines).toEqual([`${name} ended with FatalError at Allocation failed.`]);
});

test('shell and service exchange messages through a utility process', async () => {
  const { utility, parentPort, events, inside } = standInUtility();
  const child = utilityService(utility, () => undefined);
  const [heardByShell, heardByService]: [unknown[], unknown[]] = [[], []];
  child.onMessage((message) => heardByShell.push(message));
  Object.defineProperty(process, 'parentPort', { value: parentPort, configurable: true });
  const channel = openChannel();
  channel?.onMessage((message) => heardByService.push(message));
  const left = vi.fn();
  channel?.onDisconnect(left);
  events.emit('spawn');
  child.send(FIRST);
  await settled();
  const answer = { t: 'fatal', code: 'bug', message: 'no' } as const;
  await channel?.send(answer);
  expect([heardByService, heardByShell]).toEqual([[FIRST], [answer]]);
  expect(left).not.toHaveBeenCalled();
  inside.emit('close');
  expect(left).toHaveBeenCalledOnce();
});

test.each([
  [7, 7],
  [75, 75],
  // Electron reports 0 for a process that a signal ended.
  [0, null],
])('the exit code %s of a utility process is reported as %s', (given, reported) => {
  const { utility, events } = standInUtility();
  const ended = vi.fn();
  utilityService(utility, () => undefined).onExit(ended);
  events.emit('exit', given);
  expect(ended).toHaveBeenCalledWith(reported);
});

test.each([
  [utilityService, ''],
  [utilityKeychain, 'keychain: '],
])(
  'the output of a child is logged by lines, with prefix, and its end is reported once',
  async (wrap, prefix) => {
    const { utility, events, stdout, stderr } = standInUtility();
    const lines: string[] = [];
    const ended = vi.fn();
    wrap(utility, (line) => lines.push(line)).onExit(ended);
    stdout.write('first\nsec');
    stderr.write('an error\n');
    stdout.end('ond\n');
    await vi.waitFor(() =>
      expect(lines.toSorted()).toEqual([`${prefix}an error`, `${prefix}first`, `${prefix}second`]),
    );
    expect(ended).not.toHaveBeenCalled();
    events.emit('exit', 0);
    events.emit('exit', 0);
    expect(ended).toHaveBeenCalledOnce();
  },
);

const SWITCHES = {
  ALMANAC_KEY_BLS: 'a key that the service gets with its settings',
  NODE_OPTIONS: '--require ./evil.js',
  NODE_PATH: '/evil',
  NODE_DEBUG: 'http',
  NODE_CHANNEL_FD: '3',
  ELECTRON_RUN_AS_NODE: '1',
  GONE: undefined,
};

test('the service’s environment has no key, and no switch that changes what it runs', () => {
  const kept = { PATH: '/bin', ALMANAC_CONTACT: 'me@example.org' };
  expect(serviceEnvironment({ ...kept, ...SWITCHES })).toEqual(kept);
});

test('the keychain process gets the desktop’s variables, but no switches and no variables of Almanac', () => {
  const desktop = { PATH: '/bin', DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x', HOME: '/h' };
  expect(keychainEnvironment({ ...desktop, ALMANAC_CONTACT: 'me@example.org', ...SWITCHES })).toEqual(
    desktop,
  );
});

/** Sends the settings. @returns the id of the process that answers */
async function started(child: Child<ShellMessage>): Promise<number> {
  onTestFinished(() => child.kill('SIGKILL'));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  child.onMessage(resolve);
  child.send({ t: 'start', settings: SOME_START });
  const { pagePort } = (await promise) as { pagePort: number };
  const answer = await fetch(`http://127.0.0.1:${pagePort}/`);
  return ((await answer.json()) as { pid: number }).pid;
}

test('the first process taken is the one forked ahead; the next one is new', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  const first = ahead.take(() => undefined);
  const second = ahead.take(() => undefined);
  expect(second.pid).not.toBe(first.pid);
  expect(await started(first)).toBe(first.pid);
  expect(await started(second)).toBe(second.pid);
  ahead.discard();
  await sleep(50);
  expect(await stillRunning([first.pid ?? 0, second.pid ?? 0])).toHaveLength(2);
});

test('a process forked ahead that has ended is replaced when it is taken', async () => {
  const ahead = forkServiceAhead(standInService('well'));
  ahead.discard();
  await sleep(500);
  const child = ahead.take(() => undefined);
  expect(await started(child)).toBe(child.pid);
});

test('a missing program is reported by the process that is taken', async () => {
  const ahead = forkServiceAhead('/nowhere/service.js');
  const lines: string[] = [];
  const child = ahead.take((line) => lines.push(line));
  await new Promise((resolve) => child.onExit(resolve));
  expect(lines.join('\n')).toContain('/nowhere/service.js');
});
