import { setTimeout as sleep } from 'node:timers/promises';
import {
  askToOpen,
  type Instance,
  instanceState,
  runningInstance,
} from '../../service/process/instances/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';

export type HandOverOptions = {
  dataDir: string;
  /** Whether the browser is opened; the address is printed in any case. */
  open: boolean;
  print: (line: string) => void;
  /** Whether this call has just started the Almanac that is opened. */
  isNew?: boolean;
};

/** How long to keep the file that redirects the browser if the page never signs in. */
const ARRIVAL_MS = 20_000;
const LOOK_MS = 100;

/**
 * Opens the page of the Almanac that already runs on a data folder, if it answers.
 * @returns whether it did; otherwise this process has to start its own.
 */
export async function handOver({ dataDir, open, print, isNew }: HandOverOptions): Promise<boolean> {
  const running = runningInstance(dataDir);
  if (!running || running.pid === process.pid) return false;
  const before = await instanceState(running);
  if (before === undefined) return false;
  const address = await askToOpen(running);
  if (address === undefined) return false;
  const where = isNew ? 'in the background' : `on ${dataDir} already`;
  print(`Almanac runs ${where} (process ${running.pid}). It is open at ${address}`);
  if (open && hasDisplay()) {
    const forget = await openBrowser(address);
    await hasArrived(running, before.signIns);
    await forget();
  }
  return true;
}

/** Waits until the browser has exchanged the token: then it no longer needs the file. */
async function hasArrived(running: Instance, signIns: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < ARRIVAL_MS; waitedMs += LOOK_MS) {
    const now = await instanceState(running);
    if (now === undefined || now.signIns > signIns) return;
    await sleep(LOOK_MS);
  }
}

/** How long to wait for the other instance to answer. */
const OTHER_ANSWER_MS = 5_000;

/**
 * Prints the address of the API for other tools each time it changes. If another browser mode took the folder at the same moment,
 * opens the page of that one and ends this one.
 */
export function followService(
  supervisor: Pick<Supervisor, 'onChange'>,
  options: HandOverOptions & { end: () => void },
): void {
  let printedPort: number | undefined;
  let isHandingOver = false;
  supervisor.onChange(({ port, problem }) => {
    if (problem === 'folder_in_use' && !isHandingOver) {
      isHandingOver = true;
      void handOverAndEnd(options);
    }
    if (port === undefined || port === printedPort) return;
    printedPort = port;
    options.print(`Other tools reach the API at http://127.0.0.1:${port}`);
  });
}

async function handOverAndEnd(options: HandOverOptions & { end: () => void }): Promise<void> {
  for (let waitedMs = 0; waitedMs < OTHER_ANSWER_MS; waitedMs += LOOK_MS) {
    if (await handOver(options)) return options.end();
    await sleep(LOOK_MS);
  }
}
