import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { keychainEnvironment } from './keychain-environment.ts';
import type { KeychainChild, KeychainReply } from './keychain-messages.ts';

/**
 * Starts the keychain process as a child of Node. Secrets reach it over the channel alone: not as arguments, not in the
 * environment. What libraries print in it (it prints nothing itself) goes to `log`.
 * @param program absolute path of the keychain process's entry
 * @param environment of this process; switches and keys are left out of it
 */
export function forkKeychain(
  program: string,
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
): KeychainChild {
  const child = fork(program, [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: keychainEnvironment(environment),
  });
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', (line) => log(`keychain: ${line}`));
  }
  return {
    pid: child.pid,
    send(request) {
      // The channel may close between the check and the write; the exit is reported on its own.
      if (child.connected) child.send(request, () => undefined);
    },
    kill: (signal) => void child.kill(signal),
    onMessage: (listener) => void child.on('message', (message) => listener(message as KeychainReply)),
    onExit(listener) {
      let isGone = false;
      const report = (): void => {
        if (isGone) return;
        isGone = true;
        listener();
      };
      child.once('exit', report);
      child.once('error', (error) => {
        log(`The keychain process could not be started: ${error.message}`);
        report();
      });
    },
  };
}
