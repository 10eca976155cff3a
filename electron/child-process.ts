import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ShellMessage } from '../service/contract/service-channel.ts';

/**
 * The processes that the shell starts: the data service and the keychain process, each as a child of Node
 * (browser mode) or as a utility process of Electron. They get no arguments. Settings and secrets go over
 * their channel, which nobody else can read.
 */

/** A process as the shell sees it. */
export type Child<Message> = {
  /** Undefined before the process starts and, in Electron, after it has ended. */
  readonly pid: number | undefined;
  send(message: Message): void;
  /** Asks the process to end (SIGTERM) or forces it to (SIGKILL). */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Calls back with every message, unchecked: the listener has to validate it. */
  onMessage(listener: (message: unknown) => void): void;
  /** Calls back once, even if the process cannot start. `code` is null if it did not end by itself. */
  onExit(listener: (code: number | null) => void): void;
};

/** The part of Electron's `UtilityProcess` that is used here, so that this file needs no Electron. */
export type UtilityLike = {
  /** Undefined before the process starts and after it has ended. */
  readonly pid: number | undefined;
  stdout: NodeJS.ReadableStream | null;
  stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (kind: string, location: string) => void): unknown;
  once(event: 'spawn', listener: () => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
};

type Log = (line: string) => void;
/** The process's name in the log: in sentences, and as the prefix of lines it prints. */
type Naming = { name: string; prefix: string };

const SERVICE: Naming = { name: 'The data service', prefix: '' };
const KEYCHAIN: Naming = { name: 'The keychain process', prefix: 'keychain: ' };

/** @param program absolute path of the service's entry @param log gets each line that the process prints */
export function forkService(program: string, log: Log): Child<ShellMessage> {
  return childOf(forkProgram(program, serviceEnvironment(process.env)), SERVICE, log);
}

/** A service that loads its program while the shell loads its own, and then waits for its settings. */
export type ServiceAhead = ReturnType<typeof forkServiceAhead>;

/** @param program absolute path of the service's entry */
export function forkServiceAhead(program: string) {
  let ahead: ChildProcess | undefined = forkProgram(program, serviceEnvironment(process.env));
  // If this process cannot be started, its replacement logs why.
  ahead.on('error', () => {
    ahead = undefined;
  });
  ahead.once('exit', () => {
    ahead = undefined;
  });
  return {
    /** @returns the process started ahead; a new one if it has ended, and on later calls */
    take(log: Log): Child<ShellMessage> {
      const child = ahead;
      ahead = undefined;
      return child ? childOf(child, SERVICE, log) : forkService(program, log);
    },
    /** Ends the process if nobody has taken it. */
    discard: (): void => void ahead?.kill('SIGKILL'),
  };
}

export function utilityService(utility: UtilityLike, log: Log): Child<ShellMessage> {
  return utilityChild(utility, SERVICE, log);
}

/** `log` gets what libraries print in the keychain process, which itself prints nothing. */
export function forkKeychain(program: string, environment: NodeJS.ProcessEnv, log: Log): Child<object> {
  return childOf(forkProgram(program, keychainEnvironment(environment)), KEYCHAIN, log);
}

export function utilityKeychain(utility: UtilityLike, log: Log): Child<object> {
  return utilityChild(utility, KEYCHAIN, log);
}

/** Variables of Node and Electron that could change what the app's processes run. */
const SWITCHES = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_DEBUG', 'NODE_CHANNEL_FD', 'ELECTRON_RUN_AS_NODE'];

/** @returns the service's environment: no switches, and no publishers' keys, which come with its settings. */
export function serviceEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return without(environment, (name) => SWITCHES.includes(name) || name.startsWith('ALMANAC_KEY_'));
}

/** @returns the environment for the keychain process: no switches, and no variables of Almanac. */
export function keychainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return without(environment, (name) => /^(NODE_|ELECTRON_|ALMANAC_)/i.test(name));
}

/** Kills a process, even one that hangs and ignores SIGTERM. @param pid undefined if no process runs */
export function forceKill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has just ended; its exit is reported separately.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function forkProgram(program: string, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env,
  });
}

function childOf(child: ChildProcess, naming: Naming, log: Log): Child<object> {
  logOutput(child, naming, log);
  return {
    pid: child.pid,
    send(message) {
      // The channel may close between the check and the write; the exit is reported separately.
      if (child.connected) child.send(message, () => undefined);
    },
    kill: (signal) => void child.kill(signal),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let isGone = false;
      const report = (code: number | null): void => {
        if (isGone) return;
        isGone = true;
        listener(code);
      };
      // After the process has ended, its last message may still be in the channel.
      child.once('exit', (code) => {
        if (child.connected) child.once('disconnect', () => report(code));
        else report(code);
      });
      child.once('error', (error) => {
        log(`${naming.name} could not be started: ${error.message}`);
        report(null);
      });
    },
  };
}

/** Delays messages and signals until the `spawn` event. */
function utilityChild(utility: UtilityLike, naming: Naming, log: Log): Child<object> {
  const spawned = new Promise<void>((resolve) => {
    utility.once('spawn', resolve);
  });
  logOutput(utility, naming, log);
  // V8's fatal errors, such as running out of memory; without a listener they would end this process too. The
  // third argument, a report of Node, is ignored because it contains the environment.
  utility.on('error', (kind, location) => log(`${naming.name} ended with ${kind} at ${location}.`));
  return {
    get pid() {
      return utility.pid;
    },
    send: (message) => void spawned.then(() => utility.postMessage(message)),
    kill: (signal) =>
      void spawned.then(() => {
        // Electron's own `kill` sends SIGTERM, which a process that hangs ignores.
        if (signal === 'SIGTERM') utility.kill();
        else forceKill(utility.pid);
      }),
    onMessage: (listener) => void utility.on('message', listener),
    // Electron also gives 0 for a process that a signal ended, and ours never end with 0 unasked.
    onExit: (listener) => void utility.once('exit', (code) => listener(code === 0 ? null : code)),
  };
}

function logOutput(
  { stdout, stderr }: { stdout: NodeJS.ReadableStream | null; stderr: NodeJS.ReadableStream | null },
  { prefix }: Naming,
  log: Log,
): void {
  for (const output of [stdout, stderr]) {
    if (output) createInterface({ input: output }).on('line', (line) => log(prefix + line));
  }
}

function without(environment: NodeJS.ProcessEnv, isLeftOut: (name: string) => boolean): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== undefined && !isLeftOut(name)),
  );
}
