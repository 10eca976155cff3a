import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILE } from '../contract/names.ts';
import { newDraftFolder, removeDrafts } from '../process/drafts.ts';
import { guarded } from '../store/index.ts';

const workOf = (dataDir: string) => join(dataDir, 'fetch', 'work');

/** Makes a folder for a refresh's downloads, on the disk of the data. @throws Failure 'folder_unusable'. */
export function makeWorkFolder(dataDir: string): string {
  return guarded(join(dataDir, DATA_FILE), () => {
    const work = workOf(dataDir);
    mkdirSync(work, { recursive: true, mode: 0o700 });
    return newDraftFolder(join(work, 'refresh'));
  });
}

/** Removes a folder, and its parents if they are empty. */
export function removeWorkFolder(dataDir: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  removeWhereEmpty(dataDir);
}

/** Removes the folders of processes that have ended. This process has not fetched anything yet. */
export function removeStaleWork(dataDir: string): void {
  removeDrafts(workOf(dataDir), true);
  removeWhereEmpty(dataDir);
}

function removeWhereEmpty(dataDir: string): void {
  for (const folder of [workOf(dataDir), join(dataDir, 'fetch')]) {
    try {
      rmdirSync(folder);
    } catch {
      // Other processes fetch too.
      return;
    }
  }
}
