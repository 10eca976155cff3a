import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { membersOf, withMembers } from '../contract/json-members.ts';
import { SETTINGS_FILE } from '../contract/names.ts';
import { syncFolder, writeSynced } from '../process/whole-file.ts';

/** The values in the file by name, including names that Almanac does not know. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Result of reading the file. `problem` is the end of a sentence: where the JSON is wrong, or why the system cannot read the file. */
export type SettingsRead =
  | { state: 'absent' }
  | { state: 'held'; values: SettingValues }
  | { state: 'unreadable'; problem: string };

/** A settings file written by hand is never larger. */
const LARGEST_BYTES = 1 << 20;
const BYTE_ORDER_MARK = '\uFEFF';
/** A draft older than this comes from a process that ended before it finished. */
const STALE_MS = 10_000;
const LONGEST_WAIT_MS = 3_000;
const LOOK_MS = 10;

/** Reads the settings file of a data folder. Writes nothing and does not throw for a file with mistakes. */
export function readSettingsFile(dataDir: string): SettingsRead {
  const read = readText(settingsPath(dataDir));
  if ('problem' in read) return { state: 'unreadable', problem: read.problem };
  return read.text === undefined ? { state: 'absent' } : { state: 'held', values: JSON.parse(read.text) };
}

/**
 * Changes the values of these names in the current file, which others may have changed since it was last read. Every other character
 * stays. The file is changed completely or not at all, even if the power fails.
 * @returns all values of the file after the change.
 * @throws Failure 'folder_unusable' if it cannot be written, 'invalid_file' if the current file cannot be read, 'folder_in_use' if
 * another process does not finish its change in time. The file is then unchanged.
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
 * Renames an unreadable settings file to a name with today's date, and writes new settings in its place. Nothing is deleted. If the
 * disk supports hard links, a settings file exists at every moment; without one the app would behave as on its first start.
 * @param valuesFor returns the new settings; gets the new name of the unreadable file.
 * @returns that name.
 * @throws Failure 'folder_unusable' or 'folder_in_use'; the file is then unchanged.
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

/** Gives a file a second name, or renames it if there are no hard links. @returns false if the name is taken. */
function alsoNamed(file: string, aside: string): boolean {
  try {
    linkSync(file, aside);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || statSync(aside, { throwIfNoEntry: false })) return false;
    // It is a folder, or the disk has no hard links.
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
 * Lets `work` write a draft, which then replaces the file. The draft is also the lock: another process that finds it waits until it has
 * been renamed. After the renaming a draft may be that of another process, so a draft is removed only before.
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

/** Waits until no other process has a draft, and creates an empty one. @throws Failure 'folder_in_use' after about 3 seconds. */
function takeTurn(beside: string): void {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      closeSync(openSync(beside, 'wx', 0o600));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const held = statSync(beside, { throwIfNoEntry: false });
    // If the clock was set back, the draft's time is in the future; then it is stale too.
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

/** Reasons why the file cannot be written, as the end of a sentence. */
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
