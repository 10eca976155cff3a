import { createHash, randomUUID } from 'node:crypto';
import { Failure } from '../../contract/failure.ts';
import { SETTINGS_FILE } from '../../contract/names.ts';
import {
  changeSettingsFile,
  putSettingsAside,
  readSettingsFile,
  type SettingValues,
} from '../../settings/index.ts';
import { checkedContact, isContact } from '../contact.ts';

/** How publishers are asked by refreshes that do not say otherwise. */
export type RefreshSettings = {
  /** Whether FRED stands in where a publisher does not answer. */
  allow_fred: boolean;
  /** E-mail or page of the user, for publishers; '' for none. */
  contact: string;
};

export type Settings = {
  /** Made once for each data folder; never sent anywhere. */
  installation: string;
  auto_refresh: boolean;
} & RefreshSettings;

/** What is kept in the data folder of how the app is to behave. */
export type SettingsFile = {
  read(): Settings;
  /** What a person should know of the file: sentences, none where all is well. */
  notes(): readonly string[];
  /** @throws Failure 'folder_unusable' where the folder cannot be written, 'invalid_file' where the file was broken meanwhile. */
  setAutoRefresh(isOn: boolean): void;
  /** @throws Failure 'wrong_usage' for a contact that cannot be sent, and those of `setAutoRefresh`. Nothing is changed then. */
  setRefreshSettings(settings: RefreshSettings): void;
};

export type SettingsOptions = {
  now: () => Date;
  /** Told once of each thing that is wrong with the file. */
  log: (line: string) => void;
};

/** Of a folder that has no file yet. */
const FIRST = { auto_refresh: true, allow_fred: false, contact: '' };
/** Where the file cannot be read nobody knows what was switched off. */
const ALL_OFF = { ...FIRST, auto_refresh: false };
/** The name in the file under which it is kept that an earlier one was put aside; null once somebody has set something since. */
const PUT_ASIDE = 'put_aside';

/**
 * Opens the settings of a data folder. A folder without any gets a file with the defaults (refreshes on). A file that cannot be read
 * is put aside, and everything is off until somebody sets it again. What else people wrote into the file stays there; a known name
 * with a value that it cannot have counts as off. An installation keeps its id as long as the process runs even where nothing can be written.
 */
export function openSettings(dataDir: string, { now, log }: SettingsOptions): SettingsFile {
  const unwritten: string[] = [];
  let values = opened();
  const made = randomUUID();
  if (values.installation === undefined) {
    values = { ...values, ...writeIfPossible({ installation: made, ...(isNew(values) ? FIRST : {}) }) };
  }
  for (const note of notes()) log(note);

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

  /** @returns what is so from now on, written or not: a folder that cannot be written is told by the store, which needs it more. */
  function writeIfPossible(changes: SettingValues): SettingValues {
    try {
      return changeSettingsFile(dataDir, changes);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return changes;
    }
  }

  function change(changes: SettingValues): void {
    const asideToo = asideIn(values) ? { [PUT_ASIDE]: null } : {};
    const written = changeSettingsFile(dataDir, { ...changes, ...asideToo });
    values = { installation: made, ...written };
    unwritten.length = 0;
  }

  function notes(): readonly string[] {
    return [...unwritten, ...notesOn(values)];
  }

  return {
    read: () => settingsIn(values, made),
    notes,
    setAutoRefresh: (isOn) => change({ auto_refresh: isOn }),
    setRefreshSettings: ({ allow_fred, contact }) => change({ allow_fred, contact: checkedContact(contact) }),
  };
}

/**
 * @returns the settings of a data folder for who only reads them, such as the command line; defaults where there are none, and off
 *   where they cannot be read. `notes` are sentences for the person.
 */
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

/** A share of 0 to 1 that is always the same for one installation and one word. */
export function shareOf(installation: string, word: string): number {
  return createHash('sha256').update(`${installation}/${word}`).digest().readUInt32BE(0) / 2 ** 32;
}

type Rule = { isRight: (value: unknown) => boolean; right: string; counts: string };
const SWITCH: Rule = {
  isRight: (value) => typeof value === 'boolean',
  right: 'true or false, without quotes',
  counts: 'off',
};

/** What a value must be, by hand: TypeBox, loaded for this alone, doubled the time that the service takes to start, and took 40 MB. */
const RULES: Readonly<Record<keyof Settings, Rule>> = {
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

/** A name that is absent is as on a first start; one with a wrong value is off. */
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

const isNew = (values: SettingValues): boolean => Object.keys(values).length === 0;
