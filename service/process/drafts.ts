import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Drafts: files and folders that are renamed or removed once they are complete. A draft's name contains its
 * process's id, so that the next process in the folder removes drafts of killed ones.
 */

/** `NAME.PID-RANDOM.draft`, and SQLite's files beside it. */
const DRAFT = /\.(\d{1,10})-[0-9a-f]{12}\.draft(?:-[a-z]+)*$/;

/** Drafts that this thread has made. */
const made = new Set<string>();

/** @param file the future name of the draft, or any name in its folder. @returns an unguessable name. */
export function newDraft(file: string): string {
  removeDrafts(path.dirname(file));
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.draft`;
  made.add(draft);
  return draft;
}

/** @returns a new folder that is a draft. Only this account may read it. */
export function newDraftFolder(file: string): string {
  const folder = newDraft(file);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Removes drafts of ended processes. `isStart`: also drafts with this process's id that it did not make. */
export function removeDrafts(folder: string, isStart = false): void {
  for (const name of namesIn(folder)) {
    const [, id] = DRAFT.exec(name) ?? [];
    if (id === undefined) continue;
    const draft = path.join(folder, name);
    const isOver = Number(id) === process.pid ? isStart && !isMade(draft) : !isAlive(Number(id));
    if (!isOver) continue;
    try {
      const { uid } = lstatSync(draft);
      if (uid === (process.getuid?.() ?? uid)) rmSync(draft, { recursive: true, force: true });
    } catch (error) {
      if (!isFileError(error)) throw error;
    }
  }
}

const isMade = (draft: string): boolean => made.has(draft.replace(/(?<=\.draft)-[a-z-]+$/, ''));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isFileError(error)) return [];
    throw error;
  }
}

/** True if the error comes from the system and is not a bug. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** True if a process has this id, even if this process may not signal it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs under another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
