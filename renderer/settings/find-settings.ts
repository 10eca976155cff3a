import { SETTINGS, type SettingRow } from '../../service/contract/settings.ts';
import { nearestName } from '../../service/datasets/nearest-name.ts';
import { GROUPS, type Group, PARTS } from './groups.ts';

/** By the names of the settings. */
export type SettingsByName = Readonly<Record<string, unknown>>;

/** @returns the settings in which every word of the text stands: in title, description, synonyms, name, or a value it has or can have. */
export function findSettings(text: string, values: SettingsByName): readonly SettingRow[] {
  return SETTINGS.filter((row) => holdsAll(wordsOf(row, values[row.name]), text));
}

/** @returns the parts of the screen that are no settings and are found by the text. */
export function findGroups(text: string): readonly Group[] {
  return (Object.keys(PARTS) as Group[]).filter((group) =>
    holdsAll(`${GROUPS[group]} ${PARTS[group]}`, text),
  );
}

/** @returns the search with the words that nothing has replaced by the nearest that a setting has; `undefined` where that finds nothing. */
export function meantWords(text: string, values: SettingsByName): string | undefined {
  const all = [
    ...SETTINGS.map((row) => wordsOf(row, values[row.name])),
    ...Object.entries(PARTS).map(([group, words]) => `${GROUPS[group as Group]} ${words}`),
  ].join(' ');
  const known = [...new Set(fold(all).match(/[a-z]{3,}/g))];
  const meant = fold(text)
    .split(/\s+/)
    .map((word) => (fold(all).includes(word) ? word : nearestName(word, known)));
  if (meant.includes(undefined)) return undefined;
  const found = meant.join(' ');
  return findSettings(found, values).length + findGroups(found).length > 0 ? found : undefined;
}

/** @returns the settings whose value is not the default. */
export function changedSettings(values: SettingsByName): readonly SettingRow[] {
  return SETTINGS.filter((row) => isChanged(row, values[row.name]));
}

export function isChanged(row: SettingRow, value: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(row.default);
}

/** @returns a value in words: 'Dark', 'On', '4780', 'none'. */
export function settingText({ choices }: Pick<SettingRow, 'choices'>, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  const chosen = choices?.find((choice) => choice.value === value)?.title;
  if (chosen !== undefined) return chosen;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? 'none' : text;
}

function wordsOf(row: SettingRow, value: unknown): string {
  const ofChoices = row.choices?.flatMap((choice) => [choice.value, choice.title]) ?? [];
  const ofSwitch = typeof row.default === 'boolean' ? ['on', 'off', 'true', 'false'] : [];
  const ofValues = [row.default, value].flatMap((each) => [String(each), settingText(row, each)]);
  return [
    row.title,
    row.text,
    row.words,
    row.name,
    GROUPS[row.group],
    ...ofChoices,
    ...ofSwitch,
    ...ofValues,
  ].join(' ');
}

function holdsAll(all: string, text: string): boolean {
  const folded = fold(all);
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[’']/g, "'").trim();
