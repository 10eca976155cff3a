import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../service/contract/failure.ts';
import { commandLine } from '../service/process/command-line.ts';
import { askToOpen, type Instance, runningInstance } from '../service/process/instances.ts';
import { canShowBrowser, leadBrowser } from './open-browser.ts';

export type OpenOptions = {
  dataDir: string;
  /** Whether the browser is opened; the address is printed in any case. */
  open: boolean;
  print: (line: string) => void;
};

/** How long to wait for one that is just starting, and for one whose service does not answer. */
const START_MS = 60_000;
const ANSWER_MS = 5_000;
const LOOK_MS = 100;

/**
 * Opens the page of the Almanac that already runs on a data folder.
 * @returns whether one runs; otherwise this process has to start its own.
 * @throws Failure 'folder_in_use' where the running one has no page that can be opened.
 */
export async function openRunning({ dataDir, open, print }: OpenOptions): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const running = runningInstance(dataDir);
    if (!running || running.pid === process.pid) return false;
    const address = await askToOpen(running);
    if (address !== undefined) {
      print(`Almanac runs on ${dataDir} already (process ${running.pid}). It is open at ${address}`);
      if (open && canShowBrowser()) await leadBrowser(address, running);
      return true;
    }
    if (running.kind !== 'browser' || waitedMs >= (running.pagePort === null ? START_MS : ANSWER_MS))
      throw heldBy(running);
    await sleep(LOOK_MS);
  }
}

/** How each kind is described, and what a person can do when its page cannot be opened. */
const KINDS: Readonly<Record<Instance['kind'], { is: string; advice: string }>> = {
  desktop: { is: 'in a desktop window', advice: 'use that window, or end it' },
  service: { is: 'as a service without a page (serve)', advice: 'end it' },
  browser: { is: 'in the browser, but does not answer', advice: 'end it' },
};

/** @returns the failure that says who holds the data folder and what to do. */
function heldBy({ kind, dataDir, pid, servicePort }: Instance): Failure {
  const { is, advice } = KINDS[kind];
  const api = servicePort === null ? '' : `, API at http://127.0.0.1:${servicePort}`;
  return new Failure(
    'folder_in_use',
    `Almanac runs on ${dataDir} already, ${is} (process ${pid}${api}). Choose another folder with --data-dir, or ${advice}: ${commandLine`stop --data-dir ${dataDir}`}`,
    { file: dataDir },
  );
}
