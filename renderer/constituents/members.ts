import { dayNumber, shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset, CatalogSeries, HeldList } from '../../service/contract/catalog.ts';
import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import type { ListDifference, StayedMember } from '../../service/series-math/list-change.ts';
import { byWeight, heavierFirst, type ListFigures } from '../../service/series-math/list-figures.ts';
import type { LedgerCompany } from '../../service/series-math/list-ledger.ts';
import { byIdentity, type Constituent, sectorName } from '../../service/series-math/members.ts';
import type { ListAsk } from '../api/index.ts';
import type { SentencePart } from '../explain/types.ts';
import type { ListState } from './search.ts';

/** The state that all parts of the screen show. */
export type ShownLists = {
  held: readonly HeldIndex[];
  chosen: Chosen;
  state: ListState;
  members: readonly Constituent[];
  /** The earlier list, if the user compares with one. */
  before: readonly Constituent[] | undefined;
  difference: ListDifference | undefined;
  figures: ListFigures;
  hasWeights: boolean;
  /** Whether all tiles have one size. */
  isEqual: boolean;
  /** The members that match the search and the sector, in the chosen order. */
  rows: readonly MapMember[];
  keys: ReadonlyMap<Constituent, string>;
  change: (part: Partial<ListState>, replace?: boolean) => void;
  explain: (word: string | undefined) => void;
};

/** An index or fund with at least one list. */
export type HeldIndex = Pick<CatalogSeries, 'code' | 'title'> & { lists: readonly HeldList[] };

/** @returns the indices and funds with a stored list. */
export function heldIndices({ series }: Pick<CatalogDataset, 'series'>): HeldIndex[] {
  return series.flatMap(({ code, title, lists = [] }) => (lists.length > 0 ? [{ code, title, lists }] : []));
}

export type Chosen = {
  index: HeldIndex;
  list: HeldList;
  /** The list to compare with. */
  earlier: HeldList | undefined;
  /** The lists of a comparison, starting with `list`. */
  compared: readonly ListAsk[];
};

/** @returns the lists to show, and a sentence for each word without stored data. @param held is not empty */
export function chosenOf(
  state: ListState,
  held: readonly HeldIndex[],
): { chosen: Chosen; problems: string[] } {
  const problems: string[] = [];
  // Defaults to an index and a list with weights, because the map needs weights.
  const weighted = (lists: readonly HeldList[]) => lists.find(({ has_weights }) => has_weights);
  const usual =
    held.find(({ lists }) => lists[0]?.has_weights) ?? held.find(({ lists }) => weighted(lists)) ?? held[0];
  if (!usual) throw new Error('There is no list');
  const index = held.find(({ code }) => code === state.code) ?? usual;
  if (state.code !== undefined && index.code !== state.code)
    problems.push(`There is no list of ${state.code}: ${index.code} is shown.`);
  const on = (date: string | undefined) =>
    date === undefined ? undefined : index.lists.find(({ as_of }) => as_of <= date);
  const newest = index.lists[0] as HeldList;
  const list = on(state.date) ?? (state.code === index.code ? newest : (weighted(index.lists) ?? newest));
  if (state.date !== undefined && list.as_of !== state.date)
    problems.push(`There is no list of ${state.date}: the list of ${list.as_of} is shown.`);
  const found = on(state.vs);
  const earlier = found && found.as_of !== list.as_of ? found : undefined;
  if (state.vs !== undefined && earlier?.as_of !== state.vs)
    problems.push(
      earlier
        ? `There is no list of ${state.vs} to compare with: the list of ${earlier.as_of} is used.`
        : `There is no other list of ${state.vs} or earlier to compare with.`,
    );
  const own = { code: index.code, date: list.as_of };
  const all = allLists(held);
  const others = state.with.flatMap((word) => {
    const other = all.find((one) => wordOf(one) === word);
    if (!other) problems.push(`There is no list ${word} to compare with.`);
    return other && word !== wordOf(own) ? [other] : [];
  });
  return { chosen: { index, list, earlier, compared: [own, ...others] }, problems };
}

export const allLists = (held: readonly HeldIndex[]): ListAsk[] =>
  held.flatMap(({ code, lists }) => lists.map(({ as_of }) => ({ code, date: as_of })));
/** @returns the list's word in the address. */
export const wordOf = ({ code, date }: ListAsk): string => `${code}@${date}`;
/** @returns the list's name: 'SPY of 2025-02-07'. */
export const listName = ({ code, date }: ListAsk): string => `${code} of ${shownDate(date)}`;

/** A member as the map and the table show it. */
export type MapMember = {
  member: Constituent;
  /** The member's key in its list (`byIdentity`) and in the address. */
  key: string;
  sector: string;
  /** Rank among the members by weight, from 1. */
  rank: number;
  /** The member in the earlier list; 'new' if it joined since. `undefined` without an earlier list. */
  was: StayedMember | 'new' | undefined;
};

/** Shown for members whose list gives no sector. */
export const NO_SECTOR = 'not given';

/** @returns the members by weight, then by name, each with its match in the earlier list. */
export function listedMembers(list: readonly Constituent[], change: ListDifference | undefined): MapMember[] {
  const was = new Map(change?.stayed.map((one) => [one.after, one]));
  return [...byIdentity(list)]
    .sort(([, a], [, b]) => byWeight(a, b))
    .map(([key, member], i) => ({
      member,
      key,
      sector: sectorName(member.sector) || NO_SECTOR,
      rank: i + 1,
      was: change && (was.get(member) ?? 'new'),
    }));
}

