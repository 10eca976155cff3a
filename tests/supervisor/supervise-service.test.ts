import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { forkService } from '../../electron/child-process.ts';
import { hostState } from '../../electron/gateway/index.ts';
import {
  SUPERVISOR_POLICY,
  type Supervisor,
  type SupervisorPolicy,
  superviseService,
} from '../../electron/supervisor/index.ts';
import type { ServiceMessage } from '../../service/contract/control.ts';
import { stillRunning } from '../support/child-processes.ts';
import { type Behaviour, standInService } from './stand-in-service.ts';

const QUICK: SupervisorPolicy = {
  ...SUPERVISOR_POLICY,
  startTimeoutMs: 4_000,
  pingIntervalMs: 50,
  hangMs: 400,
  backOffMs: [20, 40, 80],
  shutdownMs: 300,
};
const CREDENTIAL = 'credential-that-nobody-else-may-see';
const running: Supervisor[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
});

function supervise(behaviour: Behaviour, policy = QUICK) {
  const lines: string[] = [];
  const program = standInService(behaviour);
  const supervisor = superviseService({
    settings: {
      dataDir: '/nowhere',
      port: 0,
      pageSize: 5_000,
      sample: false,
      internalCredential: CREDENTIAL,
    },
    otherPorts: [],
    whoHolds: async () => 'a test',
    answer: { 'publisher-keys': () => Promise.reject(new Error('This service asks its host nothing')) },
    spawn: () => forkService(program, (line) => lines.push(line)),
    log: (line) => lines.push(line),
    policy,
  });
  running.push(supervisor);
  return { supervisor, lines };
}

async function pidOf(supervisor: Supervisor): Promise<number> {
  const { port } = supervisor.status();
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  return ((await answer.json()) as { pid: number }).pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a service starts, is ready on its port, and stops when asked', async () => {
  const { supervisor } = supervise('well');
  expect(supervisor.status()).toEqual({
    state: 'stopped',
    port: undefined,
    message: null,
    problem: null,
    requests: 0,
  });
  supervisor.start();
  expect(supervisor.status().state).toBe('starting');
  expect((await supervisor.waitForStart(10_000)).state).toBe('ready');
  const pid = await pidOf(supervisor);
  await supervisor.stop();
  expect(supervisor.status()).toEqual({
    state: 'stopped',
    port: undefined,
    message: null,
    problem: null,
    requests: 0,
  });
  expect(isAlive(pid)).toBe(false);
});

test('damage of the data file is reported with the next ping, and its repair too', async () => {
  let answer: (message: ServiceMessage) => void = () => undefined;
  let damage: { found_at: string; message: string } | undefined = {
    found_at: '2026-11-20T12:00:00.000Z',
    message: 'The data file is damaged.',
  };
  const supervisor = superviseService({
    settings: {
      dataDir: '/nowhere',
      port: 0,
      pageSize: 5_000,
      sample: false,
      internalCredential: CREDENTIAL,
    },
    otherPorts: [],
    whoHolds: async () => 'a test',
    answer: { 'publisher-keys': () => Promise.reject(new Error('This service asks its host nothing')) },
    spawn: () => ({
      send(message) {
        if (message.t === 'init') answer({ t: 'listening', port: 4780, pid: 1, version: '0' });
        if (message.t === 'ping')
          answer({ t: 'pong', id: message.id, requests: 0, ...(damage ? { damage } : {}) });
        if (message.t === 'shutdown') exit();
      },
      kill: () => exit(),
      onMessage(listener) {
        answer = (message) => queueMicrotask(() => listener(message));
      },
      onExit(listener) {
        exit = () => queueMicrotask(listener);
      },
    }),
    log: () => undefined,
    policy: QUICK,
  });
  let exit = (): void => undefined;
  running.push(supervisor);
  supervisor.start();
  const told = () => hostState({ mode: 'browser', version: '0', supervisor }).damage;
  expect(told()).toBeNull();
  await vi.waitFor(() => expect(told()).toEqual(damage), 5_000);
  damage = undefined;
  await vi.waitFor(() => expect(told()).toBeNull(), 5_000);
});

test('a killed service is back with a new process', async () => {
  const { supervisor } = supervise('well');
  supervisor.start();
  await supervisor.waitForStart(10_000);
  const before = await pidOf(supervisor);
  process.kill(before, 'SIGKILL');
  await vi.waitFor(() => expect(supervisor.status().state).toBe('degraded'), 5_000);
  expect((await supervisor.waitForStart(10_000)).state).toBe('ready');
  expect(await pidOf(supervisor)).not.toBe(before);
});

