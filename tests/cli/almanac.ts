import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommandLine } from '../../service/cli/commands.ts';
import type { Ended } from '../support/command-line.ts';

/** The output of a command that runs in this process. */
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
  // Commands leave their listeners until the process ends.
  stream.setMaxListeners(0);
}

/**
 * Runs the command line to its end in this process: a separate one (`startCommandLine`) takes three times the
 * processor time. Commands may run at the same time.
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
