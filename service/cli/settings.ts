import { findSetting, settingProblem } from '../contract/check-setting.ts';
import { quoted } from '../contract/failure.ts';
import { WORK_FILE } from '../contract/names.ts';
import { SETTINGS, type SettingRow } from '../contract/settings.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { commandLine } from '../process/command-line.ts';
import { changeSettingsFile, checkedFileValues, readFileSettings } from '../settings/index.ts';
import { type Command, DATA_DIR, type Given, JSON_SWITCH, wrong } from './command.ts';
import { holdsFile, withWork } from './open-data.ts';
import { alignColumns, print, printJson, printToStderr } from './output.ts';

export const settings: Command = {
  usage: [
    'settings [--json] [--data-dir DIR]',
    'settings get NAME [--data-dir DIR]',
    'settings set NAME VALUE [--data-dir DIR]',
    'settings reset NAME [--data-dir DIR]',
  ],
  description: [
    'Shows all settings of the data folder with their defaults, or one; sets one, or takes its default again. An Almanac',
    'that runs follows within seconds; team, port, page_size, allowed_origins take effect when it is restarted.',
  ],
  options: [JSON_SWITCH, DATA_DIR],
  examples: ['settings', 'settings set number_style space', 'settings reset port'],
  async run(given) {
    const [action, name, ...words] = given.words;
    if (action === undefined) return showAll(given);
    if (!['get', 'set', 'reset'].includes(action))
      throw wrong(`There is no action ${quoted(action)}.${suggestion(action, ['get', 'set', 'reset'])}`);
    const row = rowNamed(name);
    const [text, ...more] = words;
    if ((action === 'set') !== (text !== undefined) || more.length > 0)
      throw wrong(
        action === 'set'
          ? `settings set takes a name and one value: ${commandLine`settings set NAME VALUE`}`
          : `settings ${action} takes one name: ${commandLine`settings ${action} NAME`}`,
      );
    if (action === 'get') return print(JSON.stringify((await valuesOf(given))[row.name]));
    await store(given, row, action === 'reset' || text === undefined ? null : valueIn(text, row));
  },
};

async function showAll(given: Given): Promise<void> {
  const values = await valuesOf(given);
  if (given.has('json')) return printJson(values);
  const rows = SETTINGS.map((row) => [
    row.name,
    JSON.stringify(values[row.name]),
    JSON.stringify(row.default),
    row.title,
  ]);
  print(...alignColumns([['NAME', 'VALUE', 'DEFAULT', 'WHAT'], ...rows]));
}

/** @returns all settings by name. */
async function valuesOf(given: Given): Promise<Record<string, unknown>> {
  const dataDir = given.dataDir();
  const preferences = holdsFile(dataDir, WORK_FILE)
    ? await withWork(dataDir, (work) => work.preferences.values())
    : {};
  const kept: Record<string, unknown> = { ...readFileSettings(dataDir), ...preferences };
  return Object.fromEntries(SETTINGS.map((row) => [row.name, kept[row.name] ?? row.default]));
}

async function store(given: Given, row: SettingRow, value: unknown): Promise<void> {
  const dataDir = given.dataDir();
  const isPreference = row.keptIn === WORK_FILE;
  // Opening the work makes a missing folder.
  await withWork(dataDir, ({ preferences }) => {
    if (isPreference) preferences.set({ [row.name]: value });
  });
  if (!isPreference) {
    const checked = checkedFileValues({ [row.name]: value });
    const { checkedOrigin } = await import('../api/index.ts');
    for (const origin of checked.allowed_origins ?? []) checkedOrigin(origin);
    changeSettingsFile(dataDir, checked);
    if (row.isOnRestart) printToStderr('A running Almanac applies it after a restart.');
  }
  print(`${row.name} is ${JSON.stringify(value ?? row.default)}${value === null ? ', the default' : ''}.`);
}

/** @returns a text's value: as JSON if that is valid here, else the text. @throws Failure 'wrong_usage' */
function valueIn(text: string, row: SettingRow): unknown {
  const read = [jsonIn(text), text].find((each) => settingProblem(row.name, row, each) === undefined);
  if (read !== undefined) return read;
  throw wrong(settingProblem(row.name, row, jsonIn(text) ?? text) ?? '');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function rowNamed(name: string | undefined): SettingRow {
  if (name === undefined) throw wrong(`Name a setting. This lists them: ${commandLine`settings`}`);
  const row = findSetting(name);
  if (row) return row;
  const names = SETTINGS.map((each) => each.name);
  throw wrong(`There is no setting ${quoted(name)}.${suggestion(name, names)}`);
}
