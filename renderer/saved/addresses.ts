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
  canShowThen,
  openingAddress,
  parseView,
  withoutInstant,
} from '../view/index.ts';

/** What addresses of saved items say. An address is a path with its search parameters. */

export const EXPLORE = '/explore';
/** Words that say what is open beside the chart, not what it shows. */
const PASSING = ['explain', 'details', 'compare'];
/** Screens whose published data can be told from the address, so that they can be frozen. */
const FROZEN_SCREENS: readonly string[] = [EXPLORE, '/yields', '/states', '/constituents'];

/** @returns whether what this screen shows can be frozen. The service has the last word. */
export const canFreeze = (address: string): boolean => FROZEN_SCREENS.includes(addressPath(address));

/** @returns whether the screen shows the data of now, where the frozen ones are others. @param address that is shown */
export function showsNow(address: string, { state, lists }: FrozenCheck): boolean {
  if (state === 'same') return false;
  return canShowThen(address)
    ? !addressSearch(address).has('as_of')
    : state === 'lost' || lists?.is_replaced === true;
}

export function isSameAddress(one: string, other: string): boolean {
  return addressPath(one) === addressPath(other) && words(one) === words(other);
}

/** @returns whether an address shows what a saved view does; of a frozen one it may be the data of then or of now. */
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

/** @returns the series of a chart that are drawn, or that a drawn formula needs; none for another screen. */
export function choicesOfAddress(address: string): SeriesChoice[] {
  if (addressPath(address) !== EXPLORE) return [];
  const { view } = parseView(pickViewSearch(Object.fromEntries(addressSearch(address))));
  return rangedSeries(view).map(({ choice }) => choice);
}

/** @returns ids of the series of an item that its publisher no longer publishes, or that Almanac does not have (any more). */
export function endedSeries(item: SavedItem): string[] {
  const ids = item.kind === 'list' ? item.content.series : addressesOf(item).flatMap(idsOfAddress);
  return [...new Set(ids)].filter((id) => {
    const choice = parseSeriesId(id);
    return choice === undefined || findSeries(choice.dataset, choice.code)?.discontinuedOn !== undefined;
  });
}

const addressesOf = (item: Exclude<SavedItem, { kind: 'list' }>): string[] =>
  item.kind === 'view' ? [item.content.address] : item.content.tiles.map(({ address }) => address);

/** The series that an address of Explore names, with those that it cannot show. */
function idsOfAddress(address: string): string[] {
  if (addressPath(address) !== EXPLORE) return [];
  const search = Object.fromEntries(addressSearch(address));
  const { view } = parseView(pickViewSearch(search));
  const shown = view.series.map(({ choice }) => seriesId(choice));
  // Before a colon stands what a line is of.
  const named = (search.series ?? '').split(',').map((line) => line.trim().split(':')[0] ?? '');
  return [...shown, ...named.filter((id) => /^\w+(\.\w+)+$/.test(id))];
}

/** @returns a name for what an address shows: the chart's title, its series, or the screen with the words of its address. */
export function suggestedName(address: string, screen: string): string {
  const search = addressSearch(address);
  if (addressPath(address) === EXPLORE) {
    const { view } = parseView(pickViewSearch(Object.fromEntries(search)));
    const titles = rangedSeries(view).map(({ choice, style }) => style.name ?? seriesTitle(choice));
    return (view.heading.title ?? titles.join(', ')).slice(0, LONGEST) || screen;
  }
  const said = [...search].flatMap(([name, value]) => (PASSING.includes(name) ? [] : value));
  return [screen, ...said].join(' ').slice(0, LONGEST);
}

const LONGEST = 120;

/** 'Same as saved', '4 of 1,305 revised, 12 new'; of a list of members '3 joined, 2 left, 480 of 504 reweighted'. */
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

/** Why the hash may be another one, in full. */
export const LOST =
  'The history recorded here gives another SHA-256 for that instant: an older back-up was restored, or the view was frozen on another computer.';
