import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freeName, namesOf } from '../../../renderer/api/work.ts';
import {
  canFreeze,
  choicesOfAddress,
  endedSeries,
  frozenWords,
  isSameAddress,
  showsItem,
  showsNow,
  suggestedName,
} from '../../../renderer/saved/addresses.ts';
import { changed, duplicate, undone } from '../../../renderer/saved/saving.tsx';
import { foldersOf, readSearch, shownItems, toggled } from '../../../renderer/saved/shown-items.ts';
import { keptAddress, openingAddress, parseView, withoutInstant } from '../../../renderer/view/index.ts';
import { fits } from '../../../service/contract/fits.ts';
import { type SavedItem, SaveItemRequest } from '../../../service/contract/saved.ts';
import { findSeries } from '../../../service/datasets/index.ts';
import { seriesId } from '../../../service/datasets/series-choice.ts';
import { pickViewSearch } from '../../../service/view/index.ts';
import { AT, FROZEN, view } from './items.ts';

const frozenView = (address: string) => view({ content: { address, frozen: FROZEN } });
const frozenLists = (address: string) =>
  view({ content: { address, frozen: { ...FROZEN, lists: ['SPY@2025-02-07', 'IVV@2024-12-06'] } } });

describe('addresses', () => {
  test('a chart of eight lines with Chinese names is kept in a short address, which shows the same', () => {
    const names = [...'abcdefgh'].map((letter) => `${letter}:${'名'.repeat(80)}`).join(',');
    const ids = [
      'hires_level_sa',
      'hires_level_nsa',
      'quits_level_sa',
      'quits_level_nsa',
      'quits_rate_sa',
    ].map((id) => `jolts.${id}`);
    const series = [...ids, 'yields.US1M', 'us_exports.north_america', 'us_exports.central_america'].join(
      ',',
    );
    const search = new URLSearchParams({
      series,
      names,
      title: '100 % 題'.padEnd(200, '題'),
      subtitle: 'a+b é'.padEnd(200, '題'),
    });
    const long = `/explore?${search}`;
    const kept = keptAddress(long);
    expect(long.length).toBeGreaterThan(8000);
    expect(kept.length).toBeLessThan(2000);
    expect(new URLSearchParams(kept.split('?')[1])).toEqual(search);
    expect(isSameAddress(kept, long)).toBe(true);
    const viewOf = (address: string) =>
      parseView(pickViewSearch(Object.fromEntries(new URLSearchParams(address.split('?')[1]))));
    expect(viewOf(kept)).toEqual(viewOf(long));
    expect(viewOf(kept).view.series).toHaveLength(8);
    expect(keptAddress('/explore?title=%C3%28%20%2B%FF')).toBe('/explore?title=%C3%28%20%2B%FF');
  });

  test('a frozen view opens as of its instant, and a frozen list of members with its day', () => {
    expect(openingAddress(frozenView('/explore?series=jolts.quits_rate_sa,yields.US10Y:pc1'))).toBe(
      `/explore?series=jolts.quits_rate_sa,yields.US10Y:pc1&as_of=${AT}`,
    );
    expect(openingAddress(frozenView('/yields?date=2024-01-02'))).toBe(`/yields?date=2024-01-02&as_of=${AT}`);
    expect(openingAddress(frozenView('/states'))).toBe(`/states?as_of=${AT}`);
    const list = frozenLists('/constituents?view=table');
    expect(openingAddress(list)).toBe('/constituents?view=table&code=SPY&date=2025-02-07');
    // The item is shown if the list of its day or the newest list is; another list is not this item.
    expect(showsItem('/constituents?view=table', list)).toBe(true);
    expect(showsItem('/constituents?date=2025-02-07&code=SPY&view=table', list)).toBe(true);
    expect(showsItem('/constituents?view=table&code=SPY&date=2025-03-07', list)).toBe(false);
    expect(openingAddress(view())).toBe('/explore?series=jolts.quits_rate_sa&range=5Y');
    const series = { ...view(), kind: 'list', content: { series: ['jolts.quits_rate_sa', 'yields.US10Y'] } };
    expect(openingAddress(series as SavedItem)).toBe('/explore?series=jolts.quits_rate_sa,yields.US10Y');
  });

  test('open panels beside the chart and the order of parameters are not a change', () => {
    const same = '/explore?range=5Y&series=a&explain=a@2024-01-01&details=a';
    expect(isSameAddress('/explore?series=a&range=5Y', same)).toBe(true);
    expect(isSameAddress('/explore?series=a&range=5Y', '/explore?series=a&range=1Y')).toBe(false);
    expect(isSameAddress('/yields', '/states')).toBe(false);
    for (const word of ['explain', 'details', 'compare'])
      expect([word, isSameAddress('/yields?date=1', `/yields?${word}=x&date=1`)]).toEqual([word, true]);
    const freezable = ['/explore?series=x', '/yields', '/states?a=b', '/constituents'];
    expect(freezable.map(canFreeze)).toEqual([true, true, true, true]);
    expect(['/statement', '/data', '/yields/x'].map(canFreeze)).toEqual([false, false, false]);
    const frozen = frozenView('/explore?series=jolts.quits_rate_sa');
    expect(showsItem('/explore?series=jolts.quits_rate_sa', frozen)).toBe(true);
    expect(showsItem(`/explore?series=jolts.quits_rate_sa&as_of=${AT}&compare=now`, frozen)).toBe(true);
    expect(showsItem(`/explore?series=yields.US10Y&as_of=${AT}`, frozen)).toBe(false);
    expect(showsItem(`${view().content.address}&as_of=2026-01-01`, view())).toBe(false);
    expect(withoutInstant('/states?measure=persons')).toBe('/states?measure=persons');
  });

  test('a frozen view says that current data are shown if they differ from its own', () => {
    const counts = { revised: 1, added: 0, gone: 0, total: 9 };
    const changed = { state: 'changed' as const, ...counts };
    expect(showsNow('/yields', changed)).toBe(true);
    expect(showsNow('/yields', { ...changed, state: 'same' })).toBe(false);
    expect(showsNow(`/yields?as_of=${AT}`, changed)).toBe(false);
    const lists = { reweighted: 1, added: 0, is_replaced: false };
    const lost = { ...changed, state: 'lost' as const };
    expect(showsNow('/constituents?code=SPY', lost)).toBe(true);
    expect([showsNow('/yields', lost), showsNow(`/yields?as_of=${AT}`, lost)]).toEqual([true, false]);
    expect(showsNow('/constituents?code=SPY', { ...changed, lists })).toBe(false);
    expect(showsNow('/constituents?code=SPY', { ...changed, lists: { ...lists, is_replaced: true } })).toBe(
      true,
    );
  });

  test('a name is suggested from what is shown', () => {
    expect(suggestedName('/explore?series=jolts.quits_rate_sa&title=My quits', 'Explore')).toBe('My quits');
    expect(suggestedName('/explore?series=yields.US10Y,jolts.quits_rate_sa&names=b:Quits', 'Explore')).toBe(
      'Treasury par yield, 10-year, Quits',
    );
    for (const [address, name] of [
      [`/explore?series=yields.US10Y&title=${'t'.repeat(200)}`, 't'.repeat(120)],
      [`/states?measure=${'m'.repeat(200)}`, `States ${'m'.repeat(113)}`],
    ] as const)
      expect(suggestedName(address, 'States')).toBe(name);
    expect(suggestedName('/yields?details=a&date=2023-07-03&compare=now&vs=1y', 'Yields')).toBe(
      'Yields 2023-07-03 1y',
    );
    expect(suggestedName('/yields?date=2023-07-03&explain=x', 'Yields')).toBe('Yields 2023-07-03');
    expect(suggestedName('/explore?series=', 'Explore')).toBe('Explore');
  });

  test('the series of a chart are those that are drawn or needed by a formula', () => {
    const address =
      '/explore?series=jolts.quits_level_sa:hidden,jolts.hires_level_sa,yields.US10Y:hidden&formulas=a/b';
    expect(choicesOfAddress(address).map(seriesId)).toEqual(['jolts.quits_level_sa', 'jolts.hires_level_sa']);
    expect(choicesOfAddress('/yields')).toEqual([]);
  });
});

