import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { freeStampedName } from './stamped-name.ts';

/** A name may stand for another file than it did: who deletes or replaces one leaves open connections on what is no file any more. */

/** @returns what tells the file of this name from every other; undefined where there is none. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}-${found.ino}`;
}

const opened = new WeakMap<Database, string | undefined>();

/** Remembers which file a connection has opened just now. */
export function rememberFile(db: Database): void {
  opened.set(db, fileIdentity(db.name));
}

/**
 * To be asked before a commit: what is written to a file without a name is lost.
 * @throws Failure 'folder_unusable' where the connection's file was deleted or replaced since it was opened.
 */
export function expectSameFile(db: Database): void {
  if (!opened.has(db) || opened.get(db) === fileIdentity(db.name)) return;
  throw removedFile(db.name);
}

/** @returns the failure of a write to a file that was deleted or replaced. */
export function removedFile(path: string): Failure {
  return new Failure(
    'folder_unusable',
    `${path} was removed or replaced while Almanac was using it. Nothing was stored. Put the file back and start Almanac again, or go on with the file that is there now and try again.`,
    { file: path },
  );
}

/**
 * A log without its database belongs to one that was deleted; SQLite would apply it to the next one of the name. It is put aside;
 * the index of the log holds nothing of its own.
 */
export function putLogAside(path: string, now: Date): void {
  const log = `${path}-wal`;
  if (existsSync(log)) renameSync(log, freeStampedName(`${log}.left-`, now));
  rmSync(`${path}-shm`, { force: true });
}

export type FileWatch = {
  /** @returns the names of the files that are not the ones any more that they were at the beginning. */
  changed(): string[];
  /** Puts the log of a changed file aside where it is still the old file's. */
  putLogsAside(now: Date): void;
};

/** @param paths of databases that are open. Looks only when it is asked. */
export function watchFiles(paths: readonly string[]): FileWatch {
  const files = paths.map((path) => ({ path, first: fileIdentity(path), log: fileIdentity(`${path}-wal`) }));
  const isChanged = ({ path, first }: (typeof files)[number]) => fileIdentity(path) !== first;
  return {
    changed() {
      for (const file of files) if (!isChanged(file)) file.log = fileIdentity(`${file.path}-wal`);
      return files.filter(isChanged).map(({ path }) => path);
    },
    putLogsAside(now) {
      for (const file of files.filter(isChanged))
        if (file.log !== undefined && fileIdentity(`${file.path}-wal`) === file.log)
          putLogAside(file.path, now);
    },
  };
}
