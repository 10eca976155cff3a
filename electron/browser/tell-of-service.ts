import { setTimeout as sleep } from 'node:timers/promises';
import type { Supervisor } from '../supervisor/index.ts';
import { type HandOverOptions, handOver } from './hand-over.ts';

/** So long the one that was a moment faster may take until it can be asked. */
const FASTER_ONE_MS = 5_000;
const LOOK_MS = 100;

/**
 * Prints where other tools reach the API, each time that changes. Where another browser mode took the folder in the same
 * moment as this one, its page is opened and this one ends.
 */
export function tellOfService(
  supervisor: Pick<Supervisor, 'onChange'>,
  options: HandOverOptions & { end: () => void },
): void {
  let told: number | undefined;
  let isHandingOver = false;
  supervisor.onChange(({ port, problem }) => {
    if (problem === 'folder_in_use' && !isHandingOver) {
      isHandingOver = true;
      void giveWay(options);
    }
    if (port === undefined || port === told) return;
    told = port;
    options.print(`Other tools reach the API at http://127.0.0.1:${port}`);
  });
}

async function giveWay(options: HandOverOptions & { end: () => void }): Promise<void> {
  for (let waitedMs = 0; waitedMs < FASTER_ONE_MS; waitedMs += LOOK_MS) {
    if (await handOver(options)) return options.end();
    await sleep(LOOK_MS);
  }
}
