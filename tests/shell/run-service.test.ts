import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { forkService } from '../../electron/child-process.ts';
import {
  type RunOptions,
  type ServiceRun,
  type ServiceTimes,
  superviseService,
} from '../../electron/run-service.ts';
import type { ServiceStart } from '../../service/contract/service-channel.ts';
import { stillRunning } from '../support/child-processes.ts';
import { type Behaviour, SOME_START, standInService } from './stand-in-service.ts';

/** How the shell runs the service: real processes of made-up services, and short times. */

vi.setConfig({ testTimeout: 60_000 });

const QUICK: Partial<ServiceTimes> = {
  startMs: 10_000,
  lookMs: 100,
  missedLooks: 3,
  pausesMs: [20, 40, 80],
  stopMs: 300,
};
const running: ServiceRun[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((run) => run.stop()));
});

function start(behaviour: Behaviour, { times, ...more }: Partial<RunOptions> = {}) {
  const lines: string[] = [];
  const program = standInService(behaviour);
  const onQuit = vi.fn();
  const onFailed = vi.fn();
  const spawned = vi.fn(() => forkService(program, (line) => lines.push(line)));
  const run = superviseService({
    spawn: spawned,
    settings: () => structuredClone(SOME_START),
    keychain: { ask: async () => ({ t: 'ended' }), close: async () => undefined },
    onQuit,
    onFailed,
    log: (line) => lines.push(line),
    times: { ...QUICK, ...times },
    ...more,
  });
  running.push(run);
  run.start();
  return { run, lines, onQuit, onFailed, spawned };
}

/** Waits until the service answers from another process than `before`. */
async function whenRunning(run: ServiceRun, before?: number): Promise<Asked> {
  return vi.waitFor(
    async () => {
      expect(run.state()).toBe('running');
      const asked = await ask(run);
      expect(asked.pid).not.toBe(before);
      return asked;
    },
    { timeout: 30_000, interval: 20 },
  );
}

type Asked = { pid: number; settings: ServiceStart; keychain: unknown[] };

async function ask(run: ServiceRun, target = '/'): Promise<Asked> {
  const answer = await fetch(`http://127.0.0.1:${run.at()?.pagePort}${target}`);
  return (await answer.json()) as Asked;
}

const RESTARTED = 'The data service stopped unexpectedly and is being started again.';

test('a service starts, answers at its ports, and stops when asked', async () => {
  const { run, onQuit, onFailed } = start('well');
  expect([run.state(), run.at()]).toEqual(['starting', undefined]);
  const { pid } = await whenRunning(run);
  await run.stop();
  expect([run.state(), run.at()]).toEqual(['stopped', undefined]);
  expect(await stillRunning([pid])).toEqual([]);
  expect(onQuit).not.toHaveBeenCalled();
  expect(onFailed).not.toHaveBeenCalled();
});

test('a killed service restarts in a new process, at the same ports', async () => {
  const { run, lines } = start('well', { settings: () => ({ ...structuredClone(SOME_START), port: 0 }) });
  const states: string[] = [];
  run.onChange(() => states.push(run.state()));
  const { pid } = await whenRunning(run);
  const before = run.at();
  process.kill(pid, 'SIGKILL');
  const { settings } = await whenRunning(run, pid);
  expect(run.at()).toEqual(before);
  // A port that was chosen freely at first is kept for the whole run.
  expect(settings).toMatchObject({
    port: before?.port,
    portBefore: before?.port,
    page: { isPortFixed: true },
  });
  expect(states).toEqual(['running', 'starting again', 'running']);
  expect(lines).toEqual([RESTARTED]);
});

test('a service that asks for a restart gets it at once, without counting as a crash', async () => {
  const { run, lines } = start('again-when-asked', { times: { ...QUICK, pausesMs: [60_000] } });
  for (let before: number | undefined, times = 0; times < 6; times += 1) {
    before = (await whenRunning(run, before)).pid;
    await ask(run, '/again').catch(() => undefined);
  }
  expect(lines).toEqual([]);
});

test('a service that ends with 0 was quit by a person, so the shell ends too', async () => {
  const { run, onQuit, spawned } = start('quit-when-asked');
  await whenRunning(run);
  await ask(run, '/quit').catch(() => undefined);
  await vi.waitFor(() => expect(onQuit).toHaveBeenCalledOnce(), 10_000);
  expect([run.state(), spawned.mock.calls.length]).toEqual(['stopped', 1]);
});

test.each(['crash-at-once', 'again-at-once', 'bug'] as const)(
  'a service that keeps ending (%s) is given up after five times, with a sentence, and can be started by hand',
  async (behaviour) => {
    const { run, onFailed, lines, spawned } = start(behaviour);
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce(), 45_000);
    expect(onFailed).toHaveBeenCalledWith(
      'The data service stopped 5 times within 5 minutes, so it is not started again. Your data is safe.',
      'crashed',
    );
    expect(lines.filter((line) => line === RESTARTED)).toHaveLength(4);
    expect([run.state(), spawned.mock.calls.length]).toEqual(['stopped', 5]);
    run.start();
    expect(run.state()).toBe('starting');
  },
);

