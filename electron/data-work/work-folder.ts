import { tmpdir } from 'node:os';
import path from 'node:path';
import { newDraftFolder, removeDrafts } from '../../service/process/drafts.ts';

/** @returns a new folder for dropped files, for exports, or for the page that opens the browser. Only this account may read it. */
export function makeWorkFolder(kind: 'upload' | 'export' | 'open'): string {
  return newDraftFolder(path.join(tmpdir(), `almanac-${kind}`));
}

/** Removes what processes that have ended left in the data folder and in the system's temporary folder. This one has begun just now. */
export function removeStaleDrafts(dataDir: string): void {
  for (const folder of [tmpdir(), dataDir]) removeDrafts(folder, true);
}
