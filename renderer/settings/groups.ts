import type { Capability } from '../../service/contract/app-state.ts';

export const GROUPS = {
  changed: 'Changed',
  appearance: 'Appearance',
  numbers: 'Numbers, dates',
  start: 'Start',
  keyboard: 'Keyboard',
  data: 'Data',
  service: 'Service',
  folder: 'Folder',
  keys: 'Publishers’ keys',
  privacy: 'Privacy',
} as const;
export type Group = keyof typeof GROUPS;

/** The capability that a group needs, if it is not the person's own settings. */
const NEEDS: Readonly<Partial<Record<Group, Capability>>> = {
  data: 'computer',
  service: 'computer',
  folder: 'computer',
  keys: 'keys',
  privacy: 'computer',
};

export function hasGroup(can: readonly Capability[], group: Group): boolean {
  const needed = NEEDS[group];
  return needed === undefined || can.includes(needed);
}

/** `group`: absent means Appearance. A `q` searches the rows of all groups. */
export type SettingsSearch = { q?: string; group?: Group };

/** Parts of the screen without settings, by group, with their search words. */
export const PARTS: Readonly<Partial<Record<Group, string>>> = {
  folder: 'data folder path size disk move open location where files',
  keys: 'publishers keys BLS BEA Census FRED api key registration state',
  privacy:
    'privacy outgoing requests ledger what left this computer network headers telemetry tracking bytes hosts',
};

export function isGroup(word: unknown): word is Group {
  return typeof word === 'string' && Object.hasOwn(GROUPS, word);
}
