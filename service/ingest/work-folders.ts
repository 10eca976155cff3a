import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILE } from '../contract/names.ts';
import { guarded } from '../store/index.ts';

/** Names of work folders begin with the id of the process that fetches, so that folders of killed processes can be found. */
const NAMED = /^(\d+)-[^-]+$/;

const workOf = (dataDir: string) => join(dataDir, 'fetch', 'work');

/**
 * Makes a folder for what a refresh fetches, on the disk of the data, and removes those of processes that have ended.
 * @throws Failure 'folder_unusable'.
 */
export function makeWorkFolder(dataDir: string): string {
  return guarded(join(dataDir, DATA_FILE), () => {
    const work = workOf(dataDir);
    mkdirSync(work, { recursive: true, mode: 0o700 });
    removeStaleWork(dataDir);
    return mkdtempSync(join(work, `${process.pid}-`));
  });
}

/** Removes a folder, and its parents where they are empty. */
export function removeWorkFolder(dataDir: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  removeWhereEmpty(dataDir);
}

/**
 * Removes the folders of processes that have ended. What cannot be removed stays; it does no harm.
 * @param isStart whether this process has fetched nothing yet: a folder with its own id is then that of an earlier process.
 */
export function removeStaleWork(dataDir: string, isStart = false): void {
  try {
    for (const name of readdirSync(workOf(dataDir))) {
      const pid = Number(NAMED.exec(name)?.[1] ?? Number.NaN);
      if (Number.isNaN(pid) || (pid === process.pid ? !isStart : isAlive(pid))) continue;
      rmSync(join(workOf(dataDir), name), { recursive: true, force: true });
    }
    if (isStart) removeWhereEmpty(dataDir);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function removeWhereEmpty(dataDir: string): void {
  for (const folder of [workOf(dataDir), join(dataDir, 'fetch')]) {
    try {
      rmdirSync(folder);
    } catch {
      // Others fetch too, or blocks are kept there.
      return;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
