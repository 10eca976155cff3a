import { isTypo } from '../../service/datasets/search.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';

/** What a search found: a series, or something else that it can do. `id` tells it from the other results. */
export type SearchResult = { id: string; choice: SeriesChoice } | { id: string; action: SearchAction };

/** A search result that is not a series: opens a screen or a dataset, changes the theme or an option of the chart. */
export type SearchAction = {
  id: string;
  title: string;
  /** The kind of action: 'Screen', 'Appearance'. */
  detail: string;
  /** Words that find it, in addition to its title. */
  words: string;
  /** A second line about it. */
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

/**
 * @returns the actions that match: each word of the query begins a word of the title or of `words`. Those whose title begins with
 * the query come first; datasets come after all others. Where none matches, a word may be one letter off. None for an empty query.
 */
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
  const matching = (isMatch: (word: string, known: string) => boolean) =>
    actions.filter((action) => {
      const known = knownWords(action);
      return typed.every((word) => known.some((one) => isMatch(word, one)));
    });
  const exact = matching((word, known) => known.startsWith(word));
  const found =
    exact.length > 0 ? exact : matching((word, known) => known.startsWith(word) || isTypo(word, known));
  const named = found.filter((action) => isNamed(action, query));
  return [...named, ...found.filter((action) => !named.includes(action))];
}

/** How many actions are offered before anything is typed. */
const MOST_OFFERED = 9;

/** @returns the actions to begin with: screens first, then what the screen can do. */
export function firstActions(actions: readonly SearchAction[]): SearchAction[] {
  const plain = actions.filter(({ isDataset }) => !isDataset);
  const screens = plain.filter(({ id }) => id.startsWith('screen:'));
  return [...screens, ...plain.filter(({ id }) => !id.startsWith('screen:'))].slice(0, MOST_OFFERED);
}

/** @returns whether an action's title begins with the query. */
export function isNamed(action: SearchAction | undefined, query: string): boolean {
  return action?.title.toLowerCase().startsWith(query.trim().toLowerCase()) ?? false;
}

/** The words of actions that stay the same from letter to letter, such as a thousand saved items. */
const KNOWN = new WeakMap<SearchAction, readonly string[]>();

function knownWords(action: SearchAction): readonly string[] {
  const before = KNOWN.get(action);
  if (before) return before;
  const words = wordsOf(`${action.title} ${action.words}`);
  KNOWN.set(action, words);
  return words;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
