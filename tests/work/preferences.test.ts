import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits } from '../../service/contract/fits.ts';
import { PREFERENCES, type PreferenceName } from '../../service/contract/preferences.ts';
import { VALUES_BYTES } from '../../service/contract/schema.ts';
import { foldTicker } from '../../service/series-math/members.ts';
import { knownPreference, type Work, withPreferences } from '../../service/work/index.ts';
import { newFolder, openedWork } from './items.ts';

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
])('%s %j is refused with the right values, and nothing of the request is stored', (name, value, message) => {
  const { preferences } = openedWork();
  const refused = { code: 'wrong_usage', message, at: { parameter: name } };
  expect(() => preferences.set({ density: 'compact', [name]: value })).toThrow(
    expect.objectContaining(refused),
  );
  expect(preferences.values()).toEqual({});
});

test('a setting that a newer Almanac wrote in another form is left out, and can still be set', () => {
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

test('all settings take 256 KB at most, and settings that take more already may become smaller', () => {
  // The rest of {"last_address":"…"} has 19 characters.
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

/** Pairs of tickers that a person has confirmed as one company. */

const pair = (before: string, after: string, is_same = true) => ({
  before: { ticker: before, name: `${before} Corp` },
  after: { ticker: after, name: `${after} Corp` },
  is_same,
});
const tickersOf = (work: Pick<Work, 'sameCompanies'>) =>
  work.sameCompanies
    .list()
    .map(({ before, after }) => `${before.ticker}>${after.ticker}`)
    .sort();

test('confirmed pairs are a set, whatever two windows set in any order, and survive a restart', () => {
  const ticker = fc.constantFrom('BLL', 'BALL', 'CBG', 'CBRE', 'BRK.B', 'brk-b');
  fc.assert(
    fc.property(
      fc.array(fc.record({ before: ticker, after: ticker, isSame: fc.boolean(), window: fc.boolean() })),
      (all) => {
        const folder = newFolder();
        const [one, other] = [openedWork(folder), openedWork(folder)];
        const expected = new Set<string>();
        for (const { before, after, isSame, window } of all) {
          const set = () => (window ? one : other).sameCompanies.set(pair(before, after, isSame));
          const [old, young] = [foldTicker(before), foldTicker(after)];
          if (old === young) {
            expect(set).toThrow(/A pair has two tickers/);
            continue;
          }
          set();
          if (isSame) expected.add(`${old}>${young}`);
          else expected.delete(`${old}>${young}`);
        }
        expect(tickersOf(one)).toEqual([...expected].sort());
        expect(one.sameCompanies.list()).toEqual(other.sameCompanies.list());
        one.close();
        other.close();
        const again = openedWork(folder);
        expect(tickersOf(again)).toEqual([...expected].sort());
        again.close();
      },
    ),
    { numRuns: 12 },
  );
});

test('the names and the time of the first confirmation stay, the newest pair comes first, and each is removed alone', () => {
  const first = '2026-11-22T12:00:00.000Z';
  const { sameCompanies, at } = openedWork(newFolder(), first);
  const set = (before: string, after: string, is_same = true, name = `${after} Corp`) =>
    sameCompanies.set({
      before: { ticker: before, name: ` ${before} Inc ` },
      after: { ticker: after, name },
      is_same,
    });
  const one = (before: string, after: string, confirmed_at: string) => ({
    before: { ticker: before, name: `${before} Inc` },
    after: { ticker: after, name: `${after} Corp` },
    confirmed_at,
  });
  set('BLL', 'BALL');
  set('CBG', 'ABC', true, ' ABC Corp  ');
  set('BLL', 'AAA');
  const time = at(1);
  set('BLL', 'BALL', true, 'Another');
  set('ZZZ', 'AAA');
  const newest = one('ZZZ', 'AAA', time);
  expect(sameCompanies.list()).toEqual([
    newest,
    one('BLL', 'AAA', first),
    one('BLL', 'BALL', first),
    one('CBG', 'ABC', first),
  ]);
  set('BALL', 'BLL', false);
  set('b.l-l', 'ball', false);
  set('CBG', 'AAA', false);
  expect(sameCompanies.list()).toEqual([newest, one('BLL', 'AAA', first), one('CBG', 'ABC', first)]);
});

test.each([
  ['-', 'BALL'],
  ['BLL', '..'],
  ['BRK.B', 'brk-b'],
])('%s and %s are not a pair', (before, after) => {
  const { sameCompanies } = openedWork();
  const wrong = {
    code: 'wrong_usage',
    message: `A pair has two tickers, such as BLL and BALL; '${before}' and '${after}' are not a pair.`,
  };
  for (const isSame of [true, false])
    expect(() => sameCompanies.set(pair(before, after, isSame))).toThrow(expect.objectContaining(wrong));
});
