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

/** Files of databases. A connection to a deleted or replaced file silently keeps using the old file. */

function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}-${found.ino}`;
}

const opened = new WeakMap<Database, string | undefined>();

export function rememberFile(db: Database): void {
  opened.set(db, fileIdentity(db.name));
}

/** Call it before a commit, because writes to a deleted file are lost. @throws Failure 'folder_unusable'. */
export function expectSameFile(db: Database): void {
  if (!opened.has(db) || opened.get(db) === fileIdentity(db.name)) return;
  throw removedFile(db.name);
}

export function removedFile(path: string): Failure {
  return new Failure(
    'folder_unusable',
    `${path} was removed or replaced while Almanac was using it. Nothing was stored. Put the file back and start Almanac again, or go on with the file that is there now and try again.`,
    { file: path },
  );
}

/** Renames the log (WAL) of a deleted database: SQLite would apply it to the next file of that name. */
export function putLogAside(path: string, now: Date): void {
  const log = `${path}-wal`;
  if (existsSync(log)) renameSync(log, freeStampedName(`${log}.left-`, now));
  rmSync(`${path}-shm`, { force: true });
}

/** Renames a broken database and its log; close all connections to it first. @returns the new path. */
export function setAside(path: string, now: Date, why = 'broken'): string {
  return guarded(path, () => {
    const target = freeStampedName(`${path}.${why}-`, now);
    renameSync(path, target);
    // SQLite would apply the old log to the new file.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
    }
    return target;
  });
}

export type FileWatch = ReturnType<typeof watchFiles>;

export function watchFiles(paths: readonly string[]) {
  const files = paths.map((path) => ({ path, first: fileIdentity(path), log: fileIdentity(`${path}-wal`) }));
  const isChanged = ({ path, first }: (typeof files)[number]) => fileIdentity(path) !== first;
  return {
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

/** @returns a free path: `BEGIN2026-11-22T10-20-30ZEND`, or with `-2`… before END. Windows forbids colons. */
export function freeStampedName(begin: string, now: Date, end = ''): string {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  let path = `${begin}${stamp}${end}`;
  for (let n = 2; existsSync(path); n++) path = `${begin}${stamp}-${n}${end}`;
  return path;
}

export function copyBytes(from: string, to: string): void {
  for (const suffix of ['', '-wal']) {
    if (!existsSync(from + suffix)) continue;
    closeSync(openSync(to + suffix, 'w', 0o600));
    copyFileSync(from + suffix, to + suffix);
    // The copy gets the permissions of the original, which may be read-only.
    chmodSync(to + suffix, 0o600);
    syncFile(to + suffix);
  }
}

/** @returns the size of a file; 0 if there is none. */
export function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

export function syncFile(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
