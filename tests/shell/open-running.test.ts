import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Instance } from '../../service/process/instances.ts';
import { announceInstance, runningInstance } from '../../service/process/instances.ts';
import { lockFolder } from '../../service/store/index.ts';
import { type BrowserMode, spawnBrowserMode, startBrowserMode } from '../support/browser-mode.ts';
import { processesSaying } from '../support/child-processes.ts';
import { runCommandLine, startCommandLine } from '../support/command-line.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { signInAt } from '../support/signed-in.ts';

/** A start on a folder on which an Almanac runs already: it opens that one's page, or says why it cannot, and leaves no process. */

vi.setConfig({ testTimeout: 120_000 });
const own = realpathSync(mkdtempSync(path.join(tmpdir(), 'almanac-background-')));
vi.stubEnv('TMPDIR', own);
vi.stubEnv('TEMP', own);
vi.stubEnv('ALMANAC_DATA_DIR', path.join(own, 'usual'));
afterAll(() => vi.unstubAllEnvs());

const words = ['--renderer-dir', makePageFolder(), '--no-sample', '--service-port', '0'];
const newFolder = (): string => mkdtempSync(path.join(own, 'data-'));

type Outcome = { status: number | null; said: string };

/** Runs the program until it ends by itself. */
async function open(dataDir: string): Promise<Outcome> {
  const child = spawnBrowserMode([...words, '--data-dir', dataDir]);
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said };
}

function program(text: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', text], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
const sleeper = (): ChildProcess => program('setInterval(() => 0, 1000)');

function announce(dataDir: string, holder: Pick<Instance, 'kind' | 'pid'> & Partial<Instance>): void {
  announceInstance({
    dataDir,
    processStart: null,
    startedAt: new Date().toISOString(),
    pagePort: null,
    servicePort: null,
    secret: null,
    ...holder,
  });
}

/** Starts one that stays, and is ended with the test. */
async function running(dataDir: string): Promise<BrowserMode> {
  const host = await startBrowserMode([...words, '--data-dir', dataDir], []);
  onTestFinished(async () => void (await host.stop()));
  return host;
}

test('a copy of its folder is another one: stop, list and a second start leave the original alone', async () => {
  const dataDir = newFolder();
  await running(dataDir);
  const first = runningInstance(dataDir);
  expect(first?.servicePort).toBeGreaterThan(0);
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(await runCommandLine(['stop', '--data-dir', copy])).toBe(`No Almanac runs on ${copy}.\n`);
  expect(await runCommandLine(['list', '--data-dir', copy])).toBe('No Almanac runs.\n');
  const second = await running(copy);
  expect(runningInstance(copy)?.pid).toBe(second.process.pid);
  await runCommandLine(['stop', '--data-dir', copy]);
  expect(runningInstance(copy)).toBeUndefined();
  expect(runningInstance(dataDir)).toEqual(first);
});

test('almanac open opens the page of the one that runs, and returns; else it starts one and stays', async () => {
  const dataDir = newFolder();
  const opening = startCommandLine(['open', '--no-open', '--data-dir', dataDir]);
  let said = '';
  opening.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await vi.waitFor(() => expect(runningInstance(dataDir)?.pagePort).toBeGreaterThan(0), 60_000);
  await vi.waitFor(() => expect(said).toContain('Almanac is open at '), 10_000);
  const again = await runCommandLine(['open', '--no-open', '--data-dir', dataDir]);
  const page = await signInAt(/http:\/\/\S+#t=\S+/.exec(again)?.[0] ?? '');
  expect((await page.ask('/host/state')).status).toBe(200);
  expect(opening.exitCode).toBeNull();
  const ended = once(opening, 'exit');
  opening.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(runningInstance(dataDir)).toBeUndefined();
});

test('if almanac serve holds the folder, that is printed, with its address and how to end it', async () => {
  const dataDir = newFolder();
  const service = startCommandLine(['serve', '--port', '0', '--no-sample', '--data-dir', dataDir]);
  await vi.waitFor(() => expect(runningInstance(dataDir)?.pid).toBe(service.pid), {
    timeout: 60_000,
    interval: 100,
  });
  const { status, said } = await open(dataDir);
  expect(status).toBe(1);
  expect(said).toContain(`Almanac runs on ${dataDir} already, as a service without a page (serve)`);
  const { servicePort } = runningInstance(dataDir) as Instance;
  expect(said).toContain(`(process ${service.pid}, API at http://127.0.0.1:${servicePort})`);
  expect(said).toMatch(new RegExp(`almanac\\S*(?: --)? stop --data-dir ${dataDir}\n`));
  const ended = once(service, 'exit');
  await runCommandLine(['stop', '--data-dir', dataDir]);
  await ended;
  if (process.platform === 'linux') expect(await processesSaying(dataDir)).toEqual([]);
});

test.each([
  ['desktop', null, 'in a desktop window (process'],
  ['browser', 1, 'in the browser, but does not answer (process'],
] as const)(
  'where a %s that cannot be asked holds the folder, that is said',
  async (kind, pagePort, said) => {
    const dataDir = newFolder();
    const { pid = 0 } = sleeper();
    announce(dataDir, { kind, pid, pagePort, secret: pagePort && 'secret' });
    expect(await open(dataDir)).toEqual({ status: 1, said: expect.stringContaining(`${said} ${pid}`) });
    if (process.platform === 'linux') expect(await processesSaying(dataDir)).toEqual([]);
  },
);

test('one that is just being started is waited for', async () => {
  const dataDir = newFolder();
  const starting = startBrowserMode([...words, '--data-dir', dataDir], []);
  onTestFinished(async () => void (await (await starting).stop()));
  await vi.waitFor(() => expect(runningInstance(dataDir)).toBeDefined(), { timeout: 20_000, interval: 5 });
  const { status, said } = await open(dataDir);
  const { origin, process: host } = await starting;
  expect([status, said]).toEqual([
    0,
    expect.stringContaining(`already (process ${host.pid}). It is open at ${origin}/`),
  ]);
});

test('if another one takes the folder while it starts, it says so and ends', async ({ skip }) => {
  skip(process.platform !== 'linux', 'a process that is left is looked for in /proc');
  const dataDir = newFolder();
  const lock = lockFolder(dataDir);
  onTestFinished(() => lock.release());
  const { status, said } = await open(dataDir);
  expect(status).toBe(1);
  expect(said.trim().split('\n')).toEqual([expect.stringContaining(`process ${process.pid}`)]);
  expect(await processesSaying(dataDir)).toEqual([]);
});
