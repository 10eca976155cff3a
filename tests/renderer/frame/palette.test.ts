import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSingleKey } from '../../../renderer/frame/frame.tsx';
import {
  formulaAction,
  placeActions,
  savedActions,
  settingActions,
} from '../../../renderer/frame/palette-actions.ts';
import {
  actionResult,
  datedActions,
  keptResult,
  namedBy,
  nameProblem,
  rankedResults,
  readQuery,
  searchResult,
  withKept,
  withName,
  withoutName,
} from '../../../renderer/frame/palette-results.ts';
import { foundShortcuts, shortcutGroups } from '../../../renderer/frame/shortcut-list.ts';
import {
  findActions,
  isExactCode,
  matchingActions,
  type SearchAction,
  type SearchResult,
  seriesResult,
} from '../../../renderer/picker/index.ts';
import { SCREENS } from '../../../renderer/screens.ts';
import { addSeries, parseView } from '../../../renderer/view/index.ts';
import type { SavedItem } from '../../../service/contract/saved.ts';
import { findChoices } from '../../../service/datasets/find-choices.ts';
import { parseSeriesId, type SeriesChoice } from '../../../service/datasets/series-choice.ts';
import type { View } from '../../../service/view/types.ts';

const nothing = () => undefined;
const action = (id: string, more: Partial<SearchAction> = {}): SearchAction => ({
  ...{ id, title: id, detail: '', words: '', run: nothing },
  ...more,
});
const choice = (id: string) => parseSeriesId(id) as SeriesChoice;
const QUITS = seriesResult(choice('jolts.quits_level_sa'));
const ids = (results: readonly SearchResult[]) => results.map(({ id }) => id);

test.each([
  ['quits', 'everything', 'quits'],
  ['>refresh', 'actions', 'refresh'],
  [' > dark ', 'actions', 'dark'],
  ['>', 'actions', ''],
  ['?percentile', 'guide', 'percentile'],
  ['=a-b', 'formula', 'a-b'],
  ['a=b', 'everything', 'a=b'],
  ['', 'everything', ''],
])('%j looks among %s for %j', (query, among, words) =>
  expect(readQuery(query)).toEqual({ scope: among, words }),
);

test.each([
  ['states 2020-04-04', 'State map, week ending 2020-04-04', '/states?week=2020-04-04'],
  ['State map 2020-04-04', 'State map, week ending 2020-04-04', '/states?week=2020-04-04'],
  ['h.4.1 2024-01-03', 'Fed balance sheet as of 2024-01-03', '/statement?date=2024-01-03'],
  ['yields 2023-07-03', 'Yield curve of 2023-07-03', '/yields?date=2023-07-03'],
  ['curve vs 1y', 'Yield curve against 1y', '/yields?vs=1y'],
])('%s opens a place', (query, title, address) => {
  const opened: string[] = [];
  const [place] = datedActions(
    query,
    { today: '2026-01-01', state: 'CA' },
    { show: nothing, open: (path) => opened.push(path), newChart: nothing as never },
  );
  place?.run();
  expect([place?.title, place?.address, opened]).toEqual([title, address, [address]]);
});

