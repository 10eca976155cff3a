import { dirname } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { KEYS_FILE } from '../contract/names.ts';
import { whyNotWritable, whyNotWritableFile } from './unwritable.ts';

/** System error codes of a folder that cannot be used as it is. */
const FOLDER_CODES = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'EIO',
  'EISDIR',
]);

const NO_FOLDER =
  'is no folder: a file stands there, or on the way to it. Choose a folder that you may write to.';
const STILL_READ =
  'What is in it can still be read and exported; to change it, choose a data folder that you may write to';
const NO_RIGHT = `may not be written by this user. ${STILL_READ}, or give this user the right.`;
/** The rest of a sentence about the folder, and what helps. */
const WHY_UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  ENOENT: 'cannot be made: the system takes no new folder there. Choose a folder that you may write to.',
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: `may not be written: it is on a disk that can only be read. ${STILL_READ}.`,
};

/**
 * Says in our words what SQLite or the file system said of the database at `path`.
 * @returns a `Failure` for what can be expected of a file or folder; anything else is returned as it is, for it is a bug.
 */
export function asFailure(error: unknown, path: string): unknown {
  if (error instanceof Damage) return damagedFile(path, error);
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  const cause = { cause: error };
  const at = { file: path };
  // The layout is checked when a file is opened: where a table is missing later, the file was emptied since.
  if (code.startsWith('SQLITE_CORRUPT') || error.message.startsWith('no such table:'))
    return damagedFile(path, error);
  if (code === 'SQLITE_NOTADB') return brokenFile(path, error);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new Failure(
      'folder_in_use',
      `Another program is writing to ${path} and did not finish in time. Let it finish, then try again.`,
      at,
      cause,
    );
  }
  if (/^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH)/.test(code) || FOLDER_CODES.has(code))
    return new Failure('folder_unusable', whyUnusable(path, code), at, cause);
  return error;
}

/** What was read cannot be true: rows lack or do not come in their order. `guarded` makes a `Failure` of it, which names the file. */
export class Damage extends Error {}

/** @returns what people are told of a damaged file. @param what was seen, without a full stop. */
export function damageText(path: string, what: string): string {
  if (path.endsWith(KEYS_FILE))
    return `The file of API keys ${path} is damaged (${what}). Stop Almanac, move the file away, start again and make new keys.`;
  return `The data file ${path} is damaged (${what}): rows of it may be missing or wrong. Restore a back-up. Where there is none, rescue what can be read into a new data folder (almanac rescue FILE --data-dir NEW), and refresh there.`;
}

function damagedFile(path: string, cause: Error): Failure {
  return new Failure('broken_data_file', damageText(path, cause.message), { file: path }, { cause });
}

/** @returns the failure of a write to a database of which only a copy in memory could be opened. */
export function unwritable(path: string): Failure {
  return new Failure('folder_unusable', whyUnusable(path, 'SQLITE_READONLY'), { file: path });
}

/**
 * For work that costs others something before it writes: nobody is asked for what cannot be kept.
 * @throws Failure 'folder_unusable' where the folder or the file at `path` is there and cannot be written.
 */
export function expectWritable(path: string): void {
  const folder = whyNotWritable(dirname(path));
  if ((folder !== undefined && folder !== 'ENOENT') || whyNotWritableFile(path) !== undefined)
    throw unwritable(path);
}

/** SQLite's own codes name the wrong cause more often than not: the folder is asked what is wrong with it. */
function whyUnusable(path: string, code: string): string {
  const folder = dirname(path);
  // A folder below one that can only be read is said to be missing.
  const isVague = code.startsWith('SQLITE_') || code === 'ENOENT';
  const found = isVague ? (whyNotWritable(folder) ?? whyNotWritableFile(path)) : code;
  if (code === 'SQLITE_FULL' || found === 'ENOSPC' || found === 'EDQUOT')
    return `The disk that holds ${folder} is full. Free some space there or choose another data folder.`;
  const why = found === undefined ? undefined : WHY_UNUSABLE[found];
  return `The data folder ${folder} ${why ?? `cannot be read and written (${code}). Choose a folder that you may write to.`}`;
}

/** @returns the failure of a file that is no database, or a damaged one, or not ours. */
export function brokenFile(path: string, cause?: Error): Failure {
  return new Failure(
    'broken_data_file',
    `${path} is damaged or is not an Almanac data file. Set it aside under another name and start again.`,
    { file: path },
    cause && { cause },
  );
}

/** Runs `work` on the database at `path`; what it throws is thrown on in our words. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asFailure(error, path);
  }
}
