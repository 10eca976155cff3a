import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** For the owner only, as the XDG Base Directory Specification says. On Windows, a folder has the permissions of its parent. */
const OWNER_ONLY = { mode: 0o700 };

/**
 * Creates a folder and its missing parents, for the owner only. Existing folders keep their permissions. `mkdirSync` with
 * `recursive` is not used, because it never returns if the system refuses a new folder with ENOENT (Linux, below /proc).
 * @throws the file system's error.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, OWNER_ONLY);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, OWNER_ONLY);
  }
}
