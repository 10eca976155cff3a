import { isTypo } from '../../service/datasets/search.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** What a search found: a series, or something else that it can do. `id` tells it from the other results. */
export type SearchResult = { id: string; choice: SeriesChoice } | { id: string; action: SearchAction };

/** A search result that is not a series: opens a screen or a dataset, changes the theme or an option of the chart. */
export type SearchAction = {
  id: string;
  title: string;
  detail: string;
  words: string;
  facts?: string;
  /** The names of its keys, such as 'Ctrl' and 'E'. */
  keys?: readonly string[];
  /** The address that it opens, where it does nothing else. */
  address?: string;
  /** The search stays open when it has run, and shows what is changed. */
  staysOpen?: boolean;
  /** Datasets are listed after all other actions. */
  isDataset?: boolean;
  run: () => void;
};

/** How many actions and how many datasets are listed; the series follow them. */
const MOST = 5;
const MOST_DATASETS = 4;

/** @returns the actions of which each word of the query begins a word, or is one letter off where none does; datasets come last. */
export function findActions(actions: readonly SearchAction[], query: string): SearchAction[] {
  const ranked = matchingActions(actions, query);
  return [
    ...ranked.filter(({ isDataset }) => !isDataset).slice(0, MOST),
    ...ranked.filter(({ isDataset }) => isDataset).slice(0, MOST_DATASETS),
  ];
}

/** @returns all actions that match, those whose title begins with the query first. */
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

/** @returns the actions to begin with: screens first, then what the screen can do. */
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