test('items are found by folder, kind and words, in the chosen order; the bin is apart', () => {
  const items: SavedItem[] = [
    view({ id: 'aaaaaaaa1', name: 'Beta 10', folder: 'Rates', changed_at: '2026-11-22' }),
    view({ id: 'aaaaaaaa2', name: 'beta 9', note: 'Alpha too', changed_at: '2026-11-21' }),
    frozenView('/yields'),
    view({ id: 'aaaaaaaa4', name: 'Gone', folder: 'Rates', deleted_at: AT }),
    view({ id: 'aaaaaaaa6', name: 'Gone before', deleted_at: '2026-11-19', changed_at: '2026-11-23' }),
    view({ id: 'aaaaaaaa7', name: 'Gone later', deleted_at: '2026-11-21' }),
    { ...view({ id: 'aaaaaaaa5' }), kind: 'list', name: 'Labour', content: { series: [] } } as SavedItem,
  ];
  const names = (search: Record<string, string>) =>
    shownItems(items, readSearch(search)).map(({ name }) => name);
  expect(names({})).toEqual(['Beta 10', 'beta 9', 'Claims', 'Labour']);
  expect(names({ sort: 'name' })).toEqual(['beta 9', 'Beta 10', 'Claims', 'Labour']);
  expect(names({ folder: 'Rates' })).toEqual(['Beta 10']);
  expect(names({ folder: '' })).toEqual(['beta 9', 'Claims', 'Labour']);
  expect(names({ show: 'lists' })).toEqual(['Labour']);
  expect(names({ show: 'frozen' })).toEqual(['Claims']);
  expect(names({ show: 'bin', folder: 'x' })).toEqual(['Gone later', 'Gone', 'Gone before']);
  expect(names({ show: 'views' })).toEqual(['Beta 10', 'beta 9', 'Claims']);
  expect(names({ show: 'boards' })).toEqual([]);
  expect(names({ show: 'team', folder: 'Rates' })).toEqual(names({}));
  expect(names({ sort: 'kind' })).toEqual(['Labour', 'beta 9', 'Beta 10', 'Claims']);
  expect(names({ sort: 'folder' })).toEqual(['beta 9', 'Claims', 'Labour', 'Beta 10']);
  expect(names({ q: 'rates' })).toEqual(['Beta 10']);
  expect(names({ q: 'ALPHA beta' })).toEqual(['beta 9']);
  expect(foldersOf(items)).toEqual([{ name: 'Rates', count: 1 }]);
  const foldered = ['b 10', 'B 9', 'b 10', 'a'].map((folder) => view({ folder }));
  expect(foldersOf(foldered)).toEqual([
    { name: 'a', count: 1 },
    { name: 'B 9', count: 1 },
    { name: 'b 10', count: 2 },
  ]);
  const whole = { folder: '', show: 'bin', q: 'x', sort: 'folder' };
  expect([readSearch(whole), readSearch({ show: 'all', sort: 'changed', q: 5 })]).toEqual([
    whole,
    { q: '5' },
  ]);
  expect([...toggled(toggled(toggled(new Set(['a']), 'b'), 'a'), 'c')]).toEqual(['b', 'c']);
  expect(readSearch({ show: 'nothing', sort: 'size', q: '' })).toEqual({});
});

