import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { GROUPS } from '../../../renderer/settings/groups.ts';
import {
  changedSettings,
  commandOf,
  correctedSearch,
  findGroups,
  findSettings,
  moveCommands,
  readSettingsText,
  settingsText,
  settingText,
} from '../../../renderer/settings/setting-values.ts';
import { fits } from '../../../service/contract/fits.ts';
import { SETTINGS } from '../../../service/contract/settings.ts';

const DEFAULTS = Object.fromEntries(SETTINGS.map((row) => [row.name, row.default]));
const namesFor = (text: string, values = DEFAULTS) => findSettings(text, values).map(({ name }) => name);

it.each(SETTINGS.map((row) => [row.name, row] as const))(
  '%s is found by its title, name, each of its synonyms and each of its values',
  (name, row) => {
    const choices = row.choices?.flatMap(({ value, title }) => [value, title]) ?? [];
    const wanted = [
      row.title,
      row.title.toUpperCase(),
      name,
      ...row.words.split(' '),
      ...choices,
      settingText(row, row.default),
    ];
    for (const text of wanted) expect([text, namesFor(text)]).toEqual([text, expect.arrayContaining([name])]);
    // Two of its words find it, in any order.
    const [word = ''] = row.words.split(' ');
    expect(namesFor(`${word} ${row.title}`)).toContain(name);
    expect(Object.keys(GROUPS)).toContain(row.group);
    expect(fits(row.schema, row.default)).toBe(true);
  },
);

it('the current value of a setting finds it, and changed settings are those that differ from the default', () => {
  const values = { ...DEFAULTS, contact: 'me@example.org', port: 5999 };
  expect(namesFor('me@example', values)).toEqual(['contact']);
  expect(namesFor('5999', values)).toEqual(['port']);
  expect(changedSettings(values).map(({ name }) => name)).toEqual(['contact', 'port']);
  expect(changedSettings(DEFAULTS)).toEqual([]);
});

it.each([
  ['decimel', 'decimal'],
  ['dark teme', 'dark theme'],
  ['telemetri', 'telemetry'],
  ['qqqqqq', undefined],
  // Each word is known, but no setting has both.
  ['dark port', undefined],
])('%s probably means %s', (text, meant) => {
  expect(findSettings(text, DEFAULTS)).toEqual([]);
  expect(correctedSearch(text, DEFAULTS)).toBe(meant);
});

it('unknown words find nothing, and words find the parts of the screen that are not settings', () => {
  expect(namesFor('bogus')).toEqual([]);
  expect([findGroups('telemetry'), findGroups('disk'), findGroups('BLS')]).toEqual([
    ['privacy'],
    ['folder'],
    ['keys'],
  ]);
});

it('the written file changes nothing when it is read, and has every setting in the order of the screen', () => {
  const values = { ...DEFAULTS, theme: 'dark', allowed_origins: ['https://example.org'] };
  const text = settingsText(values);
  expect(Object.keys(JSON.parse(text))).toEqual(SETTINGS.map(({ name }) => name));
  expect(readSettingsText(text, values)).toEqual({ changes: {} });
});

it('reading a file gives the changed values: null for a default, also for settings that it leaves out', () => {
  const values = { ...DEFAULTS, theme: 'dark', density: 'compact' };
  const text = '{"theme": "light", "port": 5000, "recessions": true}';
  expect(readSettingsText(text, values)).toEqual({ changes: { theme: 'light', density: null, port: 5000 } });
});

it.each([
  ['{\n  "theme": "dark"\n  "port": 1\n}', 'Line 3, column 3: a comma or } must stand here.'],
  ['{\n  "theme": dark\n}', 'Line 2, column 12: a value must stand here'],
  ['{"theme": "dark",}', 'Line 1, column 17: no comma may stand before }.'],
  ['', 'Line 1, column 1: the file is empty'],
  ['[]', 'Line 1, column 1: the settings must begin with {.'],
  ['{\n "theme": "light",\n "density": "dense"\n}', 'Line 3, column 13: density cannot be'],
  ['{"port": 70000}', 'Line 1, column 10: port cannot be 70000: it is a whole number from 1 to 65535.'],
  ['{"recessions": "yes"}', 'it is true or false.'],
  ['{"allowed_origins": ["example.org"]}', 'it is a list of origins such as https://example.org.'],
  ['{"colour": 1}', 'Line 1, column 12: there is no setting "colour".'],
])('a mistake is reported with line and column, and nothing is stored: %j', (text, said) => {
  const read = readSettingsText(text, DEFAULTS);
  expect(read).toEqual({ problem: expect.stringContaining(said) });
  expect(read).toEqual({ problem: expect.stringMatching(/ Nothing was stored\.$/) });
});

/** @returns the arguments that a shell takes from a command, without `npm run -s almanac --` */
function wordsOf(command: string): string[] {
  const npm = 'npm() { shift 4; printf "%s\\0" "$@"; }';
  return execFileSync('sh', ['-c', `${npm}\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

it.each([
  'dark',
  4780,
  "Pat O'Brien, 1 Main St",
  '$(reboot)',
  'a&b;c|d>e',
  '--help',
  '',
  [],
  'two\nlines',
  'ünï \\ "code" `id` !x *',
])('a shell reads exactly the text %j from the command that sets it', (value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const words = wordsOf(commandOf({ name: 'contact' }, value, 'sh'));
  expect(words.slice(0, 2)).toEqual(['settings', 'set']);
  expect(words.filter((word) => word !== '--').slice(2)).toEqual(['contact', text]);
});

it('PowerShell has its own quotation marks', () => {
  expect(commandOf({ name: 'contact' }, "O'Brien", 'powershell')).toMatch(/settings set contact 'O''Brien'$/);
});

it('commands that move a folder name its whole path', () => {
  const [stop, move, open] = moveCommands("/home/ada/it's $HOME", 'sh').split('\n') as [
    string,
    string,
    string,
  ];
  expect(wordsOf(stop)).toEqual(['stop', '--data-dir', "/home/ada/it's $HOME"]);
  expect(wordsOf(move.replace(/^mv/, 'npm 1 2 3 4'))).toEqual(["/home/ada/it's $HOME", 'NEW']);
  expect(wordsOf(open)).toEqual(['open', '--data-dir', 'NEW']);
});
