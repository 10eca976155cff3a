import { spawn } from 'node:child_process';

/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in place of this one: in the same terminal, with signals passed on. This process then ends with the same exit status or
 * signal.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<void>} resolves when the program has ended
 */
export async function runChild(program, args, { env = process.env } = {}) {
  const child = spawn(program, args, { stdio: 'inherit', env });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => child.kill(signal);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  /** @type {{ status: number | null, signal: NodeJS.Signals | null }} */
  const end = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
  for (const signal of PASSED_ON) process.off(signal, passOn);
  if (end.signal !== null) process.kill(process.pid, end.signal);
  process.exitCode = end.status ?? 1;
}

/**
 * Runs a program and returns its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number }} [options]
 * @returns {Promise<{ status: number, output: string }>} status 127 when it could not be started, 1 when a signal
 *   ended it; output is standard output and standard error together
 */
export async function runQuietly(
  program,
  args,
  { env = process.env, cwd = process.cwd(), timeoutMs = 0 } = {},
) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd, timeout: timeoutMs });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 127, output: error.message }));
    child.once('close', (status) => resolve({ status: status ?? 1, output }));
  });
}
