import { createInterface } from 'node:readline';
import { killAtOnce } from '../kill-at-once.ts';
import type { ServiceChild } from './types.ts';

/** What is used of Electron's `UtilityProcess`, so that this file needs no Electron. */
export type UtilityProcessLike = {
  /** Undefined before it is spawned and after it ended. */
  readonly pid: number | undefined;
  stdout: NodeJS.ReadableStream | null;
  stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (kind: string, location: string) => void): unknown;
  once(event: 'spawn' | 'exit', listener: () => void): unknown;
};

/** The service as a utility process. Messages and a kill that come before its `spawn` event are kept until then. */
export function utilityService(utility: UtilityProcessLike, log: (line: string) => void): ServiceChild {
  const spawned = new Promise<void>((resolve) => {
    utility.once('spawn', resolve);
  });
  for (const output of [utility.stdout, utility.stderr]) {
    if (output) createInterface({ input: output }).on('line', log);
  }
  // Told of V8's fatal errors, such as no more memory; without a listener it would end this process as well. Its third word, a
  // report of Node, is left out: it has the environment in it.
  utility.on('error', (kind, location) => log(`The data service ended with ${kind} at ${location}.`));
  return {
    send: (message) => void spawned.then(() => utility.postMessage(message)),
    // Electron's own kill is the gentle one, which a process that hangs does not hear.
    kill: () => void spawned.then(() => killAtOnce(utility.pid)),
    onMessage: (listener) => void utility.on('message', listener),
    onExit: (listener) => void utility.once('exit', listener),
  };
}
