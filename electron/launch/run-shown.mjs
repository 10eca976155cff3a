import { spawn } from 'node:child_process';
import { say } from './say.mjs';

/** Every runner prints each test or file as it ends. Even on a slow machine only one that hangs is silent for this long. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** @type {NodeJS.Signals[]} */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * How a script runs. What a script with `behind` prints is shown under that heading once it has ended, because others run beside
 * it; `workers`: how many of its tests a runner runs at once, otherwise as many as there are processors.
 * @typedef {{ longestSilenceMs?: number, behind?: string, workers?: number }} How
 */

/**
 * Runs a script with the running Node, shows its output and also returns it. The script and all that it started are killed when it
 * prints nothing for too long, or when this process is told to end.
 * @param {string} root the folder to run it in
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment besides this process's own
 * @param {How} [how]
 * @returns {Promise<{ status: number, output: string }>} status 127 where it did not start, 1 where it was ended
 */
export async function runShown(
  root,
  args,
  environment,
  { longestSilenceMs = LONGEST_SILENCE_MS, behind } = {},
) {
  // Its output goes through a pipe, so it has to be told whether ours goes to a terminal with colours.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  const isGroup = process.platform !== 'win32';
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...colour, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that its workers can be ended with it.
    detached: isGroup,
  });
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  const endAll = (/** @type {NodeJS.Signals} */ signal) => {
    end('SIGKILL');
    process.kill(process.pid, signal);
  };
  for (const signal of ENDINGS) process.once(signal, endAll);
  const silence = setTimeout(() => {
    say(`ended after ${Math.round(longestSilenceMs / 1000)} s of silence, since it hangs: ${args.join(' ')}`);
    end('SIGKILL');
  }, longestSilenceMs);

  let output = '';
  /** @type {string[]} */
  const held = [];
  /** @param {string} text @param {NodeJS.WriteStream} to */
  const show = (text, to) => {
    silence.refresh();
    if (behind === undefined) to.write(text);
    else held.push(text);
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    show(text, process.stdout);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => show(text, process.stderr));
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve({ status: 127, output: String(error) }));
      child.once('close', (status) => resolve({ status: status ?? 1, output }));
    });
  } finally {
    if (behind !== undefined) process.stdout.write(`\n=== ${behind} ===\n${held.join('')}`);
    clearTimeout(silence);
    for (const signal of ENDINGS) process.off(signal, endAll);
  }
}
