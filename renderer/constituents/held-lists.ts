import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset, CatalogSeries, HeldList } from '../../service/contract/catalog.ts';
import type { ListAsk } from '../api/index.ts';
import type { ListState } from './search.ts';

/** An index or fund with at least one list. */
export type HeldIndex = Pick<CatalogSeries, 'code' | 'title'> & { lists: readonly HeldList[] };

/** @returns the indices and funds of which a list is held. */
export function heldIndices({ series }: Pick<CatalogDataset, 'series'>): HeldIndex[] {
  return series.flatMap(({ code, title, lists = [] }) => (lists.length > 0 ? [{ code, title, lists }] : []));
}

/** What is shown of what is held. */
export type Chosen = {
  index: HeldIndex;
  list: HeldList;
  /** The earlier list that it is compared with. */
  earlier: HeldList | undefined;
  /** The lists of a comparison, this one first. */
  compared: readonly ListAsk[];
};

/** @returns what to show, and a sentence on each word that names nothing that is held. @param held at least one. */
export function chosenOf(
  state: ListState,
  held: readonly HeldIndex[],
): { chosen: Chosen; problems: string[] } {
  const problems: string[] = [];
  // A map says most of weights: of an index that has them, and there the newest list that does.
  const weighted = (lists: readonly HeldList[]) => lists.find(({ has_weights }) => has_weights);
  const usual =
    held.find(({ lists }) => lists[0]?.has_weights) ?? held.find(({ lists }) => weighted(lists)) ?? held[0];
  if (!usual) throw new Error('No list is held');
  const index = held.find(({ code }) => code === state.code) ?? usual;
  if (state.code !== undefined && index.code !== state.code)
    problems.push(`No list of ${state.code} is held: ${index.code} is shown.`);
  const on = (date: string | undefined) =>
    date === undefined ? undefined : index.lists.find(({ as_of }) => as_of <= date);
  const newest = index.lists[0] as HeldList;
  const list = on(state.date) ?? (state.code === index.code ? newest : (weighted(index.lists) ?? newest));
  if (state.date !== undefined && list.as_of !== state.date)
    problems.push(`No list of ${state.date} is held: that of ${list.as_of} is shown.`);
  const found = on(state.vs);
  const earlier = found && found.as_of !== list.as_of ? found : undefined;
  if (state.vs !== undefined && earlier?.as_of !== state.vs)
    problems.push(
      earlier
        ? `No list of ${state.vs} is held: it is compared with that of ${earlier.as_of}.`
        : `There is no other list of ${state.vs} or before to compare with.`,
    );
  const all = held.flatMap(({ code, lists }) => lists.map(({ as_of }) => ({ code, date: as_of })));
  const others = state.with.flatMap((word) => {
    const other = all.find((one) => wordOf(one) === word);
    if (!other) problems.push(`No list ${word} is held to compare with.`);
    return other && wordOf(other) !== wordOf({ code: index.code, date: list.as_of }) ? [other] : [];
  });
  return {
    chosen: { index, list, earlier, compared: [{ code: index.code, date: list.as_of }, ...others] },
    problems,
  };
}

/** @returns a list as the address names it. */
export const wordOf = ({ code, date }: ListAsk): string => `${code}@${date}`;
/** @returns a list in words: 'SPY of 2025-02-07'. */
export const listName = ({ code, date }: ListAsk): string => `${code} of ${shownDate(date)}`;