test('undoing a change is sent with the revision that the change led to, so that changes of others stay', () => {
  const before = view();
  const after = view({ name: 'New', revision: 4 });
  expect(undone(before, after)).toMatchObject({ name: 'Claims', revision: 4, is_deleted: false });
  const { kind, id, note, folder, content } = before;
  const fields = { kind, id, note, folder, content, is_deleted: false };
  expect(undone(before, after)).toEqual({ ...fields, name: 'Claims', revision: 4 });
  expect(changed(view({ deleted_at: AT }), {})).toEqual({
    ...fields,
    name: 'Claims',
    revision: 3,
    is_deleted: true,
  });
  expect(changed(after, { note: 'x', is_deleted: true })).toEqual({
    ...{ ...fields, name: 'New', revision: 4, note: 'x', is_deleted: true },
  });
  const copy = duplicate(view({ deleted_at: AT }), ['Claims']);
  expect(copy).toEqual({ ...fields, id: copy.id, name: 'Claims (2)', revision: 0 });
  expect(copy.id).not.toBe(id);
  expect(undone(undefined, after)).toMatchObject({ name: 'New', revision: 4, is_deleted: true });
  for (const request of [undone(before, after), changed(after, { note: 'x' }), duplicate(after, [])])
    expect(fits(SaveItemRequest, request)).toBe(true);
});

