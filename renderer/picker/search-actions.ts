/** Something that can be done beside showing a series: a screen to go to, the theme, an option of the chart, a whole dataset. */
export type SearchAction = {
  id: string;
  title: string;
  /** What kind it is: 'Screen', 'Appearance'. */
  detail: string;
  /** What people type when they look for it, beyond its title. */
  words: string;
  /** Listed with its like, behind the others. */
  isDataset?: boolean;
  run: () => void;
};

/** As many of each kind as are listed: the series come after them. */
const MOST = 5;
const MOST_DATASETS = 4;

/**
 * @returns the actions of which each word of the query begins a word: those that are named first, then in their order, the datasets
 * behind the others; none for an empty query.
 */
export function findActions(actions: readonly SearchAction[], query: string): SearchAction[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  const found = actions.filter(({ title, words }) => {
    const known = wordsOf(`${title} ${words}`);
    return typed.every((word) => known.some((one) => one.startsWith(word)));
  });
  const named = found.filter((action) => isNamed(action, query));
  const ranked = [...named, ...found.filter((action) => !named.includes(action))];
  return [
    ...ranked.filter(({ isDataset }) => !isDataset).slice(0, MOST),
    ...ranked.filter(({ isDataset }) => isDataset).slice(0, MOST_DATASETS),
  ];
}

/** @returns whether an action's title begins with the query. */
export function isNamed(action: SearchAction | undefined, query: string): boolean {
  return action?.title.toLowerCase().startsWith(query.trim().toLowerCase()) ?? false;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
