import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../service/contract/failure.ts';
import { commandLine } from '../../service/process/command-line.ts';
import { runningInstance } from '../../service/process/instances/index.ts';
import type { Instance } from '../../service/process/instances/types.ts';
import { maskSecrets } from '../../service/process/mask.ts';
import { forceKill } from '../child-process.ts';
import { type HandOverOptions, handOver } from './hand-over.ts';

const START_MS = 30_000;
const LOOK_MS = 50;
/** More time than its service may take to end. */
const END_MS = 10_000;
const LONGEST_WORDS = 2_000;

/** Set in the environment of the process that serves in the background. */
export const STAYS = 'ALMANAC_STAYS_IN_BACKGROUND';

/**
 * Opens the page of the Almanac that runs, or starts one that outlives this process and its terminal. If the new one does not open,
 * it is ended.
 * @param words the program's own arguments
 * @throws Failure 'folder_in_use' at once if the running one has no page that can be opened; 'cancelled' if the new one does not
 *   start, with what it printed.
 */
export async function openInBackground(words: readonly string[], options: HandOverOptions): Promise<void> {
  if (await handOver(options)) return;
  const running = runningInstance(options.dataDir);
  if (running) throw heldBy(running);
  const child = spawn(
    process.execPath,
    [process.argv[1] ?? '', ...words.filter((word) => word !== '--no-open'), '--no-open'],
    {
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, [STAYS]: '1' },
    },
  );
  child.unref();
  let said = '';
  const hear = (text: string): void => {
    if (said.length < LONGEST_WORDS) said += text;
  };
  child.stderr?.on('data', (chunk: Buffer) => hear(chunk.toString()));
  child.once('error', (error) => hear(error.message));
  let isOpen = false;
  try {
    isOpen = await whenOpen(child, options, () => said);
  } finally {
    // From here on nobody reads what it prints.
    child.stderr?.destroy();
    if (!isOpen) await end(child);
  }
}

/**
 * @returns true when the new one is open; false when another one was faster and its page is open.
 * @throws Failure where neither is.
 */
async function whenOpen(child: ChildProcess, options: HandOverOptions, said: () => string): Promise<boolean> {
  const { dataDir } = options;
  for (let waitedMs = 0; waitedMs < START_MS; waitedMs += LOOK_MS) {
    if (hasEnded(child)) {
      // Its last words may still be on the way.
      await sleep(LOOK_MS);
      throw notStarted(said());
    }
    const running = runningInstance(dataDir);
    if (running?.pid === child.pid) {
      if (await handOver({ ...options, isNew: true })) return true;
    } else if (running) {
      if (await handOver(options)) return false;
      if (runningInstance(dataDir)?.pid === running.pid) throw heldBy(running);
    }
    await sleep(LOOK_MS);
  }
  throw new Failure(
    'cancelled',
    `Almanac did not open within ${START_MS / 1000} s, so it was ended. ${path.join(dataDir, 'logs', 'almanac.log')} may say why.`,
  );
}

function notStarted(said: string): Failure {
  const words = maskSecrets(said.slice(0, LONGEST_WORDS).trim());
  return new Failure('cancelled', words === '' ? 'Almanac ended before it was open.' : words);
}

/** True also where it could not be started at all. */
const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** Asks it to end; kills it with all of its processes if it does not. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  if (!hasEnded(child)) child.kill('SIGTERM');
  for (let waitedMs = 0; waitedMs < END_MS && !hasEnded(child); waitedMs += LOOK_MS) await sleep(LOOK_MS);
  // It leads its own process group (`detached`). Windows has no such groups.
  if (!hasEnded(child)) forceKill(process.platform === 'win32' ? child.pid : -child.pid);
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