test('a free name is none of the taken names', () => {
  expect(freeName('Claims', ['Claims', 'Claims (2)'])).toBe('Claims (3)');
  expect(freeName('Claims (2)', ['Claims (2)'])).toBe('Claims (3)');
  expect(namesOf([view(), view({ name: 'In the bin', deleted_at: AT })])).toEqual(['Claims']);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'a (2)', 'a (3)', 'b')), (taken) => {
      const names: string[] = [];
      for (const name of taken) names.push(freeName(name, names));
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});

test('the result of a check is written in words', () => {
  const counts = { revised: 4, added: 12, gone: 0, total: 1305 };
  expect(frozenWords({ state: 'changed', ...counts })).toBe('4 of 1,305 revised, 12 new');
  expect(frozenWords({ state: 'changed', ...counts, added: 0, gone: 1 })).toBe('4 of 1,305 revised, 1 gone');
  expect(frozenWords({ state: 'same', ...counts, revised: 0, added: 0 })).toBe('Same as saved');
  const lists = { reweighted: 3, added: 1, is_replaced: false };
  expect(frozenWords({ state: 'changed', ...counts, gone: 2, lists })).toBe(
    '12 joined, 2 left, 3 of 1,305 reweighted, 1 with another name or sector, 1 new list',
  );
  const replaced = { reweighted: 4, added: 2, is_replaced: true };
  expect(frozenWords({ state: 'changed', ...counts, added: 0, lists: replaced })).toBe(
    '4 of 1,305 reweighted, 2 new lists',
  );
  expect(frozenWords({ state: 'lost', ...counts })).toBe('Cannot be rebuilt: an older back-up was restored');
});

test('views, lists and boards name their discontinued and unknown series; words and names of lines are not series', () => {
  const of = (address: string) => endedSeries(view({ content: { address, frozen: null } }));
  expect(of('/explore?series=jolts.quits_rate_sa:pc1,yields.US10Y&range=5Y')).toEqual([]);
  expect(of('/explore?series=jolts.quits_rate_sa,jolts.temps_rate_sa:pc1')).toEqual(['jolts.temps_rate_sa']);
  expect(of('/yields?date=2025-03-07')).toEqual([]);
  const quits = findSeries('jolts', 'quits_rate_sa');
  Object.assign(quits as object, { discontinuedOn: '2026-10-31' });
  onTestFinished(() => void delete quits?.discontinuedOn);
  expect(of('/explore?series=jolts.quits_rate_sa,yields.US10Y')).toEqual(['jolts.quits_rate_sa']);
  const list = {
    ...view(),
    kind: 'list',
    content: { series: ['yields.US10Y', 'yields.US99Y'] },
  } as SavedItem;
  expect(endedSeries(list)).toEqual(['yields.US99Y']);
  const tile = {
    id: 't1',
    title: '',
    address: '/explore?series=gone.code',
    x: 0,
    y: 0,
    w: 6,
    h: 5,
    range: null,
  };
  const other = { ...tile, id: 't3', address: '/explore?series=gone.other' };
  const content = { range: '', recessions: true, tiles: [tile, { ...tile, id: 't2' }, other] };
  expect(endedSeries({ ...view(), kind: 'board', content } as SavedItem)).toEqual([
    'gone.code',
    'gone.other',
  ]);
});
