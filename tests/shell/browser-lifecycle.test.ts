import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EVENTS_PATH } from '../../service/contract/app-state.ts';
import { announceInstance, type Instance, runningInstance } from '../../service/process/instances.ts';
import { lockFolder } from '../../service/store/index.ts';
import { type BrowserMode, spawnBrowserMode, startBrowserMode } from '../support/browser-mode.ts';
import { processesSaying, stillRunning } from '../support/child-processes.ts';
import { runCommandLine, startCommandLine } from '../support/command-line.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { signIn, signInAt } from '../support/signed-in.ts';

/** How browser modes start, find each other, and end: real programs on real folders. */

vi.setConfig({ testTimeout: 120_000 });
// The list of running Almanacs is among the temporary files, so this test has its own folder for them.
const own = realpathSync(mkdtempSync(path.join(tmpdir(), 'almanac-lifecycle-')));
vi.stubEnv('TMPDIR', own);
vi.stubEnv('TEMP', own);
vi.stubEnv('ALMANAC_DATA_DIR', path.join(own, 'usual'));
afterAll(() => vi.unstubAllEnvs());

const words = ['--renderer-dir', makePageFolder(), '--no-sample', '--service-port', '0'];
const newFolder = (): string => mkdtempSync(path.join(own, 'data-'));
const started: BrowserMode[] = [];
afterEach(async () => {
  for (const host of started.splice(0)) await host.stop();
});

async function start(more: readonly string[] = []): Promise<BrowserMode> {
  const host = await startBrowserMode([...words, ...more], []);
  started.push(host);
  return host;
}

function hear(child: ChildProcess): () => string {
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return () => said;
}

/** Runs the program until it ends without a signal. */
async function outcome(more: readonly string[]): Promise<{ status: number | null; said: string }> {
  const child = spawnBrowserMode([...words, ...more]);
  const said = hear(child);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said: said() };
}

const addressIn = (text: string): string => /http:\/\/\S+#t=\S+/.exec(text)?.[0] ?? '';

type Listed = {
  data_dir: string;
  pid: number;
  page_port: number;
  service_port: number | null;
  clients: number;
};
const listed = async (): Promise<Listed[]> =>
  JSON.parse(await runCommandLine(['list', '--json'])) as Listed[];

