import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { newDraft } from '../process/drafts.ts';

/** For the owner only, as the XDG Base Directory Specification says. On Windows, a folder has the permissions of its parent. */
const OWNER_ONLY = { mode: 0o700 };

/** As `mkdirSync` with `recursive`, which never returns if the system refuses a new folder with ENOENT (Linux, below /proc). */
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

/** Large enough to fail on a full disk, on which a smaller file might still fit. */
const PROBE_BYTES = 64 * 1024;

/** @returns why a folder cannot be written (`EROFS`, `ENOSPC`…), by trying it: SQLite's error codes do not distinguish these. */
export function whyNotWritable(folder: string): string | undefined {
  const probe = newDraft(join(folder, '.write-probe'));
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

/** @returns the error code if this user may not write the file; undefined if they may, or there is none. */
export function whyNotWritableFile(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? undefined : code;
  }
}

/** @returns whether `error` came because the file or its folder cannot be written. It may still be readable. */
export function failedToWrite(path: string, error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (!/^(SQLITE_(IOERR|CANTOPEN|READONLY|FULL)|EROFS|EACCES|EPERM|ENOSPC|EDQUOT)/.test(code)) return false;
  return whyNotWritable(dirname(path)) !== undefined || whyNotWritableFile(path) !== undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
