import { isTypo } from '../../service/datasets/search.ts';

/** A search result that is not a series: opens a screen or a dataset, changes the theme or an option of the chart. */
export type SearchAction = {
  id: string;
  title: string;
  /** The kind of action: 'Screen', 'Appearance'. */
  detail: string;
  /** Words that find it, in addition to its title. */
  words: string;
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
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const matching = (isMatch: (word: string, known: string) => boolean) =>
    actions.filter(({ title, words }) => {
      const known = wordsOf(`${title} ${words}`);
      return typed.every((word) => known.some((one) => isMatch(word, one)));
    });
  const exact = matching((word, known) => known.startsWith(word));
  const found =
    exact.length > 0 ? exact : matching((word, known) => known.startsWith(word) || isTypo(word, known));
  const named = found.filter((action) => isNamed(action, query));
  const ranked = [...named, ...found.filter((action) => !named.includes(action))];
  return [
    ...ranked.filter(({ isDataset }) => !isDataset).slice(0, MOST),
    ...ranked.filter(({ isDataset }) => isDataset).slice(0, MOST_DATASETS),
  ];
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

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
