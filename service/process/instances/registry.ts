import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/**
 * Which data folders this account runs an Almanac on: one small file for each, with the folder's path, in a folder of the
 * account among the temporary files. It only leads to the runtime files; what it lacks is merely not listed.
 */

/** Notes that an Almanac runs on a folder. Without effect where the temporary folder cannot be trusted or written. */
export function noteFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder === undefined) return;
  try {
    writeFileSync(path.join(folder, nameOf(dataDir)), dataDir, { mode: 0o600 });
  } catch {
    // The list is a convenience; the app is not to fail for it.
  }
}

export function forgetFolder(dataDir: string): void {
  const folder = ownFolder();
  if (folder !== undefined) rmSync(path.join(folder, nameOf(dataDir)), { force: true });
}

/** @returns the data folders on which an Almanac of this account has run and not ended properly since. */
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

/** @returns the account's own folder, made where it is missing; undefined where somebody else made it, who could mislead us. */
function ownFolder(): string | undefined {
  const { uid, username } = userInfo();
  const folder = path.join(tmpdir(), `almanac-${uid >= 0 ? uid : username}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const found = lstatSync(folder);
    const isOurs = uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    // A temporary folder that cannot be used: nothing is listed.
    return undefined;
  }
}

const nameOf = (dataDir: string): string => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