/** @returns whether the text contains each word of the search. */
function isFound(q: string, text: string): boolean {
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

/** @returns the rows that match the sector and the search, in the chosen order. */
export function shownRows(rows: readonly MapMember[], { q, sector, sort, isTurned }: ListState): MapMember[] {
  const sorted = rows
    .filter(
      (row) =>
        (sector === undefined || row.sector === sector) &&
        isFound(q, `${row.member.ticker} ${row.member.name} ${row.sector}`),
    )
    .sort((a, b) => COMPARE[sort](a, b) || a.rank - b.rank);
  return isTurned ? sorted.reverse() : sorted;
}

const byText = (textOf: (row: MapMember) => string) => (a: MapMember, b: MapMember) =>
  textOf(a).localeCompare(textOf(b), 'en');
const COMPARE: Record<ListState['sort'], (a: MapMember, b: MapMember) => number> = {
  weight: (a, b) => a.rank - b.rank,
  ticker: byText(({ member }) => member.ticker),
  name: byText(({ member }) => member.name),
  sector: byText(({ sector }) => sector),
  change: (a, b) => heavierFirst(weightChange(a) || '0', weightChange(b) || '0'),
};

/** @returns the exact change of a weight since the earlier list; '' if there is none. */
export function weightChange({ was }: MapMember): string {
  return was === undefined || was === 'new' ? '' : was.change;
}

/** @returns '+0.22 points', 'joined since', or '' if there is nothing to compare. */
export function weightChangeText(row: MapMember): string {
  if (row.was === 'new') return 'joined since';
  return weightChange(row) && `${signedText(weightChange(row))} points`;
}

/** @returns 'IVV on 2024-12-06: 503 members; ten largest 36.07 %; …', with the words that explain numbers. */
export function sentenceOf(
  code: string,
  date: string,
  figures: ListFigures,
  change: ListDifference | undefined,
): SentencePart[] {
  const [{ sector = '', weight = '' } = {}] = figures.sectors;
  return plainly(() => [
    `${code} on ${date}: `,
    { text: String(figures.members), explain: 'members' },
    figures.members === 1 ? ' member' : ' members',
    ...(figures.topTen === '' ? [] : ['; ten largest ', { text: figures.topTen, explain: 'top' }, ' %']),
    ...(sector !== '' && weight !== ''
      ? [`; ${sector} `, { text: groupDigits(weight), explain: `sector:${sector}` }, ' %']
      : []),
    ...(change
      ? (['joined', 'left', 'stayed'] as const).flatMap((kind, i) => [
          i === 0 ? '; ' : ', ',
          { text: String(change[kind].length), explain: kind },
          ` ${kind}`,
        ])
      : []),
    '.',
  ]);
}

/** A ledger of more lists keeps only this many: its intervals stay true, but become longer. */
export const MOST_LEDGER_LISTS = 60;

/** @returns the ledger's dates, oldest first, with both ends. @param lists the lists, newest first */
export function ledgerDates(lists: readonly Pick<HeldList, 'as_of'>[]): string[] {
  const dates = lists.map(({ as_of }) => as_of).reverse();
  if (dates.length <= MOST_LEDGER_LISTS) return dates;
  return Array.from(
    { length: MOST_LEDGER_LISTS },
    (_, i) => dates[Math.round((i * (dates.length - 1)) / (MOST_LEDGER_LISTS - 1))] as string,
  );
}

/**
 * @returns a company's bar as shares of the time; unsure where only one of two neighbouring lists has it.
 * @param dates dates of at least two lists, oldest first
 */
export function barOf({ stays }: Pick<LedgerCompany, 'stays'>, dates: readonly string[]) {
  const days = dates.map((date) => dayNumber(date) as number);
  const [start = 0, end = 1] = [days[0], days.at(-1)];
  const part = (first: number, last: number, isSure: boolean) => {
    const [from, to] = [first, last].map((list) => ((days[list] as number) - start) / (end - start));
    return { from: from as number, to: to as number, isSure };
  };
  return stays.flatMap(({ first, last }) => [
    ...(first > 0 ? [part(first - 1, first, false)] : []),
    part(first, last, true),
    ...(last < dates.length - 1 ? [part(last, last + 1, false)] : []),
  ]);
}

/** @returns when a company was in the lists: 'joined between 2014-12-07 and 2026-08-08', 'in all 2 lists'. */
export function staysText({ stays }: Pick<LedgerCompany, 'stays'>, dates: readonly string[]): string {
  const changes = stays.flatMap(({ first, last }) => [
    ...(first > 0 ? [`joined between ${dates[first - 1]} and ${dates[first]}`] : []),
    ...(last < dates.length - 1 ? [`left between ${dates[last]} and ${dates[last + 1]}`] : []),
  ]);
  return changes.length === 0 ? `in all ${dates.length} lists` : changes.join(', ');
}

/** @returns the companies whose tickers, name or newest sector match the search. */
export function foundCompanies(companies: readonly LedgerCompany[], q: string): readonly LedgerCompany[] {
  return companies.filter(({ tickers, name, members }) =>
    isFound(q, `${tickers.join(' ')} ${name} ${sectorName(members.findLast(Boolean)?.sector ?? '')}`),
  );
}
