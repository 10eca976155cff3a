import { accessSync, closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** More than a file system keeps free for small change. */
const PROBE_BYTES = 64 * 1024;

/**
 * Tries to write a file into a folder, and takes it away again: SQLite's own codes do not tell a full disk from one that can only be
 * read, nor either from a missing right. Only asked when something has failed.
 * @returns the system's code (`EROFS`, `EACCES`, `ENOSPC` …), or undefined where the folder can be written.
 */
export function whyNotWritable(folder: string): string | undefined {
  const probe = join(folder, `.write-probe-${process.pid}`);
  try {
    const file = openSync(probe, 'w', 0o600);
    try {
      writeSync(file, Buffer.alloc(PROBE_BYTES));
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** @returns the system's code where this user may not write the file itself; undefined where he may, or there is none. */
export function whyNotWritableFile(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? undefined : code;
  }
}

/** @returns whether what failed failed because nothing can be written where the file is: then it may still be read. */
export function failedToWrite(path: string, error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (!/^(SQLITE_(IOERR|CANTOPEN|READONLY|FULL)|EROFS|EACCES|EPERM|ENOSPC|EDQUOT)/.test(code)) return false;
  return whyNotWritable(dirname(path)) !== undefined || whyNotWritableFile(path) !== undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
