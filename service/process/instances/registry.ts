import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/**
 * The list of data folders on which this account runs an Almanac. In the system's temporary folder the account has a folder of its own
 * with a small file for each data folder, which contains its path. The list only helps to find the runtime files: an Almanac that is
 * missing from it is not listed, but works.
 */

/** Adds a data folder to the list. Does nothing if the temporary folder cannot be trusted or written. */
export function noteFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder === undefined) return;
  try {
    writeFileSync(path.join(folder, nameOf(dataDir)), dataDir, { mode: 0o600 });
  } catch {
    // The list is a convenience; the app must not fail because of it.
  }
}

/** Removes a data folder from the list. */
export function forgetFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder !== undefined) rmSync(path.join(folder, nameOf(dataDir)), { force: true });
}

/** @returns the listed data folders: an Almanac of this account runs there, or ended without removing its entry. */
export function knownFolders(): string[] {
  const folder = ownFolder();
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      return readFileSync(path.join(folder, name), 'utf8');
    } catch {
      // That Almanac has just ended.
      return [];
    }
  });
}

/** @returns the account's own folder, created if missing; undefined if another account owns it or can write to it, because it could mislead us. */
function ownFolder(): string | undefined {
  const { uid, username } = userInfo();
  const folder = path.join(tmpdir(), `almanac-${uid >= 0 ? uid : username}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const found = lstatSync(folder);
    const isOurs = uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    // The temporary folder cannot be used: nothing is listed.
    return undefined;
  }
}

const nameOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
