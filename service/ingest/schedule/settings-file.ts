import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../contract/failure.ts';
import { SETTINGS_FILE } from '../../contract/names.ts';
import type { FileValues } from '../../contract/settings.ts';
import {
  changeSettingsFile,
  putSettingsAside,
  readSettingsFile,
  type SettingValues,
} from '../../settings/index.ts';
import { checkedContact, isContact } from '../contact.ts';

/** The settings for refreshes that bring none of their own. */
export type RefreshSettings = {
  /** Whether FRED is used if a publisher does not answer. */
  allow_fred: boolean;
  /** E-mail or page of the user, for publishers; '' for none. */
  contact: string;
};

type Settings = {
  /** An id made once for each data folder; never sent anywhere. */
  installation: string;
  auto_refresh: boolean;
} & RefreshSettings;

/** The settings of a folder without a settings file. */
const FIRST = { auto_refresh: true, allow_fred: false, contact: '' };
/** The settings if the file cannot be read, because it may have switched refreshes off. */
const ALL_OFF = { ...FIRST, auto_refresh: false };
/** The field about an earlier file that was put aside; null after the next change of a setting. */
const PUT_ASIDE = 'put_aside';

/**
 * Opens the settings of a data folder. A folder without settings gets a file with the defaults (refreshes
 * on). A file that cannot be read is put aside, and everything is off until somebody sets it again. Unknown
 * fields in the file stay; a known field with a wrong value counts as off. If nothing can be written, the
 * installation keeps its id while the process runs.
 * @param options `log` gets a line for each fault of the file, once.
 */
export function openScheduleSettings(
  dataDir: string,
  { now, log }: { now: () => Date; log: (line: string) => void },
) {
  const unwritten: string[] = [];
  const file = path.join(dataDir, SETTINGS_FILE);
  let values = opened();
  const made = randomUUID();
  if (values.installation === undefined) {
    values = { ...values, ...writeIfPossible({ installation: made, ...(isNew(values) ? FIRST : {}) }) };
  }
  for (const note of notes()) log(note);
  let seen: string | undefined = stampOf(file);

  function opened(): SettingValues {
    const read = readSettingsFile(dataDir);
    if (read.state === 'held') return read.values;
    if (read.state === 'absent') return {};
    const off = { installation: randomUUID(), ...ALL_OFF };
    try {
      const valuesFor = (name: string) => ({ ...off, [PUT_ASIDE]: { name, problem: read.problem } });
      return valuesFor(putSettingsAside(dataDir, now(), valuesFor));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      unwritten.push(`${unreadable(read.problem)} ${error.message}`);
      return off;
    }
  }

  /** @returns the new values, written or not: the store reports a folder that cannot be written. */
  function writeIfPossible(changes: SettingValues): SettingValues {
    try {
      return changeSettingsFile(dataDir, changes);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return changes;
    }
  }

  /** Reads the file again if somebody changed it. If it cannot be read, the settings stay as they were. */
  function follow(): void {
    const stamp = stampOf(file);
    if (stamp === seen) return;
    seen = stamp;
    unwritten.length = 0;
    const read = readSettingsFile(dataDir);
    if (read.state === 'unreadable')
      unwritten.push(`${SETTINGS_FILE} cannot be read (${read.problem}). The earlier settings still apply.`);
    else values = { installation: values.installation, ...(read.state === 'held' ? read.values : {}) };
    for (const note of [...unwritten, ...notesOn(values)]) log(note);
  }

  function change(changes: SettingValues): void {
    const clearedAside = asideIn(values) ? { [PUT_ASIDE]: null } : {};
    const written = changeSettingsFile(dataDir, { ...changes, ...clearedAside });
    values = { installation: made, ...written };
    unwritten.length = 0;
    // Makes the next read see what another process writes at this moment.
    seen = undefined;
  }

  function notes(): readonly string[] {
    return [...unwritten, ...notesOn(values)];
  }

  return {
    /** The file's current values, which people and commands change while the service runs. */
    read: (): Settings => {
      follow();
      return settingsIn(values, made);
    },
    /** The file's faults, as sentences for people. */
    notes: (): readonly string[] => {
      follow();
      return notes();
    },
    /** @throws Failure 'folder_unusable' if writing fails, 'invalid_file' if the file broke meanwhile. */
    setAutoRefresh: (isOn: boolean): void => change({ auto_refresh: isOn }),
    /** Sets any settings of the file together. @throws as `setRefreshSettings`; then nothing changes. */
    set: (given: Partial<FileValues>): void =>
      change({
        ...given,
        ...(given.contact !== undefined && { contact: checkedContact(given.contact) }),
      }),
    /** @throws Failure 'wrong_usage' for an invalid contact, and as `setAutoRefresh`; nothing changes. */
    setRefreshSettings: ({ allow_fred, contact }: RefreshSettings): void =>
      change({ allow_fred, contact: checkedContact(contact) }),
  };
}

