import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { CopiedKey, CreatedKey, VaultState } from '../../service/contract/access.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { KEYCHAIN_PROGRAM } from '../support/programs.ts';
import { signIn } from '../support/signed-in.ts';
import { endProcess, isAlive, missingForKeyring, startDesktopSession } from './desktop-session.ts';
import { portProgram } from './open-vault.ts';
import type { Order } from './shell-process.ts';

const missing = missingForKeyring();
/** Starting processes and deriving keys from passphrases can take long on a busy machine. */
const SLOW = 120_000;

beforeEach(({ skip }) => skip(missing !== '', missing));

type ShellProcess = {
  process: ChildProcess;
  printed: string[];
  /** @returns the answer to the order */
  give(order: Order): Promise<{ said?: unknown; failed?: string }>;
};

async function startShell(
  environment: NodeJS.ProcessEnv,
  dataDir: string,
  keychain = KEYCHAIN_PROGRAM,
): Promise<ShellProcess> {
  const program = path.join(import.meta.dirname, 'shell-process.ts');
  const child = spawn(process.execPath, [program, dataDir, keychain], { env: environment, stdio: 'pipe' });
  onTestFinished(() => endProcess(child));
  const printed: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => printed.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => printed.push(line));
  return {
    process: child,
    printed,
    async give(order) {
      const before = printed.length;
      child.stdin.write(`${JSON.stringify(order)}\n`);
      const answer = await vi.waitUntil(
        () => printed.slice(before).find((line) => line.startsWith(`{"t":"${order.t}"`)),
        { timeout: 60_000 },
      );
      return JSON.parse(answer) as { said?: unknown; failed?: string };
    },
  };
}

async function sessionWithShell(keyring: 'unlocked' | 'locked', kind: 'fork' | 'utility process' = 'fork') {
  const session = await startDesktopSession(keyring);
  onTestFinished(session.end);
  const dataDir = path.join(session.folder, 'data');
  await mkdir(dataDir);
  const program = kind === 'fork' ? KEYCHAIN_PROGRAM : await portProgram(session.folder, KEYCHAIN_PROGRAM);
  return { session, dataDir, host: await startShell(session.environment, dataDir, program) };
}

/** A shell that waits for a prompt without an answer. */
async function withPrompt(kind: 'fork' | 'utility process') {
  const { session, host } = await sessionWithShell('locked', kind);
  host.process.stdin?.write(`${JSON.stringify({ t: 'choose', request: { way: 'unlock' } })}\n`);
  await session.promptIsOpen();
  return { host, pids: (await host.give({ t: 'pids' })).said as number[] };
}

it.each(['fork', 'utility process'] as const)(
  'a killed shell ends its keychain process, a %s, even while a prompt is open',
  { timeout: SLOW, tags: 'soak' },
  async (kind) => {
    const { host, pids } = await withPrompt(kind);
    expect(pids.map(isAlive)).toEqual([true]);
    await endProcess(host.process);
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 15_000 });
  },
);

it('a shell shows no secret in arguments, environment, output or any file', { timeout: SLOW }, async () => {
  const canary = 'canary-7f3a9c51e8-secret';
  const passphrase = 'canary-7f3a9c51e8-passphrase';
  const { session, host } = await sessionWithShell('unlocked');
  const [first, second, third] = [`${canary}-1`, `${canary}-2`, `${canary}-3`];
  expect(await host.give({ t: 'write', id: 'one', secret: first })).toEqual({ t: 'write' });
  await host.give({ t: 'choose', request: { way: 'use-session' } });
  await host.give({ t: 'write', id: 'two', secret: second });
  await host.give({ t: 'choose', request: { way: 'use-file', passphrase } });
  await host.give({ t: 'write', id: 'three', secret: third });
  for (const [id, secret] of Object.entries({ one: first, two: second, three: third })) {
    expect(await host.give({ t: 'read', id, secret })).toEqual({ t: 'read', said: true });
  }
  const { said: pids } = await host.give({ t: 'pids' });
  const seen = new Map<string, string>();
  for (const pid of [host.process.pid, ...(pids as number[])]) {
    for (const name of ['cmdline', 'environ', 'comm']) {
      seen.set(`/proc/${pid}/${name}`, await readFile(`/proc/${pid}/${name}`, 'latin1'));
    }
  }
  await host.give({ t: 'end' });
  seen.set('output', host.printed.join('\n'));
  // The session's folder contains data, home, runtime and temporary folder; its other entries are sockets.
  for (const entry of await readdir(session.folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) seen.set(file, await readFile(file, 'latin1'));
  }
  expect([...seen.keys()]).toContain(path.join(session.folder, 'data/vault.json'));
  expect([...seen.keys()]).toContain(path.join(session.folder, 'data/vault-sealed.json'));
  const forms = [canary, passphrase].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64').slice(0, 24),
    Buffer.from(text).toString('hex'),
  ]);
  const leaks = [...seen].filter(([, text]) => forms.some((form) => text.includes(form)));
  expect(leaks.map(([place]) => place)).toEqual([]);
  // The search does find text: the index shows the last four characters.
  expect(seen.get(path.join(session.folder, 'data/vault.json'))).toContain('et-3');
});

/** The keychain processes of this session only, because other tests run at the same time. */
async function keychainsIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isOne = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      return (await read('cmdline')).includes('keychain-process') && (await read('environ')).includes(folder);
    }),
  );
  return pids.filter((_, at) => isOne[at]);
}

it('browser mode keeps an API key in the keyring, and starts no keychain process before', {
  timeout: SLOW,
  tags: 'soak',
}, async () => {
  const session = await startDesktopSession('unlocked');
  onTestFinished(session.end);
  const host = await startBrowserMode(['--no-sample'], ['--service-port', '0'], session.environment);
  onTestFinished(async () => void (await host.stop()));
  const { ask } = await signIn(host);

  const before = (await (await ask('/host/vault')).json()) as VaultState;
  expect(before).toMatchObject({ keychain: 'unlocked', kept_in: 'keychain' });
  expect(await keychainsIn(session.folder)).toEqual([]);

  const made = (await (await ask('/host/create-key', { label: 'notebook' })).json()) as CreatedKey;
  expect(made).toMatchObject({ kept: 'keychain', message: null });
  const copied = (await (await ask('/host/copy-key', { id: made.line.id })).json()) as CopiedKey;
  expect(copied.key).toBe(made.key);
  const running = await keychainsIn(session.folder);
  expect(running).toHaveLength(1);

  await session.lock();
  const refused = await ask('/host/copy-key', { id: made.line.id });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('is locked');
  expect(await readFile(path.join(host.dataDir, 'vault.json'), 'utf8')).not.toContain(made.key);
  expect(host.printed()).not.toContain(made.key);

  host.process.kill('SIGINT');
  await expect.poll(() => running.some(isAlive), { timeout: 15_000 }).toBe(false);
});