test('a service that crashes at each start is given up with a message, and can be started by hand', async () => {
  const { supervisor } = supervise('crash-at-once');
  supervisor.start();
  const status = await supervisor.waitForStart(45_000);
  expect(status.state).toBe('failed');
  expect(status.message).toMatch(/3 times/);
  supervisor.start();
  expect(supervisor.status().state).toBe('starting');
});

test('a service that hangs is killed and started again', async () => {
  const { supervisor, lines } = supervise('hang');
  supervisor.start();
  await supervisor.waitForStart(10_000);
  await vi.waitFor(() => expect(lines).toContain('The data service does not answer any more.'), 10_000);
  await vi.waitFor(() => expect(supervisor.status().state).toBe('degraded'), 5_000);
});

test('a service that does not listen in time counts as crashed', async () => {
  const { supervisor, lines } = supervise('never-listens', { ...QUICK, startTimeoutMs: 200 });
  supervisor.start();
  expect((await supervisor.waitForStart(45_000)).state).toBe('failed');
  expect(lines.filter((line) => line === 'The data service did not start in time.')).toHaveLength(3);
});

test('an expected failure is reported with its message, and the service is not started again', async () => {
  const { supervisor, lines } = supervise('folder-in-use');
  supervisor.start();
  expect(await supervisor.waitForStart(10_000)).toEqual({
    state: 'failed',
    port: undefined,
    message: 'The folder is in use.',
    problem: 'folder_in_use',
    requests: 0,
  });
  await sleep(200);
  expect(lines).toEqual(['The folder is in use.']);
});

test('a service that ignores the shutdown is killed after its time', async () => {
  const { supervisor } = supervise('deaf-to-shutdown');
  supervisor.start();
  await supervisor.waitForStart(10_000);
  const pid = await pidOf(supervisor);
  await supervisor.stop();
  expect(isAlive(pid)).toBe(false);
});

test('the credential is neither in the arguments nor in the environment of the service', async () => {
  const { supervisor, lines } = supervise('well');
  supervisor.start();
  await supervisor.waitForStart(10_000);
  const pid = await pidOf(supervisor);
  const shown = spawn('ps', ['eww', '-p', String(pid)]);
  let text = '';
  shown.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(shown, 'close');
  expect(text).toContain('service.mjs');
  expect(text).not.toContain(CREDENTIAL);
  expect(lines.join()).not.toContain(CREDENTIAL);
});

test('before the machine sleeps the schedule of the service is paused, where there is a service', async () => {
  const { supervisor, lines } = supervise('refuses-calls');
  supervisor.sleep();
  supervisor.wake();
  supervisor.start();
  await supervisor.waitForStart(10_000);
  supervisor.sleep();
  const told = 'The schedule was not paused: Error: pause-schedule';
  await vi.waitFor(() => expect(lines).toEqual([told]), 10_000);
});

test('waiting ends on abort and after its time', async () => {
  const { supervisor } = supervise('never-listens');
  supervisor.start();
  expect((await supervisor.waitForStart(20)).state).toBe('starting');
  expect((await supervisor.waitForStart(60_000, AbortSignal.timeout(20))).state).toBe('starting');
});

test('kill -9 of the host leaves no service behind', async () => {
  const supervisorModule = path.resolve('electron/supervisor/index.ts');
  const host = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { forkService } from ${JSON.stringify(path.resolve('electron/child-process.ts'))};
       import { superviseService } from ${JSON.stringify(supervisorModule)};
       const supervisor = superviseService({
         settings: { dataDir: '/nowhere', port: 0, pageSize: 1, sample: false, internalCredential: 'x' },
         otherPorts: [],
         whoHolds: async () => '',
    answer: { 'publisher-keys': () => Promise.reject(new Error('This service asks its host nothing')) },
         spawn: () => forkService(${JSON.stringify(standInService('well'))}, () => undefined),
         log: () => undefined,
       });
       supervisor.start();
       const { port } = await supervisor.waitForStart(10_000);
       const answer = await fetch('http://127.0.0.1:' + port);
       console.log((await answer.json()).pid);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  host.kill('SIGKILL');
  // Nobody may be there to note its end, as in a container: then it has ended all the same.
  const hasEnded = async (): Promise<boolean> =>
    process.platform === 'linux' ? (await stillRunning([pid])).length === 0 : !isAlive(pid);
  await vi.waitFor(async () => expect(await hasEnded()).toBe(true), 45_000);
});
