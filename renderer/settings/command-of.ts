import type { SettingRow } from '../../service/contract/settings.ts';

/** @returns the command that sets a setting to a value. A shell reads the value as it is, whatever signs it has. */
export function commandOf({ name }: Pick<SettingRow, 'name'>, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isPlain = /^[\w.:/@][\w.:/@-]*$/.test(text);
  return `almanac settings set ${name} ${isPlain ? text : `'${text.replaceAll("'", "'\\''")}'`}`;
}
