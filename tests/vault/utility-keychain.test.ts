import { EventEmitter } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  forkKeychain,
  type KeychainUtility,
  keychainEnvironment,
  utilityKeychain,
} from '../../electron/vault/index.ts';
import type { KeychainReply } from '../../electron/vault/keychain-messages.ts';
import { copyKeychainProgram, portProgram } from './open-vault.ts';

/** Promises that are settled now have been followed. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function standInUtility(pid: number | undefined) {
  const events = new EventEmitter();
  const acts: unknown[] = [];
  const utility: KeychainUtility = {
    pid,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    postMessage: (message) => void acts.push(message),
    kill: () => acts.push('kill') > 0,
    on: (event: string, listener: (...given: never[]) => void) =>
      events.on(event, listener as (...given: unknown[]) => void),
    once: (event, listener) => events.once(event, listener),
  };
  return { utility, events, acts };
}

it('one that has just ended is killed without an error, and a fatal error of V8 ends nobody else', async () => {
  const { utility, events } = standInUtility(2 ** 30);
  const lines: string[] = [];
  const child = utilityKeychain(utility, (line) => lines.push(line));
  events.emit('spawn');
  child.kill('SIGKILL');
  // An error would be an unhandled rejection, which fails the run.
  await settled();
  events.emit('error', 'FatalError', 'Allocation failed', '{"environmentVariables":{"SECRET":"x"}}');
  expect(lines).toEqual(['The keychain process ended with FatalError at Allocation failed.']);
});

it('requests and signals wait, in order, for the process to be there', async () => {
  const { utility, events, acts } = standInUtility(undefined);
  const child = utilityKeychain(utility, () => undefined);
  child.send({ id: 1, t: 'get', account: 'api-key:1' });
  child.kill('SIGTERM');
  // Without a process there is nothing to kill.
  child.kill('SIGKILL');
  await settled();
  expect(acts).toEqual([]);
  events.emit('spawn');
  await settled();
  expect(acts).toEqual([{ id: 1, t: 'get', account: 'api-key:1' }, 'kill']);
});

it('replies and the end are passed on', async () => {
  const { utility, events } = standInUtility(1);
  const child = utilityKeychain(utility, () => undefined);
  const [heard, ended] = [vi.fn(), vi.fn()];
  child.onMessage(heard);
  child.onExit(ended);
  events.emit('message', { t: 'done', id: 1, value: null });
  events.emit('exit', 0);
  expect(heard).toHaveBeenCalledWith({ t: 'done', id: 1, value: null });
  expect(ended).toHaveBeenCalledOnce();
});

it('the program speaks through Electron’s port where it has one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-port-'));
  const program = await portProgram(folder, await copyKeychainProgram(folder));
  const child = forkKeychain(program, process.env, () => undefined);
  onTestFinished(() => child.kill('SIGKILL'));
  const reply = new Promise<KeychainReply>((resolve) => child.onMessage(resolve));
  child.send({ id: 7, t: 'get', account: 'api-key:1' });
  expect(await reply).toMatchObject({ through: 'port', t: 'unavailable', id: 7 });
});

it('its environment has the desktop’s variables, without switches and keys', () => {
  const desktop = { PATH: '/bin', DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x', HOME: '/h' };
  const others = {
    NODE_OPTIONS: '--inspect',
    NODE_CHANNEL_FD: '3',
    ELECTRON_RUN_AS_NODE: '1',
    ALMANAC_KEY_BLS: 'k',
  };
  expect(keychainEnvironment({ ...desktop, ...others })).toEqual(desktop);
});
