import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { guarded } from './failures.ts';

/**
 * Copies and renames database files with their logs, and finds out whether a file was deleted or replaced while a connection to it was
 * open: that connection continues with the old file, which then has no name.
 */

/** @returns a text that identifies the file at this path; undefined if there is none. */
function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}-${found.ino}`;
}

const opened = new WeakMap<Database, string | undefined>();

/** Remembers which file a connection has just opened, for `expectSameFile`. */
export function rememberFile(db: Database): void {
  opened.set(db, fileIdentity(db.name));
}

/**
 * Call it before a commit: what is written to a deleted file is lost.
 * @throws Failure 'folder_unusable' if the connection's file was deleted or replaced since it was opened.
 */
export function expectSameFile(db: Database): void {
  if (!opened.has(db) || opened.get(db) === fileIdentity(db.name)) return;
  throw removedFile(db.name);
}

/** @returns the Failure for a write to a file that was deleted or replaced. */
export function removedFile(path: string): Failure {
  return new Failure(
    'folder_unusable',
    `${path} was removed or replaced while Almanac was using it. Nothing was stored. Put the file back and start Almanac again, or go on with the file that is there now and try again.`,
    { file: path },
  );
}

/**
 * Renames a log (WAL) whose database was deleted, because SQLite would apply it to the next database of that name. The index of the
 * log (`-shm`) is deleted: it contains no data.
 */
export function putLogAside(path: string, now: Date): void {
  const log = `${path}-wal`;
  if (existsSync(log)) renameSync(log, freeStampedName(`${log}.left-`, now));
  rmSync(`${path}-shm`, { force: true });
}

/**
 * Renames a broken database and its log (WAL) to a name with a time stamp in the same folder. Nothing is deleted.
 * Whoever starts the service calls it after a Failure 'broken_data_file' and before opening the folder again. No connection to the
 * file may be open.
 * @param why a word for the name: 'broken' is listed as an incident.
 * @returns the new path of the database.
 * @throws Failure 'folder_unusable'.
 */
export function setAside(path: string, now: Date, why = 'broken'): string {
  return guarded(path, () => {
    const target = freeStampedName(`${path}.${why}-`, now);
    renameSync(path, target);
    // The log belongs to the old file: if it stayed, SQLite would apply it to the new one.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
    return target;
  });
}

export type FileWatch = ReturnType<typeof watchFiles>;

/** @param paths of open databases. The files are looked at only when a method is called. */
export function watchFiles(paths: readonly string[]) {
  const files = paths.map((path) => ({ path, first: fileIdentity(path), log: fileIdentity(`${path}-wal`) }));
  const isChanged = ({ path, first }: (typeof files)[number]) => fileIdentity(path) !== first;
  return {
    /** @returns the paths of the files that were deleted or replaced since the watch began. */
    changed(): string[] {
      for (const file of files) if (!isChanged(file)) file.log = fileIdentity(`${file.path}-wal`);
      return files.filter(isChanged).map(({ path }) => path);
    },
    /** Renames the log beside each changed file, if it is still the log of the old file. */
    putLogsAside(now: Date): void {
      for (const file of files.filter(isChanged))
        if (file.log !== undefined && fileIdentity(`${file.path}-wal`) === file.log)
          putLogAside(file.path, now);
    },
  };
}

/**
 * @param begin path and separator before the time stamp. @param end the file extension.
 * @returns a path that does not exist yet: `BEGIN2026-11-22T10-20-30ZEND`, or with `-2`, `-3`… before END. It has no colons, which
 * Windows does not allow in file names.
 */
export function freeStampedName(begin: string, now: Date, end = ''): string {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  let path = `${begin}${stamp}${end}`;
  for (let n = 2; existsSync(path); n++) path = `${begin}${stamp}-${n}${end}`;
  return path;
}

/** Copies a database and its log (WAL) byte by byte, also one that SQLite cannot read. */
export function copyBytes(from: string, to: string): void {
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    closeSync(openSync(to + suffix, 'w', 0o600));
    copyFileSync(from + suffix, to + suffix);
    // The copy has the rights of the original, which may be read-only.
    chmodSync(to + suffix, 0o600);
    syncFile(to + suffix);
  }
}

/** Removes a database and what SQLite keeps beside it. A file that is missing is no error. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** Makes sure that the bytes of a file survive a power cut. */
export function syncFile(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
