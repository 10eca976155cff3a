import { Failure, quoted } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import {
  FILE_SETTINGS,
  type FileSettingName,
  type FileValues,
  settingProblem,
} from '../contract/settings.ts';
import { readSettingsFile } from './settings-store.ts';

/** @returns the settings of a data folder's settings.json; the default of what is absent or wrong. Writes nothing. */
export function readFileSettings(dataDir: string): FileValues {
  const read = readSettingsFile(dataDir);
  const values = read.state === 'held' ? read.values : {};
  const known = Object.entries(FILE_SETTINGS).map(([name, { schema, default: usual }]) => {
    const value = values[name];
    return [name, value !== undefined && fits(schema, value) ? value : usual];
  });
  return Object.fromEntries(known) as FileValues;
}

/**
 * @param given values by name; null stands for the default.
 * @returns what to write into the file.
 * @throws Failure 'wrong_usage' naming the first unknown name or wrong value, and what would be right.
 */
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
