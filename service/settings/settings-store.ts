import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { SETTINGS_FILE } from '../contract/names.ts';
import { syncFolder, writeSynced } from '../process/whole-file.ts';
import { membersOf, withMembers } from './json-members.ts';

/** What stands in the file, also names that no part of Almanac knows. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** `problem` is the end of a sentence: where the file stops being JSON, or why the system does not give it. */
export type SettingsRead =
  | { state: 'absent' }
  | { state: 'held'; values: SettingValues }
  | { state: 'unreadable'; problem: string };

/** Nobody writes so much by hand. */
const LARGEST_BYTES = 1 << 20;
const BYTE_ORDER_MARK = '\uFEFF';
/** A process that still writes after so long has ended in the middle. */
const STALE_MS = 10_000;
const LONGEST_WAIT_MS = 3_000;
const LOOK_MS = 10;

/** @returns what the settings of a data folder hold; it writes nothing. */
export function readSettingsFile(dataDir: string): SettingsRead {
  const read = readText(settingsPath(dataDir));
  if ('problem' in read) return { state: 'unreadable', problem: read.problem };
  return read.text === undefined ? { state: 'absent' } : { state: 'held', values: JSON.parse(read.text) };
}

/**
 * Changes these names in the file as it is now, whoever wrote it since it was last read; every other character of it stays. Whole or
 * not at all, also where the power fails.
 * @returns what the file holds then.
 * @throws Failure 'folder_unusable' where it cannot be written, 'invalid_file' where what is there cannot be read. It is as it was then.
 */
export function changeSettingsFile(dataDir: string, changes: SettingValues): SettingValues {
  const file = settingsPath(dataDir);
  return replaced(file, (write) => {
    const read = readText(file);
    if ('problem' in read) {
      throw new Failure(
        'invalid_file',
        `${file} cannot be read, so nothing was changed (${read.problem}). Mend it, or give it another name.`,
        { file },
      );
    }
    const text = withMembers(read.text ?? '{}', changes);
    write(text);
    return JSON.parse(text);
  });
}

/**
 * Puts a file that cannot be read aside, under a name with the day, and new settings in its place. Nothing is deleted, and where
 * the disk knows second names there is a file at every moment: without one everything would be as on a first start.
 * @param valuesFor the new settings; told the name of what was put aside
 * @returns that name.
 * @throws Failure 'folder_unusable'; the file is as it was then.
 */
export function putSettingsAside(
  dataDir: string,
  now: Date,
  valuesFor: (name: string) => SettingValues,
): string {
  const file = settingsPath(dataDir);
  return replaced(file, (write) => {
    const day = now.toISOString().slice(0, 10);
    for (let count = 1; ; count += 1) {
      const aside = `${file}.unreadable-${day}${count === 1 ? '' : `-${count}`}`;
      const name = path.basename(aside);
      write(withMembers('{}', valuesFor(name)));
      if (alsoNamed(file, aside)) return name;
    }
  });
}

/** Gives a file a second name. @returns whether that was free. */
function alsoNamed(file: string, aside: string): boolean {
  try {
    linkSync(file, aside);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || statSync(aside, { throwIfNoEntry: false })) return false;
    // A folder, or a disk that knows no second names.
    renameSync(file, aside);
    return true;
  }
}

function readText(file: string): { text: string | undefined } | { problem: string } {
  try {
    if (statSync(file).size > LARGEST_BYTES) return { problem: 'it is larger than 1 MB' };
    const text = readFileSync(file, 'utf8');
    const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    membersOf(json);
    return { text: json };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message };
    if (codeOf(error) === 'ENOENT') return { text: undefined };
    if (isFileError(error)) return { problem: `the system says ${codeOf(error)}` };
    throw error;
  }
}

/**
 * Lets `work` write what is to take the place of the file. The draft is also the lock: who finds one there waits until it has become
 * the file. Once it has, another's may stand there, so it is removed only before.
 */
function replaced<T>(file: string, work: (write: (text: string) => void) => T): T {
  const beside = `${file}.new`;
  try {
    takeTurn(beside);
    let result: T;
    try {
      result = work((text) => writeSynced(beside, text));
      renameSync(beside, file);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
    syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    throw isFileError(error) ? unwritable(file, error) : error;
  }
}

function takeTurn(beside: string): void {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      closeSync(openSync(beside, 'wx', 0o600));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const held = statSync(beside, { throwIfNoEntry: false });
    // A clock that was set back makes it as stale.
    if (held && Math.abs(Date.now() - held.mtimeMs) > STALE_MS) rmSync(beside, { force: true });
    if (waitedMs > LONGEST_WAIT_MS) {
      throw new Failure(
        'folder_in_use',
        `Another process is changing ${SETTINGS_FILE} and did not finish in time. Try again in a moment.`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/** The rest of a sentence about the file. */
const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, then try again',
  EDQUOT: 'the disk quota is used up. Free some space, then try again',
  EROFS: 'the disk can only be read',
  EACCES: 'this user may not write in the data folder',
  EPERM: 'this user may not write in the data folder',
  ENOENT: 'the data folder is not there any more',
  ENOTDIR: 'the data folder is no folder',
};

function unwritable(file: string, error: NodeJS.ErrnoException): Failure {
  const why = WHY[error.code ?? ''] ?? `the system says ${error.code}`;
  return new Failure(
    'folder_unusable',
    `The settings were not changed: ${file} cannot be written, since ${why}.`,
    { file },
    { cause: error },
  );
}

const settingsPath = (dataDir: string): string => path.join(dataDir, SETTINGS_FILE);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
