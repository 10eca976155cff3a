import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Its owner's alone, as the XDG Base Directory Specification has it; Windows gives the rights of the folder above. */
const OWNERS = { mode: 0o700 };

/**
 * Makes a folder and those above it, where they are missing, for their owner only; one that is there stays as it is. Not `mkdirSync`
 * with `recursive`: that never returns where a system refuses a new folder by saying that the one above is missing (Linux
 * below /proc).
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, OWNERS);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, OWNERS);
  }
}
