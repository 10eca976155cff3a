import { expect, it } from 'vitest';
import { readSettingsText, settingsText } from '../../../renderer/settings/setting-values.ts';
import { SETTINGS } from '../../../service/contract/settings.ts';

const DEFAULTS = Object.fromEntries(SETTINGS.map((row) => [row.name, row.default]));

it('what it writes changes nothing, and has every setting in the order of the screen', () => {
  const values = { ...DEFAULTS, theme: 'dark', allowed_origins: ['https://example.org'] };
  const text = settingsText(values);
  expect(Object.keys(JSON.parse(text))).toEqual(SETTINGS.map(({ name }) => name));
  expect(readSettingsText(text, values)).toEqual({ changes: {} });
});

it('gives what is another value than now: null for a default, also of what is left out', () => {
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
])('says line and column of a mistake, and stores nothing: %j', (text, said) => {
  const read = readSettingsText(text, DEFAULTS);
  expect(read).toEqual({ problem: expect.stringContaining(said) });
  expect(read).toEqual({ problem: expect.stringMatching(/ Nothing was stored\.$/) });
});
