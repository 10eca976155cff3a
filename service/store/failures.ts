import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { KEYS_FILE, WORK_FILE } from '../contract/names.ts';
import { commandLine } from '../process/command-line.ts';
import { newDraft } from '../process/drafts.ts';

const FOLDER_CODE = /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|ENOENT|EIO|EISDIR)$/;

const NO_FOLDER =
  'is not a folder: a file has this name or is in its path. Choose a folder that you may write to.';
const READING_ADVICE =
  'Its data can still be read and exported; to change it, choose a data folder that you may write to';
const NO_RIGHT = `may not be written by this user. ${READING_ADVICE}, or give this user the right.`;
/** By error code: the rest of a sentence that begins with the folder, and advice to the user. */
const WHY_UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  ENOENT: 'cannot be made: the system takes no new folder there. Choose a folder that you may write to.',
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: `may not be written: it is on a disk that can only be read. ${READING_ADVICE}.`,
};

/** @returns a `Failure` for expected errors of SQLite and folders; any other error unchanged, as a bug. */
export function asFailure(error: unknown, path: string): unknown {
  if (error instanceof Damage) return damagedFile(path, error);
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const failure = (kind: 'folder_in_use' | 'folder_unusable', sentence: string) =>
    new Failure(kind, sentence, { file: path }, { cause: error });
  // Opening the file checked its tables, so a table that is missing now was removed since.
  if (code.startsWith('SQLITE_CORRUPT') || error.message.startsWith('no such table:'))
    return damagedFile(path, error);
  if (code === 'SQLITE_NOTADB') return brokenFile(path, error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    const sentence = `Another program is writing to ${path} and did not finish in time. Let it finish, then try again.`;
    return failure('folder_in_use', sentence);
  }
  if (/^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH)/.test(code) || FOLDER_CODE.test(code))
    return failure('folder_unusable', whyUnusable(path, code));
  return error;
}

/** Thrown if stored rows are missing or out of order. `guarded` turns it into a `Failure` with the path. */
export class Damage extends Error {}

export function damageText(path: string, what: string): string {
  if (path.endsWith(KEYS_FILE))
    return `The file of API keys ${path} is damaged (${what}). Stop Almanac, move the file away, start again and make new keys.`;
  if (path.endsWith(WORK_FILE))
    return `The file of your own work ${path} is damaged (${what}). Stop Almanac, move the file away, start again and restore a back-up, which has it too.`;
  return `The data file ${path} is damaged (${what}): rows of it may be missing or wrong. Restore a back-up. Where there is none, rescue what can be read into a new data folder, and refresh there: ${commandLine`rescue ${path} --data-dir NEW`}`;
}

function damagedFile(path: string, cause: Error): Failure {
  return new Failure('broken_data_file', damageText(path, cause.message), { file: path }, { cause });
}

export function unwritable(path: string): Failure {
  return new Failure('folder_unusable', whyUnusable(path, 'SQLITE_READONLY'), { file: path });
}

/** Call it before costly work that ends in a write. @throws Failure 'folder_unusable' if writing fails. */
export function expectWritable(path: string): void {
  const folder = whyNotWritable(dirname(path));
  if ((folder !== undefined && folder !== 'ENOENT') || whyNotWritableFile(path) !== undefined)
    throw unwritable(path);
}

/** @returns a sentence. Tries to write, because SQLite's error codes often name the wrong cause. */
function whyUnusable(path: string, code: string): string {
  const folder = dirname(path);
  // Creating a folder in a read-only folder may fail with ENOENT.
  const isVague = code.startsWith('SQLITE_') || code === 'ENOENT';
  const found = isVague ? (whyNotWritable(folder) ?? whyNotWritableFile(path)) : code;
  if (code === 'SQLITE_FULL' || found === 'ENOSPC' || found === 'EDQUOT')
    return `The disk that holds ${folder} is full. Free some space there or choose another data folder.`;
  const why = found === undefined ? undefined : WHY_UNUSABLE[found];
  return `The data folder ${folder} ${why ?? `cannot be read and written (${code}). Choose a folder that you may write to.`}`;
}

export function brokenFile(path: string, cause?: Error): Failure {
  return new Failure(
    'broken_data_file',
    `${path} is damaged or is not an Almanac data file. Set it aside under another name and start again.`,
    { file: path },
    cause && { cause },
  );
}

export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFailure(error, path);
  }
}

/** Owner only, as the XDG Base Directory Specification asks. Windows applies the parent's permissions. */
const OWNER_ONLY = { mode: 0o700 };

/** Like recursive `mkdirSync`, which never returns if the system answers ENOENT (Linux, below /proc). */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, OWNER_ONLY);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    mkdirSync(path, OWNER_ONLY);
  }
}

/** Large enough to fail on a full disk, where a smaller file might still fit. */
const PROBE_BYTES = 64 * 1024;

/** Tries to write to a folder. @returns the error code (`EROFS`, `ENOSPC`…); `undefined` if it works. */
function whyNotWritable(folder: string): string | undefined {
  const probe = newDraft(join(folder, '.write-probe'));
  let found: string | undefined;
  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
  } catch (error) {
    found = codeOf(error);
  }
  if (existsSync(probe)) rmSync(probe, { force: true });
  return found;
}

/** @returns the error code if this user may not write the file; `undefined` if they may, or it is missing. */
function whyNotWritableFile(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? undefined : code;
  }
}

/** True if `error` occurred because the file or its folder cannot be written. Reading may still work. */
export function failedToWrite(path: string, error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (!/^(SQLITE_(IOERR|CANTOPEN|READONLY|FULL)|EROFS|EACCES|EPERM|ENOSPC|EDQUOT)/.test(code)) return false;
  return whyNotWritable(dirname(path)) !== undefined || whyNotWritableFile(path) !== undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
