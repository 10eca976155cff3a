import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ServiceChild } from './types.ts';

/**
 * Starts the service as a child process of Node. It gets no arguments and an environment without Node's own switches;
 * everything it needs comes over the channel. Whatever it prints goes to `log`, line by line.
 * @param program absolute path of the service's entry.
 */
export function forkService(program: string, log: (line: string) => void): ServiceChild {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: withoutNodeSwitches(process.env),
  });
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface({ input: output }).on('line', log);
  }
  return {
    send(message) {
      // The channel may close between the check and the write; the exit is reported on its own.
      if (child.connected) child.send(message, () => undefined);
    },
    kill: () => void child.kill('SIGKILL'),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let isGone = false;
      const report = (): void => {
        if (isGone) return;
        isGone = true;
        listener();
      };
      // Its last message may still be in the channel when the process is gone already.
      child.once('exit', () => {
        if (child.connected) child.once('disconnect', report);
        else report();
      });
      child.once('error', (error) => {
        log(`The data service could not be started: ${error.message}`);
        report();
      });
    },
  };
}

/** Publishers' keys do not go on either: the service asks its host for one when it needs it. */
function withoutNodeSwitches(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_PATH, NODE_DEBUG, NODE_CHANNEL_FD, ...rest } = environment;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('ALMANAC_KEY_')));
}
