import { expect, it } from 'vitest';
import { GROUPS } from '../../../renderer/settings/groups.ts';
import {
  changedSettings,
  findGroups,
  findSettings,
  meantWords,
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
    // Two words of it, in any order.
    const [word = ''] = row.words.split(' ');
    expect(namesFor(`${word} ${row.title}`)).toContain(name);
    expect(Object.keys(GROUPS)).toContain(row.group);
    expect(fits(row.schema, row.default)).toBe(true);
  },
);

it('a value that it has now finds it, and its changed rows are those with another value than the default', () => {
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
  expect(meantWords(text, DEFAULTS)).toBe(meant);
});

it('says what is not found, and finds the parts that are no settings', () => {
  expect(namesFor('bogus')).toEqual([]);
  expect([findGroups('telemetry'), findGroups('disk'), findGroups('BLS')]).toEqual([
    ['privacy'],
    ['folder'],
    ['keys'],
  ]);
});
