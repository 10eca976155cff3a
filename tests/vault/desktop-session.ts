import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SECRETS = 'org.freedesktop.secrets';
const ROOT = '/org/freedesktop/secrets';
const INTERFACE = 'org.freedesktop.Secret.Service';
const KEYRING = `${ROOT}/collection/login`;
const PASSWORD = 'the password of the test’s keyring';

/** @returns a sentence on what this machine lacks for tests with a real keyring; '' if nothing is missing */
export function missingForKeyring(): string {
  return missingOf([...programsMissing(), ...(isKeytarThere() ? [] : ['keytar'])]);
}

/** The same for tests that only ask for the keyring's state. */
export function missingForSession(): string {
  return missingOf(programsMissing());
}

function programsMissing(): string[] {
  return ['dbus-daemon', 'gdbus', 'gnome-keyring-daemon'].filter((name) => findProgram(name) === undefined);
}

function missingOf(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `not on this machine: ${missing.join(', ')}`;
}

function isKeytarThere(): boolean {
  try {
    createRequire(import.meta.url)('keytar');
    return true;
  } catch {
    return false;
  }
}

export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** A separate desktop session with its own D-Bus, home and runtime folder, which keeps keys apart. */
export type DesktopSession = {
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** Sends the keyring's process a signal, such as SIGSTOP. */
  signalKeyring(signal: NodeJS.Signals): void;
  endKeyring(): Promise<void>;
  lock(): Promise<void>;
  /** Unlocks like a new login: a new keyring process gets the password at its start. */
  unlock(): Promise<void>;
  /** Resolves once the keyring has asked for a window to enter the password. */
  promptIsOpen(): Promise<void>;
  /** Removes every program that can ask for a password. */
  withoutPrompter(): Promise<void>;
  end(): Promise<void>;
};

/** @param keyring 'none' has no Secret Service at all, 'empty' has one without a keyring */
export async function startDesktopSession(
  keyring: 'none' | 'empty' | 'unlocked' | 'locked',
): Promise<DesktopSession> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-desktop-'));
  const [home, runtime, services] = ['home', 'run', 'services'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [home, runtime, services]) await mkdir(each, { mode: 0o700 });
  const socket = path.join(runtime, 'bus');
  await writeFile(path.join(folder, 'bus.conf'), busConfig(socket, services));
  const prompter = path.join(folder, 'prompter.pid');
  const prompterService = path.join(services, 'org.gnome.keyring.SystemPrompter.service');
  await writeFile(prompterService, prompterText(prompter));
  const environment = {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    TMPDIR: folder,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: path.join(home, 'share'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
  };
  const bus = spawn('dbus-daemon', [`--config-file=${path.join(folder, 'bus.conf')}`, '--nofork'], {
    env: environment,
    stdio: 'ignore',
  });
  await until(() => existsSync(socket));
  let daemon = keyring === 'none' ? undefined : await startKeyring(environment, keyring !== 'empty');
  const session: DesktopSession = {
    folder,
    environment,
    signalKeyring: (signal) => void daemon?.kill(signal),
    endKeyring: () => endProcess(daemon),
    lock: async () => void (await busCall(environment, SECRETS, ROOT, `${INTERFACE}.Lock`, `['${KEYRING}']`)),
    async unlock() {
      await endProcess(daemon);
      daemon = await startKeyring(environment, true);
    },
    promptIsOpen: () => until(() => existsSync(prompter)),
    async withoutPrompter() {
      await rm(prompterService);
      await busCall(
        environment,
        'org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.ReloadConfig',
      );
    },
    async end() {
      await endProcess(daemon);
      await endProcess(bus);
      if (existsSync(prompter)) killQuietly(Number(await readFile(prompter, 'utf8')));
      await rm(folder, { recursive: true, force: true });
    },
  };
  if (keyring === 'locked') await session.lock();
  return session;
}

async function startKeyring(environment: NodeJS.ProcessEnv, isUnlocked: boolean): Promise<ChildProcess> {
  const words = ['--foreground', '--components=secrets', ...(isUnlocked ? ['--unlock'] : [])];
  const daemon = spawn('gnome-keyring-daemon', words, {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin?.end(isUnlocked ? PASSWORD : '');
  // The keyring takes its name on the bus before it has read its keyrings.
  await until(() => answers(environment, isUnlocked));
  return daemon;
}

/** Written here, so that other runners than Vitest can use this file too. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > endMs)
      throw new Error('The desktop session of the test did not come to be in time');
    await sleep(50);
  }
}

async function answers(environment: NodeJS.ProcessEnv, hasKeyring: boolean): Promise<boolean> {
  try {
    const alias = await busCall(environment, SECRETS, ROOT, `${INTERFACE}.ReadAlias`, 'default');
    return !hasKeyring || alias.includes(KEYRING);
  } catch {
    return false;
  }
}

async function busCall(
  environment: NodeJS.ProcessEnv,
  name: string,
  at: string,
  method: string,
  ...values: string[]
): Promise<string> {
  const words = ['call', '--session', '--dest', name, '--object-path', at, '--method', method, ...values];
  return (await run('gdbus', words, { env: environment })).stdout;
}

export async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A zombie, which has ended but waits for its parent, is not alive. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function killQuietly(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function busConfig(socket: string, services: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type><auth>EXTERNAL</auth><listen>unix:path=${socket}</listen><servicedir>${services}</servicedir>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>`;
}

/** A prompter that starts and never shows anything: a prompt without an answer needs no screen. */
function prompterText(pidFile: string): string {
  return `[D-BUS Service]
Name=org.gnome.keyring.SystemPrompter
Exec=/bin/sh -c "echo $$ > ${pidFile}; exec sleep 120"
`;
}
