import { settingProblem } from '../contract/check-setting.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { FILE_SETTINGS, type FileSettingName, type FileValues } from '../contract/settings.ts';
import { readSettingsFile } from './settings-store.ts';

/**
 * Writes nothing.
 * @param environment see {@link usualPort}
 * @returns the settings of a data folder's settings.json; the default of what is absent or wrong.
 */
export function readFileSettings(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FileValues {
  const read = readSettingsFile(dataDir);
  const values = read.state === 'held' ? read.values : {};
  const known = Object.entries(FILE_SETTINGS).map(([name, { schema, default: byDefault }]) => {
    const value = values[name];
    const usual = name === 'port' ? usualPort(environment) : byDefault;
    return [name, value !== undefined && fits(schema, value) ? value : usual];
  });
  return Object.fromEntries(known) as FileValues;
}

/**
 * @returns the port of the API where the settings name none: ALMANAC_PORT, else the default; 0 is any free one.
 * @throws Failure 'wrong_usage' where ALMANAC_PORT is no port.
 */
export function usualPort(
  { ALMANAC_PORT: text = '' }: Readonly<Record<string, string | undefined>> = process.env,
): number {
  if (text === '') return FILE_SETTINGS.port.default;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port < 65_536) return port;
  throw new Failure('wrong_usage', `ALMANAC_PORT ${text} is not a whole number from 0 to 65535.`);
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
