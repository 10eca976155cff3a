import { isTypo } from '../../service/datasets/search.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** A result of the search: a series, or an action. `id` is unique among all results. */
export type SearchResult = { id: string; choice: SeriesChoice } | { id: string; action: SearchAction };

/** A search result other than a series: opens a screen or dataset, changes the theme or a chart option. */
export type SearchAction = {
  id: string;
  title: string;
  detail: string;
  words: string;
  facts?: string;
  /** The names of its keys: 'Ctrl', 'E'. */
  keys?: readonly string[];
  /** The address that it opens, if it does nothing else. */
  address?: string;
  /** Whether the search stays open after the action, to show the change. */
  staysOpen?: boolean;
  /** Whether it is listed after all other actions, as a dataset. */
  isDataset?: boolean;
  run: () => void;
};

/** Most actions and datasets to list before the series. */
const MOST = 5;
const MOST_DATASETS = 4;

/** @returns the actions whose words begin with the query's, with one typo if none do; datasets come last. */
export function findActions(actions: readonly SearchAction[], query: string): SearchAction[] {
  const ranked = matchingActions(actions, query);
  return [
    ...ranked.filter(({ isDataset }) => !isDataset).slice(0, MOST),
    ...ranked.filter(({ isDataset }) => isDataset).slice(0, MOST_DATASETS),
  ];
}

/** @returns all actions that match; those whose title starts with the query come first. */
export function matchingActions(actions: readonly SearchAction[], query: string): SearchAction[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const all = actions.map((action) => ({ action, known: wordsOf(`${action.title} ${action.words}`) }));
  const matching = (isMatch: (word: string, known: string) => boolean) =>
    all
      .filter(({ known }) => typed.every((word) => known.some((one) => isMatch(word, one))))
      .map(({ action }) => action);
  const exact = matching((word, known) => known.startsWith(word));
  const found =
    exact.length > 0 ? exact : matching((word, known) => known.startsWith(word) || isTypo(word, known));
  const named = found.filter((action) => isNamed(action, query));
  return [...named, ...found.filter((action) => !named.includes(action))];
}

const MOST_OFFERED = 9;

/** @returns the actions for an empty query: screens first, then actions of the current screen. */
export function firstActions(actions: readonly SearchAction[]): SearchAction[] {
  const isScreen = ({ id }: SearchAction) => id.startsWith('screen:');
  return actions
    .filter(({ isDataset }) => !isDataset)
    .toSorted((a, b) => Number(isScreen(b)) - Number(isScreen(a)))
    .slice(0, MOST_OFFERED);
}

export function isNamed(action: SearchAction | undefined, query: string): boolean {
  return action?.title.toLowerCase().startsWith(query.trim().toLowerCase()) ?? false;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
