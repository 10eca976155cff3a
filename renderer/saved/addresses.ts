import type { FrozenCheck, SavedItem } from '../../service/contract/saved.ts';
import { findSeries } from '../../service/datasets/index.ts';
import {
  parseSeriesId,
  type SeriesChoice,
  seriesId,
  seriesTitle,
} from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { changeWords, pickViewSearch, rangedSeries } from '../../service/view/index.ts';
import {
  addressPath,
  addressSearch,
  canShowInstant,
  openingAddress,
  parseView,
  withoutInstant,
} from '../view/index.ts';

/** Reads the addresses of saved items. An address is a path with its search parameters. */

export const EXPLORE = '/explore';
/** Parameters for an open side panel, which do not belong to the saved view. */
const PASSING = ['explain', 'details', 'compare'];
/** Screens whose address determines its published data, so that the data can be frozen. */
const FROZEN_SCREENS: readonly string[] = [EXPLORE, '/yields', '/states', '/constituents'];

/** True if the screen's data can be frozen. The service decides in the end. */
export const canFreeze = (address: string): boolean => FROZEN_SCREENS.includes(addressPath(address));

/** True if the screen shows current data that differ from the frozen data. @param address the shown one */
export function showsNow(address: string, { state, lists }: FrozenCheck): boolean {
  if (state === 'same') return false;
  return canShowInstant(address)
    ? !addressSearch(address).has('as_of')
    : state === 'lost' || lists?.is_replaced === true;
}

export function isSameAddress(one: string, other: string): boolean {
  return addressPath(one) === addressPath(other) && words(one) === words(other);
}

/** True if an address shows a saved view; for a frozen view, with its frozen or with current data. */
export function showsItem(address: string, item: Extract<SavedItem, { kind: 'view' }>): boolean {
  const { content } = item;
  if (content.frozen === null) return isSameAddress(address, content.address);
  return [content.address, openingAddress(item)].some((one) =>
    isSameAddress(withoutInstant(address), withoutInstant(one)),
  );
}

function words(address: string): string {
  return [...addressSearch(address)]
    .filter(([name]) => !PASSING.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
}

/** @returns the drawn series of a chart, and those its formulas need; none for another screen. */
export function choicesOfAddress(address: string): SeriesChoice[] {
  if (addressPath(address) !== EXPLORE) return [];
  const { view } = parseView(pickViewSearch(Object.fromEntries(addressSearch(address))));
  return rangedSeries(view).map(({ choice }) => choice);
}

/** @returns the ids of an item's series that are discontinued or not in Almanac (any more). */
export function endedSeries(item: SavedItem): string[] {
  const ids = item.kind === 'list' ? item.content.series : addressesOf(item).flatMap(idsOfAddress);
  return [...new Set(ids)].filter((id) => {
    const choice = parseSeriesId(id);
    return choice === undefined || findSeries(choice.dataset, choice.code)?.discontinuedOn !== undefined;
  });
}

const addressesOf = (item: Exclude<SavedItem, { kind: 'list' }>): string[] =>
  item.kind === 'view' ? [item.content.address] : item.content.tiles.map(({ address }) => address);

/** The series in an address of Explore, including those that it cannot show. */
function idsOfAddress(address: string): string[] {
  if (addressPath(address) !== EXPLORE) return [];
  const search = Object.fromEntries(addressSearch(address));
  const { view } = parseView(pickViewSearch(search));
  const shown = view.series.map(({ choice }) => seriesId(choice));
  // The series comes before the colon.
  const named = (search.series ?? '').split(',').map((line) => line.trim().split(':')[0] ?? '');
  return [...shown, ...named.filter((id) => /^\w+(\.\w+)+$/.test(id))];
}

/** @returns a name for a view: the chart's title, its series, or the screen with its address's values. */
export function suggestedName(address: string, screen: string): string {
  const search = addressSearch(address);
  if (addressPath(address) === EXPLORE) {
    const { view } = parseView(pickViewSearch(Object.fromEntries(search)));
    const titles = rangedSeries(view).map(({ choice, style }) => style.name ?? seriesTitle(choice));
    return (view.heading.title ?? titles.join(', ')).slice(0, LONGEST) || screen;
  }
  const values = [...search].flatMap(([name, value]) => (PASSING.includes(name) ? [] : value));
  return [screen, ...values].join(' ').slice(0, LONGEST);
}

const LONGEST = 120;

/** 'Same as saved', '4 of 1,305 revised, 12 new'; for members '3 joined, 2 left, 480 of 504 reweighted'. */
export function frozenWords(check: FrozenCheck): string {
  if (check.state === 'lost') return 'Cannot be rebuilt: an older back-up was restored';
  return (check.lists ? memberWords(check, check.lists) : changeWords(check)) || 'Same as saved';
}

function memberWords(
  { added, gone, revised, total }: FrozenCheck,
  lists: NonNullable<FrozenCheck['lists']>,
): string {
  const others = revised - lists.reweighted;
  const counts: [number, string][] = [
    [added, 'joined'],
    [gone, 'left'],
    [lists.reweighted, `of ${groupDigits(String(total))} reweighted`],
    [others, 'with another name or sector'],
    [lists.added, lists.added === 1 ? 'new list' : 'new lists'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${groupDigits(String(count))} ${what}`)
    .join(', ');
}

/** The possible reasons for a different hash. */
export const LOST =
  'The history recorded here gives another SHA-256 for that instant: an older back-up was restored, or the view was frozen on another computer.';
