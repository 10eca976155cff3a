import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { runCommandLine } from '../../service/cli/run-command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';

export type Ended = { status: number | null; signal: NodeJS.Signals | null; out: string; err: string };

/** What a command must not inherit. Node warns on standard error where both colour variables are set, as in Playwright's workers. */
const NOT_INHERITED = new Set(['NODE_OPTIONS', 'ALMANAC_DEBUG', 'NO_COLOR', 'FORCE_COLOR']);

/** Starts the real command line as a process of its own. */
export function start(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
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

/** What the commands that run here have written. */
type Written = Record<'stdout' | 'stderr', Buffer[]>;
const running = new AsyncLocalStorage<Written>();
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...words: unknown[]) => boolean;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    const written = running.getStore();
    if (written === undefined) return write(chunk, ...rest);
    written[name].push(Buffer.from(chunk as string));
    const done = rest.find((each) => typeof each === 'function');
    if (done) queueMicrotask(() => done());
    return true;
  };
  // A command leaves its listeners to the end of its process.
  stream.setMaxListeners(0);
}

/**
 * Runs the command line to its end in this process: a process of its own takes three times as much of the processor (`start`).
 * Commands may run at the same time.
 */
export async function almanac(...args: string[]): Promise<Ended> {
  const written: Written = { stdout: [], stderr: [] };
  const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const status = await running.run(written, () => runCommandLine(args));
  for (const signal of SIGNALS)
    for (const each of process.listeners(signal)) if (!before.has(each)) process.off(signal, each);
  const { stdout, stderr } = written;
  return { status, signal: null, out: `${Buffer.concat(stdout)}`, err: `${Buffer.concat(stderr)}` };
}
