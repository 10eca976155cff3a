import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { type UtilityProcessLike, utilityService } from '../../electron/supervisor/index.ts';
import { openChannel } from '../../service/process/channel.ts';

/** Both ends of Electron's utility process: what the host holds, and the `process.parentPort` of the program in it. */
function standInUtility(pid?: number) {
  const events = new EventEmitter();
  const inside = new EventEmitter();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const acts: unknown[] = [];
  const utility: UtilityProcessLike = {
    pid,
    stdout,
    stderr,
    postMessage(message) {
      acts.push(message);
      // Electron gives the program an event with the message in it, and the host the message itself.
      inside.emit('message', { data: structuredClone(message) });
    },
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

/** Promises that are settled now have been followed. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(() => {
  Reflect.deleteProperty(process, 'parentPort');
});

test('messages and a kill wait, in order, for the process to be there', async () => {
  const process = spawn(globalThis.process.execPath, ['-e', 'process.on("SIGTERM", () => 0); for (;;);']);
  const ended = once(process, 'exit');
  const { utility, events, acts } = standInUtility(process.pid);
  const child = utilityService(utility, () => undefined);
  child.send({ t: 'ping', id: 1 });
  child.send({ t: 'ping', id: 2 });
  child.kill();
  await settled();
  expect(acts).toEqual([]);
  events.emit('spawn');
  await settled();
  expect(acts).toEqual([
    { t: 'ping', id: 1 },
    { t: 'ping', id: 2 },
  ]);
  // By force: one that hangs hears no gentle signal.
  expect((await ended)[1] ?? 'SIGKILL').toBe('SIGKILL');
});

test('one that has just ended is killed without an error, and a fatal error of V8 ends nobody else', async () => {
  const { utility, events } = standInUtility(2 ** 30);
  const lines: string[] = [];
  const child = utilityService(utility, (line) => lines.push(line));
  events.emit('spawn');
  child.kill();
  // An error would be an unhandled rejection, which fails the run.
  await settled();
  events.emit('error', 'FatalError', 'Allocation failed', '{"environmentVariables":{"SECRET":"x"}}');
  expect(lines).toEqual(['The data service ended with FatalError at Allocation failed.']);
});

test('host and service understand each other through a utility process', async () => {
  const { utility, parentPort, events, inside } = standInUtility();
  const child = utilityService(utility, () => undefined);
  const [heardByHost, heardByService]: [unknown[], unknown[]] = [[], []];
  child.onMessage((message) => heardByHost.push(message));
  Object.defineProperty(process, 'parentPort', { value: parentPort, configurable: true });
  const channel = openChannel();
  channel?.onMessage((message) => heardByService.push(message));
  const left = vi.fn();
  channel?.onDisconnect(left);
  events.emit('spawn');
  child.send({ t: 'ping', id: 7 });
  await settled();
  await channel?.send({ t: 'pong', id: 7, requests: 0 });
  expect([heardByService, heardByHost]).toEqual([
    [{ t: 'ping', id: 7 }],
    [{ t: 'pong', id: 7, requests: 0 }],
  ]);
  expect(left).not.toHaveBeenCalled();
  inside.emit('close');
  expect(left).toHaveBeenCalledOnce();
});

test('what it prints is logged line by line, from both outputs, and its end is told once', async () => {
  const { utility, events, stdout, stderr } = standInUtility();
  const lines: string[] = [];
  const ended = vi.fn();
  utilityService(utility, (line) => lines.push(line)).onExit(ended);
  stdout.write('first\nsec');
  stderr.write('an error\n');
  stdout.end('ond\n');
  await vi.waitFor(() => expect(lines.toSorted()).toEqual(['an error', 'first', 'second']));
  expect(ended).not.toHaveBeenCalled();
  events.emit('exit', 0);
  events.emit('exit', 0);
  expect(ended).toHaveBeenCalledOnce();
});
