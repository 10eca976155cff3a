import { type ChildProcess, spawn } from 'node:child_process';
import { COMMAND_LINE } from './programs.ts';

export type Ended = { status: number | null; signal: NodeJS.Signals | null; out: string; err: string };

/** A command must not inherit these. Node warns if both colours are set, as in Playwright's workers. */
const NOT_INHERITED = new Set(['NODE_OPTIONS', 'ALMANAC_DEBUG', 'NO_COLOR', 'FORCE_COLOR']);

/** Starts the real command line as a separate process. */
export function startCommandLine(
  args: readonly string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.has(name));
  return spawn(process.execPath, [COMMAND_LINE, ...args], {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until a process has ended and its output is read. */
export function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => resolve({ status, signal, out, err }));
  });
}

/** Runs a command to its end in a separate process. @returns its output. @throws if its status is not 0. */
export async function runCommandLine(words: readonly string[]): Promise<string> {
  const { status, out, err } = await ended(startCommandLine(words));
  if (status !== 0) throw new Error(`almanac ${words.join(' ')} ended with ${status}: ${err}`);
  return out;
}
