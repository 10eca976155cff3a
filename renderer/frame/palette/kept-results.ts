import { parseSeriesId } from '../../../service/datasets/series-choice.ts';
import { type SearchAction, type SearchResult, seriesResult } from '../../picker/index.ts';

/**
 * A result as a text, which preferences keep: of a series and of an action its id, of a place its address, a space and its title, as
 * '/yields?date=2023-07-03 Yield curve of 2023-07-03'. Addresses have no spaces.
 */
export type KeptResult = string;

/** How many recent results are kept, and how many of those that match are listed before the others. */
const MOST_KEPT = 30;
const MOST_FIRST = 3;

/**
 * @param actions those that can be found again by their id.
 * @returns the text of a result; `undefined` of what only its query can make again, such as a range.
 */
export function keptResult(result: SearchResult, actions: readonly SearchAction[]): KeptResult | undefined {
  if ('choice' in result) return result.id;
  const { address, title, id } = result.action;
  if (address !== undefined) return `${address} ${title}`;
  return actions.some((one) => one.id === id) ? id : undefined;
}

/** @returns the result that a text names; `undefined` where there is no such series or action now. */
export function searchResult(
  kept: KeptResult,
  actions: readonly SearchAction[],
  open: (address: string) => void,
): SearchResult | undefined {
  if (kept.startsWith('/')) {
    const [address = '', ...words] = kept.split(' ');
    const title = words.join(' ') || address;
    const action = { id: address, title, detail: '', words: '', address, run: () => open(address) };
    return { id: address, action };
  }
  const choice = parseSeriesId(kept);
  if (choice) return seriesResult(choice);
  const action = actions.find(({ id }) => id === kept);
  return action && actionResult(action);
}

/** @returns an action as a result of a search. A place is the same result however it was found. */
export function actionResult(action: SearchAction): SearchResult {
  return { id: action.address ?? action.id, action };
}

/** @returns the recent results with one more in front, each once. */
export function withKept(before: readonly KeptResult[], kept: KeptResult): KeptResult[] {
  const address = (text: string) => (text.startsWith('/') ? text.split(' ')[0] : text);
  return [kept, ...before.filter((one) => address(one) !== address(kept))].slice(0, MOST_KEPT);
}

/**
 * @param recent recent results, the newest first. @param exact series and tickers whose code is the query. @param named what the query
 * itself names, a range or a place. @param series, actions the matches, the best first.
 * @returns the results in their order: a person's own name, recent ones that match, exact codes, what is named, then the best matches. Of
 * these, actions come first where the query is the beginning of a title, else after the three best series.
 */
export function rankedResults(found: {
  own: SearchResult | undefined;
  recent: readonly SearchResult[];
  exact: readonly SearchResult[];
  named: readonly SearchResult[];
  series: readonly SearchResult[];
  actions: readonly SearchResult[];
  isNamed: boolean;
}): SearchResult[] {
  const { own, recent, exact, named, series, actions } = found;
  const matches = found.isNamed
    ? [...actions, ...series]
    : [...series.slice(0, 3), ...actions, ...series.slice(3)];
  return once([...(own ? [own] : []), ...recent.slice(0, MOST_FIRST), ...exact, ...named, ...matches]);
}

/** @returns the results without those that were listed already. */
export function once(results: readonly SearchResult[]): SearchResult[] {
  return [...new Map(results.map((one) => [one.id, one] as const)).values()];
}
