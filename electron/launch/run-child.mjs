import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long a program may take to end by itself after a signal. npm does not end by itself. */
const GRACE_MS = 1_000;
/** False on Windows, where Ctrl-C reaches every program of the console by itself. */
const HAS_GROUPS = process.platform !== 'win32';

/**
 * Runs a program in place of this one: same terminal, signals passed on, same exit status or signal. @param
 * {string} program @param {string[]} args @param {{ env?: NodeJS.ProcessEnv }} [options] @returns
 * {Promise<void>}
 */
export async function runChild(program, args, { env = process.env } = {}) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  /** @type {{ status: number | null, signal: NodeJS.Signals | null }} */
  const end = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
  for (const signal of SIGNALS) process.off(signal, passOn);
  if (end.signal !== null) process.kill(process.pid, end.signal);
  process.exitCode = end.status ?? 1;
}

/**
 * Runs a program and reads its output. A signal such as Ctrl-C first ends the program and everything it
 * started, then this process. `ended` resolves with the exit status when all output has been read: 127 if the
 * program could not be started, 1 if it was killed. It never resolves after a signal to this process. @param
 * {string} program @param {string[]} args @param {{ env: NodeJS.ProcessEnv, cwd: string, graceMs?: number,
 * onText: (text: string, from: 'stdout' | 'stderr') => void }} options @returns {{ ended: Promise<number>,
 * kill: () => void }}
 */
export function runTied(program, args, { env, cwd, graceMs = GRACE_MS, onText }) {
  // The program gets its own process group, so that everything it starts can be ended with it.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd, detached: HAS_GROUPS });
  /** @param {NodeJS.Signals} signal */
  const send = (signal) => {
    try {
      if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch (error) {
      // All processes of the group have ended.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
  };
  /** @type {NodeJS.Signals | undefined} */
  let interruptedBy;
  // A second signal is expected: a terminal sends Ctrl-C to every launcher, and the outer one passes it on.
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    interruptedBy ??= signal;
    send(signal);
    setTimeout(send, graceMs, 'SIGKILL').unref();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  for (const from of /** @type {const} */ (['stdout', 'stderr']))
    child[from].setEncoding('utf8').on('data', (text) => onText(text, from));
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    /** @param {number} status */
    const finish = (status) => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      if (interruptedBy === undefined) resolve(status);
      else process.kill(process.pid, interruptedBy);
    };
    child.once('error', (error) => {
      onText(error.message, 'stderr');
      finish(127);
    });
    child.once('close', (status) => {
      if (child.pid !== undefined) finish(status ?? 1);
    });
  });
  return { ended, kill: () => send('SIGKILL') };
}

/**
 * Runs a program like {@link runTied}. The status is 127 if it could not be started, 124 if it took too long,
 * 1 if a signal ended it. `output` joins standard output and standard error. @param {string} program @param
 * {string[]} args @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number, graceMs?: number }}
 * [options] @returns {Promise<{ status: number, output: string }>}
 */
export async function runQuietly(
  program,
  args,
  { env = process.env, cwd = process.cwd(), timeoutMs = 0, graceMs = GRACE_MS } = {},
) {
  let output = '';
  let isLate = false;
  const running = runTied(program, args, {
    env,
    cwd,
    graceMs,
    onText: (text) => {
      output += text;
    },
  });
  const endLate = () => {
    isLate = true;
    running.kill();
  };
  const late = timeoutMs > 0 ? setTimeout(endLate, timeoutMs) : undefined;
  const status = await running.ended;
  clearTimeout(late);
  return { status: isLate ? 124 : status, output };
}

/** Ends this process with its parent: a signal to npm ends only its shell, which does not pass it on. */
export function endWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1_000).unref();
}

/** tsc's arguments. Several checkers repeat work, which took three times the processor time. */
export const TYPE_CHECK = ['-b', '--checkers', '1'];

/** @param {string} root @param {string} name of the package @param {string} program @returns {string} */
export function packageProgram(root, name, program) {
  const folder = path.join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/**
 * Runs a built program in this process, as if Node had been started with it. @param {string} program the
 * bundle's path @param {string[]} args
 */
export async function runBundle(program, args) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, program, ...args];
  await import(pathToFileURL(program).href);
}
