import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkedContact, isContact } from '../../contract/contact.ts';
import { SETTINGS_FILE } from '../../contract/names.ts';

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
  /** @throws the file system's error where the folder cannot be written. */
  setAutoRefresh(isOn: boolean): void;
  /** @throws Failure 'wrong_usage' for a contact that cannot be sent; the file system's error. Nothing is changed then. */
  setRefreshSettings(settings: RefreshSettings): void;
};

const REFRESH_DEFAULTS: RefreshSettings = { allow_fred: false, contact: '' };

/**
 * Reads the settings of a data folder. A file that is missing or damaged gives the defaults (refreshes on), and the first change
 * writes a whole one; an installation keeps its id as long as the process runs even where nothing can be written.
 */
export function openSettings(dataDir: string): SettingsFile {
  const file = path.join(dataDir, SETTINGS_FILE);
  let settings = readSettings(file);
  if (!settings) {
    settings = { installation: randomUUID(), auto_refresh: true, ...REFRESH_DEFAULTS };
    try {
      write(file, settings);
    } catch (error) {
      // A folder that cannot be written is told by the store, which needs it more.
      if (!isFileError(error)) throw error;
    }
  }
  let current = settings;
  function change(changed: Partial<Settings>): void {
    const next = { ...current, ...changed };
    write(file, next);
    current = next;
  }
  return {
    read: () => current,
    setAutoRefresh: (isOn) => change({ auto_refresh: isOn }),
    setRefreshSettings: ({ allow_fred, contact }) => change({ allow_fred, contact: checkedContact(contact) }),
  };
}

/** @returns the settings of a data folder for who only reads them, such as the command line; defaults where there are none. */
export function readRefreshSettings(dataDir: string): RefreshSettings {
  const { allow_fred, contact } = readSettings(path.join(dataDir, SETTINGS_FILE)) ?? REFRESH_DEFAULTS;
  return { allow_fred, contact };
}

/** A share of 0 to 1 that is always the same for one installation and one word. */
export function shareOf(installation: string, word: string): number {
  return createHash('sha256').update(`${installation}/${word}`).digest().readUInt32BE(0) / 2 ** 32;
}

function readSettings(file: string): Settings | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return hasBasics(read) ? { ...read, ...refreshSettingsIn(read) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isFileError(error)) return undefined;
    throw error;
  }
}

/** By hand: TypeBox, loaded for this alone, doubled the time that the service takes to start, and took 40 MB. */
function hasBasics(read: unknown): read is Omit<Settings, keyof RefreshSettings> {
  return (
    typeof read === 'object' &&
    read !== null &&
    'installation' in read &&
    typeof read.installation === 'string' &&
    read.installation !== '' &&
    'auto_refresh' in read &&
    typeof read.auto_refresh === 'boolean'
  );
}

/** Older files lack these; a value that is not one counts as absent, and the rest of the file holds. */
function refreshSettingsIn(read: object): RefreshSettings {
  const found = { ...REFRESH_DEFAULTS };
  if ('allow_fred' in read && typeof read.allow_fred === 'boolean') found.allow_fred = read.allow_fred;
  if ('contact' in read && typeof read.contact === 'string' && isContact(read.contact))
    found.contact = read.contact;
  return found;
}

/** Whole or not at all: written beside, then put in its place. */
function write(file: string, settings: Settings): void {
  const beside = `${file}.new`;
  writeFileSync(beside, `${JSON.stringify(settings, null, 1)}\n`, { mode: 0o600 });
  renameSync(beside, file);
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
