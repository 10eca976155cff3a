import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { forkKeychain } from '../../electron/child-process.ts';
import { createHost, type Host, type HostOptions } from '../../electron/create-host.ts';
import { openHostLog } from '../../electron/diagnostics/index.ts';
import type { ServiceChild } from '../../electron/supervisor/types.ts';
import type { ServiceMessage } from '../../service/contract/control.ts';
import type { CallMessage } from '../../service/process/rpc.ts';
import { makePageFolder } from '../support/page-folder.ts';
import { memoryVault } from '../support/memory-vault.ts';

/** What the host and all that it starts have to say: in one file and on the terminal, masked in both. And how the host ends. */

const KEY = 'a-key-of-the-person-0123456789';
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.unstubAllEnvs());

const newFolder = (): string => mkdtempSync(path.join(tmpdir(), 'almanac-log-'));

/** A service in this process: a test speaks for it. */
function standInChild() {
  const sent: { t: string }[] = [];
  let hear: (message: unknown) => void = () => undefined;
  let exit: () => void = () => undefined;
  const child: ServiceChild = {
    send: (message) => void sent.push(message),
    kill: () => undefined,
    onMessage: (listener) => {
      hear = listener;
    },
    onExit: (listener) => {
      exit = listener;
    },
  };
  return { child, sent, say: (message: ServiceMessage | CallMessage) => hear(message), exit: () => exit() };
}

async function startHost(more: Partial<HostOptions> = {}) {
  const dataDir = newFolder();
  const terminal: string[] = [];
  const service = standInChild();
  const host: Host = await createHost({
    mode: 'browser',
    service: { dataDir, port: 0, pageSize: 1, sample: false },
    mayUseAnotherPort: false,
    rendererDir: makePageFolder(),
    fetch: (url, init) => fetch(url, init),
    spawn: () => service.child,
    vault: memoryVault(),
    log: openHostLog(dataDir, (line) => terminal.push(line)),
    ...more,
  });
  host.supervisor.start();
  return {
    host,
    service,
    terminal,
    logged: () => readFileSync(path.join(dataDir, 'logs/almanac.log'), 'utf8'),
  };
}

test('the log says, masked, why a publisher was asked without its key', async () => {
  vi.stubEnv('ALMANAC_KEY_FRED', KEY);
  const broken = () => Promise.reject(new Error(`the keychain said ${KEY} and alm_0123456789abcdef`));
  const { host, service, terminal, logged } = await startHost({ vault: { ...memoryVault(), look: broken } });
  service.say({ t: 'call', id: 1, name: 'publisher-keys', input: { publishers: ['BLS'] } });
  const answer = await vi.waitUntil(() => service.sent.find((message) => message.t === 'result'));
  expect(answer).toMatchObject({
    output: { keys: {}, notes: [expect.stringContaining('The log says why.')] },
  });
  for (const told of [logged(), terminal.join('\n')]) {
    expect(told).toContain('Error: the keychain said … and alm_…');
    expect(told).not.toContain(KEY);
    expect(told).not.toContain('0123456789abcdef');
  }
  service.exit();
  await host.stop();
});

test('the log has, masked, what is printed in a keychain process', async () => {
  vi.stubEnv('ALMANAC_KEY_FRED', KEY);
  const dataDir = newFolder();
  const program = path.join(dataDir, 'prints.mjs');
  writeFileSync(
    program,
    `console.error('a library warns of ${KEY}'); console.log('and of alm_0123456789abcdef');`,
  );
  const terminal: string[] = [];
  const log = openHostLog(dataDir, (line) => terminal.push(line));
  forkKeychain(program, process.env, log.host);
  await vi.waitUntil(() => terminal.length === 2, { timeout: 30_000 });
  const file = readFileSync(log.file, 'utf8');
  for (const line of ['keychain: a library warns of …', 'keychain: and of alm_…']) {
    expect(terminal).toContain(line);
    expect(file).toContain(` host - ${line}\n`);
  }
  expect(file + terminal.join()).not.toContain(KEY);
});

/** A process in which a promise fails that nobody waits for, and which says then whether it is there still. */
async function failUnheard(mode: 'desktop' | 'browser') {
  const dataDir = newFolder();
  const program = path.join(dataDir, 'fails.mjs');
  const source = pathToFileURL(path.resolve(import.meta.dirname, '../../electron/diagnostics/log.ts')).href;
  writeFileSync(
    program,
    `const { noteFailures, openHostLog } = await import(${JSON.stringify(source)});
const log = openHostLog(${JSON.stringify(dataDir)}, () => undefined);
noteFailures('${mode}', log.host);
void Promise.reject(new Error('no page for alm_0123456789abcdef'));
setTimeout(() => process.exit(7), 100);
`,
  );
  const child = spawn(process.execPath, [program], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [status] = (await once(child, 'exit')) as [number | null];
  return { status, logged: readFileSync(path.join(dataDir, 'logs/almanac.log'), 'utf8') };
}

test.each([
  [
    'the desktop app goes on',
    'desktop',
    7,
    'A failure that nobody waited for; the app goes on: Error: no page for alm_…',
  ],
  ['browser mode ends', 'browser', 1, 'An error that nobody caught: Error: no page for alm_…'],
] as const)('a promise that fails unheard is logged: %s', async (_, mode, ends, says) => {
  const { status, logged } = await failUnheard(mode);
  expect(status).toBe(ends);
  expect(logged).toContain(says);
  expect(logged).not.toContain('0123456789abcdef');
});

test('service and keychain are ended at the same time, so that two that hang take no longer than one', async () => {
  const closing = Promise.withResolvers<void>();
  let isClosing = false;
  const vault = {
    ...memoryVault(),
    close() {
      isClosing = true;
      return closing.promise;
    },
  };
  const { host, service } = await startHost({ vault });
  service.say({ t: 'listening', port: 4780, pid: 1, version: '0' });
  let isOver = false;
  const stopping = host.stop().then(() => {
    isOver = true;
  });
  // The service has not ended yet, and the keychain is asked to already.
  expect(service.sent.some(({ t }) => t === 'shutdown')).toBe(true);
  expect(isClosing).toBe(true);
  service.exit();
  await host.supervisor.waitForStart(10_000);
  expect(isOver).toBe(false);
  closing.resolve();
  await stopping;
});

test('a keychain that cannot be ended holds up neither the service nor the log, and is reported', async () => {
  const vault = { ...memoryVault(), close: () => Promise.reject(new Error('it does not end')) };
  const { host, service } = await startHost({ vault });
  service.say({ t: 'listening', port: 4780, pid: 1, version: '0' });
  const stopping = host.stop();
  const told = expect(stopping).rejects.toThrow('it does not end');
  service.exit();
  await told;
  expect(host.supervisor.status().state).toBe('stopped');
  expect(process.listeners('uncaughtExceptionMonitor').map(String).join()).not.toContain('nobody caught');
});
