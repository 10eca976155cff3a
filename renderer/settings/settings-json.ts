import { findSetting, settingProblem } from '../../service/contract/check-setting.ts';
import { type JsonMember, jsonMembers } from '../../service/contract/json-members.ts';
import { SETTINGS } from '../../service/contract/settings.ts';
import type { SettingsByName } from './find-settings.ts';

/** @returns all settings as JSON, in the order of the screen. There is no secret among them. */
export function settingsText(values: SettingsByName): string {
  const all = Object.fromEntries(SETTINGS.map((row) => [row.name, values[row.name] ?? row.default]));
  return `${JSON.stringify(all, null, 2)}\n`;
}

/**
 * Reads a text of that form. A setting that it does not name gets its default.
 * @returns what to change, null for a default; or the first mistake, with its line and column from 1.
 */
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