describe('results that are remembered', () => {
  const known = [action('refresh'), action('screen:/data')];
  const place = action('x', { title: 'Yield curve of 2023-07-03', address: '/yields?date=2023-07-03' });

  test('are found again: series and actions by their id, places by their address, with their title', () => {
    const opened: string[] = [];
    const again = (result: SearchResult) =>
      searchResult(keptResult(result, known) ?? '', known, (address) => opened.push(address));
    expect(again(QUITS)).toEqual(QUITS);
    expect(again(actionResult(action('refresh')))?.id).toBe('refresh');
    const found = again(actionResult(place));
    expect(found).toMatchObject({ id: place.address, action: { title: place.title } });
    if (found && 'action' in found) found.action.run();
    expect(opened).toEqual([place.address]);
  });

  test('are not kept if only their query can make them, and are left out if they no longer exist', () => {
    expect(keptResult(actionResult(action('chart:range:typed')), known)).toBeUndefined();
    expect(searchResult('chart:undo', known, nothing)).toBeUndefined();
    expect(searchResult('jolts.no_such_series', known, nothing)).toBeUndefined();
  });

  test('appear only once, the newest first, and at most thirty', () => {
    const places = ['/yields One', 'refresh'];
    expect(withKept(places, '/yields Another title')).toEqual(['/yields Another title', 'refresh']);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', '/c d', '/c e', 'f')), (chosen) => {
        const kept = chosen.reduce<string[]>(withKept, []);
        expect(kept[0]).toBe(chosen.at(-1));
        const addresses = kept.map((one) => one.split(' ')[0]);
        expect(new Set(addresses).size).toBe(kept.length);
      }),
    );
    const many = Array.from({ length: 50 }, (_, i) => `a${i}`).reduce<string[]>(withKept, []);
    expect([many.length, many[0]]).toEqual([30, 'a49']);
  });
});

describe('the order of the results', () => {
  const result = (id: string) => actionResult(action(id));
  const parts = {
    own: result('own'),
    recent: ['r1', 'r2', 'r3', 'r4'].map(result),
    exact: [result('exact')],
    named: [result('range')],
    series: ['s1', 's2', 's3', 's4'].map(result),
    actions: [result('a1'), result('r1')],
    isNamed: false,
  };
  test('is: own name, recent ones, exact codes, named ones, then the best matches; each once', () => {
    expect(ids(rankedResults(parts))).toEqual('own r1 r2 r3 exact range s1 s2 s3 a1 s4'.split(' '));
    expect(ids(rankedResults({ ...parts, own: undefined, recent: [], isNamed: true }))).toEqual(
      'exact range a1 r1 s1 s2 s3 s4'.split(' '),
    );
  });

  test.each([
    ['JTSQUL', 'jolts.quits_level_sa', true],
    ['quits_level_sa', 'jolts.quits_level_sa', true],
    ['jolts.quits_level_sa', 'jolts.quits_level_sa', true],
    ['quits', 'jolts.quits_level_sa', false],
    ['txiclaims', 'ui_state_weekly_claims.initial_claims.TX', true],
    ['CAICLAIMS', 'ui_state_weekly_claims.initial_claims.TX', false],
  ])('%s is the exact code of %s: %s', (query, id, is) => expect(isExactCode(choice(id), query)).toBe(is));
});

describe('names that a person gives', () => {
  test('are found by the whole word, in small or capital letters, and can be removed', () => {
    const names = withName({}, ' CL ', 'ui_weekly_claims.initial_claims_sa');
    expect(namedBy(names, 'cl')).toBe('ui_weekly_claims.initial_claims_sa');
    expect(namedBy(names, 'Cl ')).toBe('ui_weekly_claims.initial_claims_sa');
    expect(namedBy(names, 'claims')).toBeUndefined();
    expect(namedBy(names, 'constructor')).toBeUndefined();
    expect(withoutName(names, 'cl')).toEqual({});
  });
  test.each([
    ['cl', undefined],
    ['', 'A name has at least one letter or digit.'],
    ['x'.repeat(41), 'A name has at most 40 characters.'],
    ['>go', "'>' at the beginning means something else here: take a letter or a digit."],
  ])('%j: %j', (name, problem) => expect(nameProblem(name)).toBe(problem));
});

test('a formula of the chart’s letters is added to the chart, and a mistake in it is explained', () => {
  const empty = parseView({ series: '' }).view;
  const view = addSeries(addSeries(empty, choice('yields.US10Y')), choice('yields.US2Y'));
  const shown: View[] = [];
  const say = (text: string, of = view) => formulaAction(of, text, (next) => shown.push(next));
  say('A-b').action?.run();
  expect(shown[0]?.formulas.map(({ text }) => text)).toEqual(['a-b']);
  expect(say('a-z').problem).toMatch(/^'z' is not a series of this formula.*Here a is .*10-year, b is /);
  expect(say('a-').action).toBeUndefined();
  expect(say('').problem).toMatch(/a is .*, b is /);
  expect(say('a-b', shown[0]).problem).toBe('This formula is shown already.');
  expect(say('a', empty).problem).toMatch(/needs series/);
  const full = ['1M', '3M', '6M', '1Y', '5Y', '30Y'].reduce(
    (now, t) => addSeries(now, choice(`yields.US${t}`)),
    view,
  );
  expect(say('a-b', full).problem).toMatch(/^8 of 8 lines are shown/);
});

