import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { settingProblem } from '../contract/check-setting.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { jsonMembers, withMembers } from '../contract/json-members.ts';
import { SETTINGS_FILE } from '../contract/names.ts';
import { FILE_SETTINGS, type FileSettingName, type FileValues } from '../contract/settings.ts';
import { isAlive, newDraft } from '../process/drafts.ts';
import { syncFolder, writeSynced } from '../process/whole-file.ts';

/** The values in the file by name, including names that Almanac does not know. */
export type SettingValues = Readonly<Record<string, unknown>>;

/** Result of reading the file. `problem`: the end of a sentence, about wrong JSON or a system error. */
export type SettingsRead =
  | { state: 'absent' }
  | { state: 'held'; values: SettingValues }
  | { state: 'unreadable'; problem: string };

const LARGEST_BYTES = 1 << 20;
const BYTE_ORDER_MARK = '\uFEFF';
/** A turn file older than this is stale, because changing the settings takes less. */
const STALE_MS = 10_000;
const LONGEST_WAIT_MS = 3_000;
const LOOK_MS = 10;

/** Reads the settings file of a data folder. Does not throw for a file with mistakes. */
export function readSettingsFile(dataDir: string): SettingsRead {
  const read = readText(settingsPath(dataDir));
  if ('problem' in read) return { state: 'unreadable', problem: read.problem };
  return read.text === undefined ? { state: 'absent' } : { state: 'held', values: JSON.parse(read.text) };
}

/**
 * Changes values in the current file, completely or not at all; the other text stays. @returns all values.
 * @throws Failure 'folder_unusable', 'invalid_file' for an unreadable file, 'folder_in_use' after a wait.
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
 * Renames an unreadable settings file and writes new settings. With hard links the file is never missing.
 * @param valuesFor gets the old file's new name. @returns it. @throws Failure 'folder_unusable',
 * 'folder_in_use'
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
      if (linkOrRename(file, aside)) return name;
    }
  });
}

/** Gives a file a second name, or renames it without hard links. @returns false if the name is taken. */
function linkOrRename(file: string, aside: string): boolean {
  try {
    linkSync(file, aside);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || statSync(aside, { throwIfNoEntry: false })) return false;
    // `file` is a folder, or the disk has no hard links.
    renameSync(file, aside);
    return true;
  }
}

function readText(file: string): { text: string | undefined } | { problem: string } {
  try {
    if (statSync(file).size > LARGEST_BYTES) return { problem: 'it is larger than 1 MB' };
    const text = readFileSync(file, 'utf8');
    const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    jsonMembers(json);
    return { text: json };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message };
    if (codeOf(error) === 'ENOENT') return { text: undefined };
    if (isFileError(error)) return { problem: `the system says ${codeOf(error)}` };
    throw error;
  }
}

/** Lets `work` write a draft that replaces the file. A file with this process's id keeps others waiting. */
function replaced<T>(file: string, work: (write: (text: string) => void) => T): T {
  const turn = turnOf(file);
  try {
    takeTurn(turn);
    const draft = newDraft(file);
    let result: T;
    try {
      result = work((text) => writeSynced(draft, text));
      renameSync(draft, file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    } finally {
      rmSync(turn, { force: true });
    }
    syncFolder(path.dirname(file));
    return result;
  } catch (error) {
    throw isFileError(error) ? unwritable(file, error) : error;
  }
}

/** Waits while another process changes the settings. @throws Failure 'folder_in_use' after some 3 seconds. */
function takeTurn(turn: string): void {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    if (!existsSync(turn) && isTaken(turn)) return;
    if (isStale(turn)) rmSync(turn, { force: true });
    if (waitedMs > LONGEST_WAIT_MS) {
      throw new Failure(
        'folder_in_use',
        `Another process is changing ${SETTINGS_FILE} and did not finish in time. Try again in a moment.`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/** Tries to create the turn file, which has the owner's id from the start. @returns false if it exists. */
function isTaken(turn: string): boolean {
  const draft = newDraft(turn);
  try {
    writeFileSync(draft, String(process.pid), { mode: 0o600 });
    try {
      linkSync(draft, turn);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error;
      // The disk has no hard links.
      copyFileSync(draft, turn, constants.COPYFILE_EXCL);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** True if the process that took this turn has ended, or has had it for too long. */
function isStale(turn: string): boolean {
  const taken = statSync(turn, { throwIfNoEntry: false });
  // If the clock was set back, the file's time is in the future, which counts as stale too.
  if (!taken || Math.abs(Date.now() - taken.mtimeMs) > STALE_MS) return taken !== undefined;
  try {
    const pid = Number(readFileSync(turn, 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch (error) {
    // The process has finished.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes the turn file of a process that was killed while it changed the settings. */
export function removeStaleTurn(dataDir: string): void {
  const turn = turnOf(settingsPath(dataDir));
  try {
    if (isStale(turn)) rmSync(turn, { force: true });
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

const turnOf = (file: string): string => `${file}.new`;

/** Reasons why the file cannot be written, as the end of a sentence. */
const UNWRITABLE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, then try again',
  EDQUOT: 'the disk quota is used up. Free some space, then try again',
  EROFS: 'the disk can only be read',
  EACCES: 'this user may not write in the data folder',
  EPERM: 'this user may not write in the data folder',
  ENOENT: 'the data folder is not there any more',
  ENOTDIR: 'the data folder is not a folder',
};

function unwritable(file: string, error: NodeJS.ErrnoException): Failure {
  const why = UNWRITABLE_REASONS[error.code ?? ''] ?? `the system says ${error.code}`;
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

/** @returns the settings of settings.json, with the default for absent or wrong values. */
export function readFileSettings(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FileValues {
  const read = readSettingsFile(dataDir);
  const values = read.state === 'held' ? read.values : {};
  const known = Object.entries(FILE_SETTINGS).map(([name, { schema, default: byDefault }]) => {
    const value = values[name];
    const usual = name === 'port' ? usualPort(environment) : byDefault;
    return [name, value !== undefined && fits(schema, value) ? value : usual];
  });
  return Object.fromEntries(known) as FileValues;
}

/** @returns ALMANAC_PORT or the default; 0 means any port. @throws Failure 'wrong_usage' for another text. */
export function usualPort(
  { ALMANAC_PORT: text = '' }: Readonly<Record<string, string | undefined>> = process.env,
): number {
  if (text === '') return FILE_SETTINGS.port.default;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port < 65_536) return port;
  throw new Failure('wrong_usage', `ALMANAC_PORT ${text} is not a whole number from 0 to 65535.`);
}

/** @param given values by name; null: the default. @throws Failure 'wrong_usage' for the first mistake. */
export function checkedFileValues(given: Readonly<Record<string, unknown>>): Partial<FileValues> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!Object.hasOwn(FILE_SETTINGS, name))
        throw new Failure('wrong_usage', `There is no setting ${quoted(name)}.`, { parameter: name });
      const row = FILE_SETTINGS[name as FileSettingName];
      const next = value ?? row.default;
      const problem = settingProblem(name, row, next);
      if (problem !== undefined) throw new Failure('wrong_usage', problem, { parameter: name });
      return [name, next];
    }),
  );
}
