import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../service/contract/failure.ts';
import { runningInstance } from '../../service/instances/index.ts';
import { type HandOverOptions, handOver } from './hand-over.ts';

const START_MS = 30_000;
const LOOK_MS = 50;

/** Set in the environment of the process that stays: it is the one that serves, and nobody may come to look at it. */
export const STAYS = 'ALMANAC_STAYS_IN_BACKGROUND';

/**
 * Opens the page of the Almanac that runs, or starts one that goes on without this process and its terminal.
 * @param words the program's own arguments
 * @throws Failure 'cancelled' where it does not start; its own words stand in the log.
 */
export async function openInBackground(words: readonly string[], options: HandOverOptions): Promise<void> {
  if (await handOver(options)) return;
  const child = spawn(
    process.execPath,
    [process.argv[1] ?? '', ...words.filter((word) => word !== '--no-open'), '--no-open'],
    {
      detached: true,
      windowsHide: true,
      stdio: 'ignore',
      env: { ...process.env, [STAYS]: '1' },
    },
  );
  let hasEnded = false;
  child.once('exit', () => {
    hasEnded = true;
  });
  child.unref();
  for (let waitedMs = 0; waitedMs < START_MS && !hasEnded; waitedMs += LOOK_MS) {
    // Its own, not that of a process which is just ending.
    if (runningInstance(options.dataDir)?.pid === child.pid && (await handOver({ ...options, isNew: true })))
      return;
    await sleep(LOOK_MS);
  }
  throw new Failure(
    'cancelled',
    'Almanac did not start in the background. Start it without --background: it then says why.',
  );
}