test('a second start on the same folder opens the running one, by an address that works once', async () => {
  const first = await start();
  const { status, said } = await outcome(['--data-dir', first.dataDir]);
  expect(status).toBe(0);
  expect(said).toContain(`Almanac runs on ${first.dataDir} already (process ${first.process.pid}).`);
  const address = addressIn(said);
  expect(new URL(address).origin).toBe(first.origin);
  const page = await signInAt(address);
  expect((await page.ask('/host/state')).status).toBe(200);
  const again = await fetch(`${first.origin}/auth/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: new URL(address).hash.slice('#t='.length) }),
  });
  expect(again.status).toBe(401);
});

test('of two starts at the same moment one stays, and both open it', { tags: 'soak' }, async () => {
  const dataDir = newFolder();
  const children = [1, 2].map(() => spawnBrowserMode([...words, '--data-dir', dataDir]));
  const heard = children.map(hear);
  const first = await Promise.race(
    children.map((child, i) => once(child, 'exit').then(([status]) => ({ i, status }))),
  );
  expect(first.status).toBe(0);
  const stays = children[1 - first.i];
  const said = heard[first.i]?.() ?? '';
  expect(said).toContain(`(process ${stays?.pid})`);
  const page = await signInAt(addressIn(said.split('already').at(-1) ?? ''));
  await page.state();
  const ended = once(stays as NonNullable<typeof stays>, 'exit');
  stays?.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});

test('list prints folder, ports, process and open pages; stop ends the instance', {
  tags: 'soak',
}, async () => {
  const host = await start();
  const page = await signIn(host);
  await page.state();
  const find = async () => (await listed()).find(({ data_dir }) => data_dir === host.dataDir);
  expect(await find()).toMatchObject({
    kind: 'browser',
    pid: host.process.pid,
    page_port: Number(new URL(host.origin).port),
    service_port: expect.any(Number),
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    clients: 0,
  });
  // A page counts as open while it listens for changes.
  const heard = await page.ask(EVENTS_PATH);
  expect((await find())?.clients).toBe(1);
  await heard.body?.cancel();
  await vi.waitFor(async () => expect((await find())?.clients).toBe(0), 10_000);
  const ended = once(host.process, 'exit');
  expect(await runCommandLine(['stop', '--data-dir', host.dataDir])).toBe(
    `The Almanac on ${host.dataDir} (process ${host.process.pid}) has ended.\n`,
  );
  expect(await ended).toEqual([0, null]);
  expect(existsSync(path.join(host.dataDir, 'running.json'))).toBe(false);
  expect(await find()).toBeUndefined();
  expect(await runCommandLine(['stop', '--data-dir', host.dataDir])).toBe(
    `No Almanac runs on ${host.dataDir}.\n`,
  );
});

test('kill -9 leaves no process behind, and the next start replaces the instance', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the service’s process is found in /proc');
  const host = await start();
  const page = await signIn(host);
  await page.state();
  const { pid } = host.process;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .trim()
    .split(' ')
    .map(Number);
  expect(await stillRunning(children)).not.toEqual([]);
  const ended = once(host.process, 'exit');
  host.process.kill('SIGKILL');
  await ended;
  await vi.waitFor(async () => expect(await stillRunning(children)).toEqual([]), { timeout: 10_000 });
  expect((await listed()).filter(({ data_dir }) => data_dir === host.dataDir)).toEqual([]);
  const next = await start(['--data-dir', host.dataDir]);
  await (await signIn(next)).state();
});

test('a run that replaces another one keeps its pages signed in, as under npm run dev', {
  tags: 'soak',
}, async () => {
  const dataDir = newFolder();
  /** Starts a run like its launcher: with a channel that gives it the secret of the sessions. */
  const startHeld = async (page: readonly string[]) => {
    const child = spawnBrowserMode([...words, '--data-dir', dataDir, ...page], {}, [
      ...(['pipe', 'pipe', 'inherit', 'ipc'] as const),
    ]);
    child.send({ sessionSecret: 'the-same-in-both-runs' });
    const said = hear(child);
    await vi.waitFor(() => expect(addressIn(said())).not.toBe(''), { timeout: 20_000 });
    return { child, address: addressIn(said()) };
  };
  const endHeld = async (child: ChildProcess): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const before = await startHeld([]);
  const page = await signInAt(before.address);
  await endHeld(before.child);
  const { port } = new URL(before.address);
  const after = await startHeld(['--port', port]);
  expect((await page.ask('/host/state')).status).toBe(200);
  await endHeld(after.child);
});

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

test('a copied folder is separate: stop, list and a second start leave the original alone', async () => {
  const dataDir = newFolder();
  await start(['--data-dir', dataDir]);
  const first = runningInstance(dataDir);
  expect(first?.servicePort).toBeGreaterThan(0);
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(await runCommandLine(['stop', '--data-dir', copy])).toBe(`No Almanac runs on ${copy}.\n`);
  expect(await runCommandLine(['list', '--data-dir', copy])).toBe('No Almanac runs.\n');
  const second = await start(['--data-dir', copy]);
  expect(runningInstance(copy)?.pid).toBe(second.process.pid);
  await runCommandLine(['stop', '--data-dir', copy]);
  expect(runningInstance(copy)).toBeUndefined();
  expect(runningInstance(dataDir)).toEqual(first);
});

test('almanac open opens the page of the running instance and returns, or starts one and stays', async () => {
  const dataDir = newFolder();
  const opening = startCommandLine(['open', '--no-open', '--data-dir', dataDir]);
  const said = hear(opening);
  await vi.waitFor(() => expect(runningInstance(dataDir)?.pagePort).toBeGreaterThan(0), 60_000);
  await vi.waitFor(() => expect(said()).toContain('Almanac is open at '), 10_000);
  const again = await runCommandLine(['open', '--no-open', '--data-dir', dataDir]);
  const page = await signInAt(addressIn(again));
  expect((await page.ask('/host/state')).status).toBe(200);
  expect(opening.exitCode).toBeNull();
  const ended = once(opening, 'exit');
  opening.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(runningInstance(dataDir)).toBeUndefined();
});

test('a folder held by almanac serve is listed, and printed with its address and how to end it', async () => {
  const dataDir = newFolder();
  const service = startCommandLine(['serve', '--port', '0', '--no-sample', '--data-dir', dataDir]);
  const find = async () => (await listed()).find(({ data_dir }) => data_dir === dataDir);
  await vi.waitFor(async () => expect(await find()).toMatchObject({ kind: 'service', pid: service.pid }), {
    timeout: 60_000,
    interval: 200,
  });
  const { status, said } = await outcome(['--data-dir', dataDir]);
  expect(status).toBe(1);
  expect(said).toContain(`Almanac runs on ${dataDir} already, as a service without a page (serve)`);
  const { servicePort } = runningInstance(dataDir) as Instance;
  expect(said).toContain(`(process ${service.pid}, API at http://127.0.0.1:${servicePort})`);
  expect(said).toMatch(new RegExp(`almanac\\S*(?: --)? stop --data-dir ${dataDir}\n`));
  const ended = once(service, 'exit');
  await runCommandLine(['stop', '--data-dir', dataDir]);
  expect(await ended).toEqual([0, null]);
  if (process.platform === 'linux') expect(await processesSaying(dataDir)).toEqual([]);
});

test.each([
  ['desktop', null, 'in a desktop window (process'],
  ['browser', 1, 'in the browser, but does not answer (process'],
] as const)(
  'a start names the %s that holds the folder and does not answer',
  { tags: 'soak' },
  async (kind, pagePort, said) => {
    const dataDir = newFolder();
    const { pid = 0 } = sleeper();
    announce(dataDir, { kind, pid, pagePort, secret: pagePort && 'secret' });
    expect(await outcome(['--data-dir', dataDir])).toEqual({
      status: 1,
      said: expect.stringContaining(`${said} ${pid}`),
    });
    if (process.platform === 'linux') expect(await processesSaying(dataDir)).toEqual([]);
  },
);

test('a start waits for an instance that is just starting', async () => {
  const dataDir = newFolder();
  const starting = start(['--data-dir', dataDir]);
  await vi.waitFor(() => expect(runningInstance(dataDir)).toBeDefined(), { timeout: 20_000, interval: 5 });
  const { status, said } = await outcome(['--data-dir', dataDir]);
  const { origin, process: host } = await starting;
  expect([status, said]).toEqual([
    0,
    expect.stringContaining(`already (process ${host.pid}). It is open at ${origin}/`),
  ]);
});

test('a start says so and ends, if another one takes the folder meanwhile', { tags: 'soak' }, async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'a process that is left is looked for in /proc');
  const dataDir = newFolder();
  const lock = lockFolder(dataDir);
  onTestFinished(() => lock.release());
  const { status, said } = await outcome(['--data-dir', dataDir]);
  expect(status).toBe(1);
  expect(said.trim().split('\n')).toEqual([expect.stringContaining(`process ${process.pid}`)]);
  expect(await processesSaying(dataDir)).toEqual([]);
});