test('crashes outside the time window do not count', { tags: 'soak' }, async () => {
  const { run, onFailed } = start('crash-when-asked', {
    times: { ...QUICK, crashLimit: 2, crashWindowMs: 0 },
  });
  for (let before: number | undefined, times = 0; times < 4; times += 1) {
    before = (await whenRunning(run, before)).pid;
    await ask(run, '/crash').catch(() => undefined);
  }
  expect(onFailed).not.toHaveBeenCalled();
});

test('a service that hangs is killed and started again', async () => {
  const { run, lines } = start('hang');
  await vi.waitFor(() => expect(lines).toContain('The data service does not answer any more.'), 20_000);
  await vi.waitFor(() => expect(lines).toContain(RESTARTED), 10_000);
  expect(run.state()).not.toBe('stopped');
});

test('a service that does not listen in time counts as crashed', async () => {
  const { onFailed, lines } = start('never-listens', { times: { ...QUICK, startMs: 200 } });
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce(), 45_000);
  expect(lines.filter((line) => line === 'The data service did not start in time.')).toHaveLength(5);
});

test('an expected failure is final: its sentence is reported, and nothing is restarted', async () => {
  const { lines, onFailed, spawned } = start('folder-in-use');
  await vi.waitFor(
    () => expect(onFailed).toHaveBeenCalledWith('The folder is in use.', 'folder_in_use'),
    20_000,
  );
  await sleep(200);
  expect([lines, spawned.mock.calls.length]).toEqual([[], 1]);
});

test('a process that cannot be created counts as a crash', async () => {
  const { onFailed, lines } = start('well', {
    spawn: () => {
      throw new Error('no more processes');
    },
  });
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce(), 10_000);
  expect(lines).toContain('The data service could not be started: Error: no more processes');
});

test('a service that does not stop when asked is killed after a time limit', async () => {
  const { run } = start('deaf-to-stop');
  const { pid } = await whenRunning(run);
  await run.stop();
  expect(await stillRunning([pid])).toEqual([]);
});

test('stopping ends the wait for the next start, and the wait for an address', async () => {
  const { run, lines } = start('crash-at-once', { times: { ...QUICK, pausesMs: [60_000] } });
  await vi.waitFor(() => expect(lines).toEqual([RESTARTED]), 10_000);
  await run.stop();
  expect(run.state()).toBe('stopped');
  const { run: silent } = start('never-listens');
  const address = silent.address();
  await silent.stop();
  expect(await address).toBeUndefined();
});

test('the shell passes the service’s requests to the keychain, and returns the answers', async () => {
  const asked = vi.fn(async () => ({ t: 'done', value: 'a-secret' }) as const);
  const { run, lines } = start('asks-keychain', { keychain: { ask: asked, close: async () => undefined } });
  await whenRunning(run);
  await vi.waitFor(async () =>
    expect((await ask(run)).keychain).toEqual([
      { t: 'keychain-answer', id: 7, answer: { t: 'done', value: 'a-secret' } },
    ]),
  );
  expect(asked).toHaveBeenCalledWith({ act: 'read', place: 'keychain', account: 'publisher:BLS' }, true);
  expect(lines).toEqual([]);
});

test('service and keychain are ended at the same time, so that two hanging ones take no longer than one', async () => {
  const closing = Promise.withResolvers<void>();
  const close = vi.fn(() => closing.promise);
  const { run } = start('well', { keychain: { ask: async () => ({ t: 'ended' }), close } });
  await whenRunning(run);
  let isOver = false;
  const stopping = run.stop().then(() => {
    isOver = true;
  });
  // The service has not ended yet, but the keychain is already asked to.
  expect([close.mock.calls.length, run.state()]).toEqual([1, 'running']);
  await vi.waitFor(() => expect(run.state()).toBe('stopped'), 10_000);
  expect(isOver).toBe(false);
  closing.resolve();
  await stopping;
});

test('each address has its own token and the view; it waits for a service that restarts', async () => {
  const { run } = start('well');
  const first = new URL((await run.address('/explore?range=5Y')) ?? '');
  const { pagePort } = run.at() ?? {};
  expect(first.href).toBe(`http://127.0.0.1:${pagePort}/explore?range=5Y#t=first`);
  expect(await run.address()).toBe(`http://127.0.0.1:${pagePort}/#t=opened-1`);
  const { pid } = await ask(run);
  process.kill(pid, 'SIGKILL');
  expect(await run.address('/data')).toMatch(
    new RegExp(`^http://127.0.0.1:${pagePort}/data#t=(first|opened-1)$`),
  );
});

test('no secret is in the arguments or in the environment of the service', async () => {
  const { run, lines } = start('well');
  const { pid } = await whenRunning(run);
  const shown = spawn('ps', ['eww', '-p', String(pid)]);
  let text = '';
  shown.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(shown, 'close');
  expect(text).toContain('service.mjs');
  expect(text + lines.join()).not.toContain('that-nobody-else-may-see');
});
