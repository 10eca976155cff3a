import type { SettingRow } from '../../service/contract/settings.ts';
import { NPM_PROGRAM, type Shell, shellWord } from '../../service/contract/shell.ts';

/** @returns the command that sets a setting to a value. A shell reads the value as it is, whatever signs it has. */
export function commandOf({ name }: Pick<SettingRow, 'name'>, value: unknown, shell: Shell): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // What follows two dashes is no option.
  const set = text.startsWith('-') ? 'settings set --' : 'settings set';
  return `${NPM_PROGRAM} ${set} ${name} ${shellWord(text, shell)}`;
}

/** @returns the commands that move a data folder to another place. */
export function moveCommands(folder: string, shell: Shell): string {
  const from = shellWord(folder, shell);
  return [
    `${NPM_PROGRAM} stop --data-dir ${from}`,
    `mv ${from} NEW`,
    `${NPM_PROGRAM} open --data-dir NEW`,
  ].join('\n');
}
