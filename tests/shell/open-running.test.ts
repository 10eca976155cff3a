import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { announceInstance, type Instance, runningInstance } from '../../service/process/instances/index.ts';
import { spawnBrowserMode } from '../support/browser-mode.ts';
import { processesSaying } from '../support/child-processes.ts';
import { runCommandLine, startCommandLine } from '../support/command-line.ts';
import { makePageFolder } from './page-folder.ts';
import { signInAt } from './signed-in.ts';

/** `--background`, as `almanac open` asks for it: it opens a page, or says why there is none and leaves no process. */

vi.setConfig({ testTimeout: 120_000 });
const own = realpathSync(mkdtempSync(path.join(tmpdir(), 'almanac-background-')));
vi.stubEnv('TMPDIR', own);
vi.stubEnv('TEMP', own);
vi.stubEnv('ALMANAC_DATA_DIR', path.join(own, 'usual'));
afterAll(() => vi.unstubAllEnvs());

const words = ['--background', '--renderer-dir', makePageFolder(), '--no-sample', '--service-port', '0'];
const newFolder = (): string => mkdtempSync(path.join(own, 'data-'));

type Outcome = { status: number | null; said: string };

/** Runs the program until it ends by itself. */
async function open(dataDir: string, more: readonly string[] = [], environment = {}): Promise<Outcome> {
  const child = spawnBrowserMode([...words, '--data-dir', dataDir, ...more], environment);
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

test('it opens, goes on without its terminal, and is stopped', async () => {
  const dataDir = newFolder();
  const { status, said } = await open(dataDir);
  expect([status, said]).toEqual([0, expect.stringContaining('Almanac runs in the background')]);
  const page = await signInAt(/http:\/\/\S+#t=\S+/.exec(said)?.[0] ?? '');
  await page.stateWhen('ready');
  const pid = Number(/process (\d+)/.exec(said)?.[1]);
  expect(runningInstance(dataDir)?.pid).toBe(pid);
  await runCommandLine(['stop', '--data-dir', dataDir]);
  expect(runningInstance(dataDir)).toBeUndefined();
});

test('a copy of its folder is another one: stop, list and open leave the original alone', async () => {
  const dataDir = newFolder();
  await open(dataDir);
  await vi.waitFor(() => expect(runningInstance(dataDir)?.servicePort).toBeGreaterThan(0), 60_000);
  const running = runningInstance(dataDir);
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(await runCommandLine(['stop', '--data-dir', copy])).toBe(`No Almanac runs on ${copy}.\n`);
  expect(await runCommandLine(['list', '--data-dir', copy])).toBe('No Almanac runs.\n');
  const { status, said } = await open(copy);
  expect([status, said]).toEqual([0, expect.stringContaining('Almanac runs in the background')]);
  expect(runningInstance(copy)?.pid).not.toBe(running?.pid);
  await runCommandLine(['stop', '--data-dir', copy]);
  expect(runningInstance(dataDir)).toEqual(running);
  await runCommandLine(['stop', '--data-dir', dataDir]);
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
  expect(said).not.toContain('--background');
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

test('if it does not start, its message is printed here, and it ends', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dataDir = newFolder();
  const { status, said } = await open(dataDir, ['--port', String(port)]);
  expect(status).toBe(1);
  expect(said).toMatch(new RegExp(`^Port ${port} is in use by .+\\.\\s*$`));
  if (process.platform === 'linux') expect(await processesSaying(dataDir)).toEqual([]);
});

test('if another one takes the folder while it starts, it is ended', async ({ skip }) => {
  skip(process.platform !== 'linux', 'a process without a window is looked for in /proc');
  const dataDir = newFolder();
  const mark = path.join(dataDir, 'started');
  // The one that is to stay comes no further than its start.
  const hook = path.join(dataDir, 'hook.mjs');
  writeFileSync(
    hook,
    `import { writeFileSync } from 'node:fs';
if (process.env.ALMANAC_STAYS_IN_BACKGROUND) {
  writeFileSync(${JSON.stringify(mark)}, String(process.pid));
  setInterval(() => undefined, 1e6);
  await new Promise(() => undefined);
}
`,
  );
  const opening = open(dataDir, [], { NODE_OPTIONS: `--import ${pathToFileURL(hook)}` });
  await vi.waitUntil(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '', { timeout: 20_000 });
  const { pid = 0 } = sleeper();
  announce(dataDir, { kind: 'service', pid, servicePort: 4780 });
  expect(await opening).toEqual({
    status: 1,
    said: expect.stringContaining(`(process ${pid}, API at http://127.0.0.1:4780)`),
  });
  expect(await processesSaying(dataDir)).toEqual([]);
});