/** Reads the settings without changes: defaults if there are none, all off if they cannot be read. */
export function readRefreshSettings(dataDir: string): RefreshSettings & { notes: readonly string[] } {
  const read = readSettingsFile(dataDir);
  if (read.state === 'unreadable') {
    return {
      allow_fred: ALL_OFF.allow_fred,
      contact: ALL_OFF.contact,
      notes: [`${unreadable(read.problem)} The app puts it aside at its next start.`],
    };
  }
  const values = read.state === 'held' ? read.values : {};
  const { allow_fred, contact } = settingsIn(values, '');
  return { allow_fred, contact, notes: notesOn(values) };
}

/** @returns a number from 0 to 1 that is always the same for one installation and one word. */
export function installationShare(installation: string, word: string): number {
  return createHash('sha256').update(`${installation}/${word}`).digest().readUInt32BE(0) / 2 ** 32;
}

type SettingRule = { isRight: (value: unknown) => boolean; right: string; counts: string };
const SWITCH: SettingRule = {
  isRight: (value) => typeof value === 'boolean',
  right: 'true or false, without quotes',
  counts: 'off',
};

/** The rule for each value. Checked without TypeBox, which would double the start time and take 40 MB. */
const RULES: Readonly<Record<keyof Settings, SettingRule>> = {
  installation: {
    isRight: (value) => typeof value === 'string' && value !== '',
    right: 'text in double quotes',
    counts: 'unset',
  },
  auto_refresh: SWITCH,
  allow_fred: SWITCH,
  contact: {
    isRight: (value) => typeof value === 'string' && isContact(value),
    right: 'one line of at most 200 plain characters in double quotes',
    counts: 'unset',
  },
};

/** An absent field has the value of a first start; a field with a wrong value is off. */
function settingsIn(values: SettingValues, installation: string): Settings {
  const given = Object.fromEntries(
    Object.entries(RULES).flatMap(([name, { isRight }]) => {
      const value = values[name];
      if (value === undefined) return [];
      return [[name, isRight(value) ? value : { installation, ...ALL_OFF }[name as keyof Settings]]];
    }),
  );
  return { installation, ...FIRST, ...given };
}

function notesOn(values: SettingValues): string[] {
  const aside = asideIn(values);
  const wrong = Object.entries(RULES).filter(
    ([name, { isRight }]) => values[name] !== undefined && !isRight(values[name]),
  );
  return [
    ...(aside ? [`${unreadable(aside.problem)} It was put aside as ${aside.name}.`] : []),
    ...wrong.map(
      ([name, { right, counts }]) =>
        `${SETTINGS_FILE}: "${name}" must be ${right}. Until that is mended it counts as ${counts}.`,
    ),
  ];
}

const unreadable = (problem: string): string =>
  `${SETTINGS_FILE} could not be read (${problem}). Until you set them again, refreshes after releases and FRED are off, and there is no contact and no allowed origin.`;

function asideIn(values: SettingValues): { name: string; problem: string } | undefined {
  const aside = values[PUT_ASIDE];
  if (typeof aside !== 'object' || aside === null || !('name' in aside) || !('problem' in aside))
    return undefined;
  return { name: String(aside.name), problem: String(aside.problem) };
}

/** @returns a text that differs once the file was changed; '' if there is no file. */
function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '';
}

const isNew = (values: SettingValues): boolean => Object.keys(values).length === 0;
