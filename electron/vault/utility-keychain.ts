import { createInterface } from 'node:readline';
import { killAtOnce } from '../kill-at-once.ts';
import type { KeychainChild, KeychainReply } from './keychain-messages.ts';

/** What is used of Electron's `UtilityProcess`, so that this file needs no Electron. */
export type KeychainUtility = {
  /** Undefined before it is spawned and after it ended. */
  readonly pid: number | undefined;
  stdout: NodeJS.ReadableStream | null;
  stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (kind: string, location: string) => void): unknown;
  once(event: 'spawn' | 'exit', listener: () => void): unknown;
};

/** The keychain process as a utility process. Requests and signals that come before its `spawn` event are kept until then. */
export function utilityKeychain(utility: KeychainUtility, log: (line: string) => void): KeychainChild {
  const spawned = new Promise<void>((resolve) => {
    utility.once('spawn', resolve);
  });
  for (const output of [utility.stdout, utility.stderr]) {
    if (output) createInterface({ input: output }).on('line', (line) => log(`keychain: ${line}`));
  }
  // V8's fatal errors; without a listener one would end this process as well. The report that comes with it has the environment.
  utility.on('error', (kind, location) => log(`The keychain process ended with ${kind} at ${location}.`));
  return {
    get pid() {
      return utility.pid;
    },
    send: (request) => void spawned.then(() => utility.postMessage(request)),
    kill: (signal) =>
      void spawned.then(() => {
        // Electron's own kill is the gentle one.
        if (signal === 'SIGTERM') utility.kill();
        else killAtOnce(utility.pid);
      }),
    onMessage: (listener) => void utility.on('message', (message) => listener(message as KeychainReply)),
    onExit: (listener) => void utility.once('exit', listener),
  };
}
