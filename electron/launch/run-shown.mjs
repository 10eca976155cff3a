import { runTied } from './run-child.mjs';
import { say } from './say.mjs';

/** Every runner prints each test or file as it ends. Even on a slow machine only one that hangs is silent for this long. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/**
 * How a script runs. What a script with `behind` prints is shown under that heading once it has ended, because others run beside
 * it; `workers`: how many of its tests a runner runs at once, otherwise as many as there are processors.
 * @typedef {{ longestSilenceMs?: number, behind?: string, workers?: number }} How
 */

/**
 * Runs a script with the running Node, shows its output and also returns it. The script and all that it started end when it prints
 * nothing for too long, or when this process is to end.
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
  let output = '';
  /** @type {string[]} */
  const held = [];
  const running = runTied(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...colour, ...environment },
    onText: (text, from) => {
      silence.refresh();
      if (from === 'stdout') output += text;
      if (behind === undefined) process[from].write(text);
      else held.push(text);
    },
  });
  const silence = setTimeout(() => {
    say(`ended after ${Math.round(longestSilenceMs / 1000)} s of silence, since it hangs: ${args.join(' ')}`);
    running.kill();
  }, longestSilenceMs);
  const status = await running.ended;
  if (behind !== undefined) process.stdout.write(`\n=== ${behind} ===\n${held.join('')}`);
  clearTimeout(silence);
  return { status, output };
}