test('saved items are found by name and opened; those in the bin are not', () => {
  const kept = { revision: 1, created_at: '', changed_at: '', deleted_at: null, note: '', folder: 'Rates' };
  const frozen = { as_of: '2025-03-07', sha256: 'a'.repeat(64), rows: 1 };
  const view = (id: string, name: string, more: object = {}) =>
    ({
      ...kept,
      id,
      kind: 'view',
      name,
      content: { address: '/yields?vs=1y', frozen: null },
      ...more,
    }) as SavedItem;
  const opened: string[] = [];
  const actions = savedActions(
    [
      view('aaaaaaaa', 'Curve vs last year'),
      view('bbbbbbbb', 'Frozen & kept', { content: { address: '/explore', frozen } }),
      view('cccccccc', 'Curve in the bin', { deleted_at: '2026-01-01T00:00:00Z' }),
      view('dddddddd', 'Curves', { kind: 'board', content: { range: '', recessions: true, tiles: [] } }),
    ],
    (address) => opened.push(address),
  );
  for (const one of [...findActions(actions, 'curve'), ...findActions(actions, 'frozen')]) one.run();
  expect(opened).toEqual(['/yields?vs=1y', '/board?id=dddddddd', `/explore?as_of=${frozen.as_of}`]);
});

test('places that a screen offers are found by title and words', () => {
  const opened: string[] = [];
  const guide = [{ title: 'Percentiles', words: 'rank share', address: '/guide/yields#percentiles' }];
  const [found] = matchingActions(
    placeActions(guide, 'Guide', (to) => opened.push(to)),
    'rank',
  );
  found?.run();
  expect([found?.detail, found?.address, opened]).toEqual(['Guide', guide[0]?.address, [guide[0]?.address]]);
});

test('a single key is a letter, digit or sign without Ctrl, Alt or Cmd, and not the space bar', () => {
  const press = (key: string, more: object = {}) =>
    isSingleKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
  expect(['g', 'G', '?', '/', '[', '1', '+', 'ü'].map((key) => press(key))).not.toContain(false);
  expect([' ', 'Escape', 'ArrowLeft', 'Enter', 'F2', 'Tab'].map((key) => press(key))).not.toContain(true);
  expect([
    press('k', { ctrlKey: true }),
    press('s', { altKey: true }),
    press('k', { metaKey: true }),
  ]).toEqual([false, false, false]);
});

test('the sheet is searched by what a key does, by the key and by the screen', () => {
  const found = (query: string) =>
    foundShortcuts(shortcutGroups(SCREENS), query).flatMap(({ shortcuts }) =>
      shortcuts.map(({ does }) => does),
    );
  expect(found('undo explore')).toEqual(['Undo']);
  expect(found('inversion yields')).toEqual(['The next inversion, or the one before']);
  expect(found('zebra')).toEqual([]);
  expect(found('').length).toBeGreaterThan(60);
});

test('a key in the palette takes no more than 30 ms with a thousand saved items', () => {
  const items = Array.from({ length: 1000 }, (_, i) =>
    action(`item:${i}`, { title: `Claims and yields of note ${i}` }),
  );
  const actions = [...items, ...settingActions({ values: {}, set: nothing, open: nothing })];
  const queries = [...'initial claims in texsa'].map((_, i, all) => all.slice(0, i + 1).join(''));
  const started = performance.now();
  for (const query of queries) {
    findActions(actions, query);
    findChoices(query, 'CA');
  }
  expect((performance.now() - started) / queries.length).toBeLessThan(30);
});
