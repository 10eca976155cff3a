import { setTimeout as sleep } from 'node:timers/promises';
import {
  askToOpen,
  type Instance,
  instanceState,
  runningInstance,
} from '../../service/process/instances/index.ts';
import { hasDisplay, openBrowser } from './open-browser.ts';

export type HandOverOptions = {
  dataDir: string;
  /** Whether the browser is opened; the address is printed in any case. */
  open: boolean;
  print: (line: string) => void;
  /** Where it is none that ran before, but has been started for this. */
  isNew?: boolean;
};

/** How long the file that leads the browser on stays, where the page does not come. */
const ARRIVAL_MS = 20_000;
const LOOK_MS = 100;

/**
 * Opens the page of the Almanac that runs on a data folder already, if there is one that can be asked.
 * @returns whether it did; else this process is to start its own.
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

/** Waits until the browser has exchanged the token: then it needs the file no more. */
async function hasArrived(running: Instance, signIns: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < ARRIVAL_MS; waitedMs += LOOK_MS) {
    const now = await instanceState(running);
    if (now === undefined || now.signIns > signIns) return;
    await sleep(LOOK_MS);
  }
}
