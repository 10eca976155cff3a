import { useState } from 'react';
import { findSetting, settingProblem } from '../../service/contract/check-setting.ts';
import { type JsonMember, jsonMembers } from '../../service/contract/json-members.ts';
import { SETTINGS, type SettingRow } from '../../service/contract/settings.ts';
import { NPM_PROGRAM, type Shell, shellWord } from '../../service/contract/shell.ts';
import { nearestName } from '../../service/datasets/nearest-name.ts';
import { useSetSettings } from '../api/index.ts';
import { GROUPS, type Group, PARTS } from './groups.ts';

type SettingsByName = Readonly<Record<string, unknown>>;

/** @returns the settings with every word of the text in title, description, synonyms, name or values. */
export function findSettings(text: string, values: SettingsByName): readonly SettingRow[] {
  return SETTINGS.filter((row) => holdsAll(wordsOf(row, values[row.name]), text));
}

/** @returns the parts without settings that match the text. */
export function findGroups(text: string): readonly Group[] {
  return (Object.keys(PARTS) as Group[]).filter((group) =>
    holdsAll(`${GROUPS[group]} ${PARTS[group]}`, text),
  );
}

/** @returns the search with unknown words replaced by near ones; `undefined` if it still finds nothing. */
export function correctedSearch(text: string, values: SettingsByName): string | undefined {
  const all = [
    ...SETTINGS.map((row) => wordsOf(row, values[row.name])),
    ...Object.entries(PARTS).map(([group, words]) => `${GROUPS[group as Group]} ${words}`),
  ].join(' ');
  const known = [...new Set(fold(all).match(/[a-z]{3,}/g))];
  const corrected = fold(text)
    .split(/\s+/)
    .map((word) => (fold(all).includes(word) ? word : nearestName(word, known)));
  if (corrected.includes(undefined)) return undefined;
  const found = corrected.join(' ');
  return findSettings(found, values).length + findGroups(found).length > 0 ? found : undefined;
}

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
  const choiceWords = row.choices?.flatMap((choice) => [choice.value, choice.title]) ?? [];
  const switchWords = typeof row.default === 'boolean' ? ['on', 'off', 'true', 'false'] : [];
  const valueWords = [row.default, value].flatMap((each) => [String(each), settingText(row, each)]);
  return [
    row.title,
    row.text,
    row.words,
    row.name,
    GROUPS[row.group],
    ...choiceWords,
    ...switchWords,
    ...valueWords,
  ].join(' ');
}

function holdsAll(all: string, text: string): boolean {
  const folded = fold(all);
  return fold(text)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[’']/g, "'").trim();

/** Sets settings at once, reports the result, and can undo the last change. */
export function useSettingChanges(values: SettingsByName | undefined) {
  const { mutate } = useSetSettings();
  const [last, setLast] = useState<{ notice: string; before?: SettingsByName }>();
  const [problem, setProblem] = useState<string>();

  function set(changes: SettingsByName, isUndo = false): void {
    if (values === undefined) return;
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, valueOrNull(name, values[name])]),
    );
    setProblem(undefined);
    setLast(
      isUndo ? { notice: `Undone: ${changeNotice(changes)}` } : { notice: changeNotice(changes), before },
    );
    mutate(changes, {
      onError: (error) => {
        setLast(undefined);
        setProblem(error.message);
      },
    });
  }

  return {
    set: (changes: SettingsByName) => set(changes),
    notice: last?.notice,
    problem,
    undo: last?.before && (() => set(last.before ?? {}, true)),
  };
}

/** @returns the value to store for an undo: null for the default. */
function valueOrNull(name: string, value: unknown): unknown {
  const row = findSetting(name);
  return row && isChanged(row, value) ? value : null;
}

function changeNotice(changes: SettingsByName): string {
  const [first, ...more] = Object.entries(changes);
  if (first === undefined) return '';
  if (more.length > 0) return `${more.length + 1} settings were changed.`;
  const row = findSetting(first[0]);
  if (!row) return '';
  return `${row.title}: ${settingText(row, first[1] ?? row.default)}${first[1] === null ? ', the default' : ''}.`;
}

/** @returns all settings as JSON, in the screen's order. None of them is a secret. */
export function settingsText(values: SettingsByName): string {
  const all = Object.fromEntries(SETTINGS.map((row) => [row.name, values[row.name] ?? row.default]));
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** Reads settings as JSON. @returns changes, null for a default or missing name; or the first mistake */
export function readSettingsText(
  text: string,
  values: SettingsByName,
): { changes: SettingsByName } | { problem: string } {
  let members: JsonMember[];
  try {
    members = jsonMembers(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: sentence(error.message) };
  }
  const read: SettingsByName = JSON.parse(text);
  for (const member of members) {
    const row = findSetting(member.name);
    const problem = row
      ? settingProblem(member.name, row, read[member.name])
      : `there is no setting "${member.name}".`;
    if (problem !== undefined) return { problem: sentence(`${placeOf(text, member.from)}: ${problem}`) };
  }
  const changes = SETTINGS.flatMap((row) => {
    const next = Object.hasOwn(read, row.name) ? read[row.name] : row.default;
    const isSame = JSON.stringify(next) === JSON.stringify(values[row.name] ?? row.default);
    return isSame
      ? []
      : [[row.name, JSON.stringify(next) === JSON.stringify(row.default) ? null : next] as const];
  });
  return { changes: Object.fromEntries(changes) };
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'} Nothing was stored.`;

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** @returns the command that sets a setting. The value is quoted, so that the shell does not change it. */
export function commandOf({ name }: Pick<SettingRow, 'name'>, value: unknown, shell: Shell): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // After '--' the value cannot be read as an option.
  const set = text.startsWith('-') ? 'settings set --' : 'settings set';
  return `${NPM_PROGRAM} ${set} ${name} ${shellWord(text, shell)}`;
}

export function moveCommands(folder: string, shell: Shell): string {
  const from = shellWord(folder, shell);
  return [
    `${NPM_PROGRAM} stop --data-dir ${from}`,
    `mv ${from} NEW`,
    `${NPM_PROGRAM} open --data-dir NEW`,
  ].join('\n');
}
