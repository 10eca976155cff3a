import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The name of a folder contains the id of the process that owns it, so that folders of killed processes can be recognised. */
const NAMED = /^almanac-(?:upload|export|open)-(\d+)-[^-]+$/;

/** @returns a new folder for dropped files, for exports, or for the page that opens the browser. Only this account may read it. */
export function makeWorkFolder(kind: 'upload' | 'export' | 'open'): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `almanac-${kind}-${process.pid}-`));
}

/**
 * Removes the folders of this account whose process has ended without removing them. If another process has the same id by now, the
 * folder stays until a later start.
 * @returns how many it has removed. @throws the file system's error.
 */
export async function removeStaleFolders(folder = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const pid = Number(NAMED.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const stale = path.join(folder, name);
    const facts = await stat(stale).catch(absent);
    if (!facts?.isDirectory() || facts.uid !== (process.getuid?.() ?? facts.uid)) continue;
    await rm(stale, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs under another account.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Another host may have removed the folder meanwhile. */
function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
