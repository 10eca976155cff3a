import { expect, test } from 'vitest';
import { fits } from '../../service/contract/fits.ts';
import { PREFERENCES, type PreferenceName } from '../../service/contract/preferences.ts';
import { VALUES_BYTES } from '../../service/contract/schema.ts';
import { knownPreference, withPreferences } from '../../service/work/index.ts';
import { openedWork } from './items.ts';

test('every default is allowed by its schema, and every choice of a setting too', () => {
  for (const name of Object.keys(PREFERENCES) as PreferenceName[]) {
    const preference = PREFERENCES[name];
    expect(fits(preference.schema, preference.default), name).toBe(true);
    if (!('setting' in preference) || !('choices' in preference.setting)) continue;
    for (const { value } of preference.setting.choices)
      expect(fits(preference.schema, value), name).toBe(true);
  }
});

test('a value is there after a restart and in another window; null takes the default again', () => {
  const { preferences, dataDir, version, at } = openedWork();
  preferences.set({ theme: 'dark', pinned_series: ['us_debt.debt_total'] });
  const other = openedWork(dataDir);
  expect(other.preferences.values()).toEqual({ theme: 'dark', pinned_series: ['us_debt.debt_total'] });
  other.preferences.set({ theme: null });
  expect(preferences.values()).toEqual({ pinned_series: ['us_debt.debt_total'] });
  at(1);
  preferences.set({ theme: 'light', density: 'compact' });
  expect(other.preferences.values()).toEqual({
    ...{ density: 'compact', theme: 'light', pinned_series: ['us_debt.debt_total'] },
  });
  expect(Object.keys(other.preferences.values())).toEqual(['density', 'pinned_series', 'theme']);
  const before = version();
  preferences.set({ theme: 'light' });
  expect(version()).toBe(before);
});

test.each([
  ['theme', 'blue', `theme cannot be 'blue': it is "system" or "light" or "dark".`],
  ['recessions', 'yes', "recessions cannot be 'yes': it is true or false."],
  ['colour', 'red', "There is no setting 'colour'."],
  ['colour', null, "There is no setting 'colour'."],
  ['toString', 'red', "There is no setting 'toString'."],
])(
  '%s %j is refused with what would be right, and nothing of the request is stored',
  (name, value, message) => {
    const { preferences } = openedWork();
    const refused = { code: 'wrong_usage', message, at: { parameter: name } };
    expect(() => preferences.set({ density: 'compact', [name]: value })).toThrow(
      expect.objectContaining(refused),
    );
    expect(preferences.values()).toEqual({});
  },
);

test('what a newer Almanac wrote in another form is left out, and can be set all the same', () => {
  const { preferences, raw } = openedWork();
  preferences.set({ density: 'compact', theme: 'dark' });
  raw((db) => {
    db.exec(`UPDATE preference SET value = '"sepia"' WHERE name = 'theme'`);
    db.exec(`INSERT INTO preference VALUES ('later', '1', '2027-01-01')`);
  });
  expect(preferences.values()).toEqual({ density: 'compact' });
  preferences.set({ motion: 'reduced' });
  raw((db) => expect(db.prepare('SELECT count(*) FROM preference').pluck().get()).toBe(4));
  preferences.set({ theme: 'light' });
  expect(preferences.values()).toEqual({ density: 'compact', motion: 'reduced', theme: 'light' });
  expect(knownPreference('toString', {})).toEqual([]);
});

test('all that is kept takes 256 KB at most, and what takes more already may become less', () => {
  // {"last_address":"…"} has 19 characters besides.
  const room = VALUES_BYTES - 19;
  const address = (bytes: number) => ({ last_address: 'x'.repeat(bytes) });
  const refused = {
    code: 'wrong_usage',
    message:
      'Settings, names and pinned series would take 257 KB; the most that can be kept is 256 KB. Remove some first.',
  };
  expect(withPreferences({}, address(room))).toEqual(address(room));
  expect(() => withPreferences({}, address(room + 1))).toThrow(expect.objectContaining(refused));
  expect(() => withPreferences(address(room), { theme: 'dark' })).toThrow(expect.objectContaining(refused));
  const tooMuch = address(room + 9);
  expect(withPreferences(tooMuch, address(room + 9))).toEqual(tooMuch);
  expect(withPreferences(tooMuch, address(room + 8))).toEqual(address(room + 8));
  expect(withPreferences(tooMuch, { last_address: null })).toEqual({});
  expect(() => withPreferences(tooMuch, address(room + 10))).toThrow(expect.objectContaining(refused));
});
