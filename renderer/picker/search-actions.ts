/** Something that can be done beside showing a series: a screen to go to, the theme, the link. */
export type SearchAction = {
  id: string;
  title: string;
  /** What kind it is: 'Screen', 'Appearance'. */
  detail: string;
  /** What people type when they look for it, beyond its title. */
  words: string;
  run: () => void;
};

/** As many as are listed: the series come after them. */
const MOST = 5;

/** @returns the actions of which each word of the query begins a word, in their order; none for an empty query. */
export function findActions(actions: readonly SearchAction[], query: string): SearchAction[] {
  const typed = wordsOf(query);
  if (typed.length === 0) return [];
  return actions
    .filter(({ title, words }) => {
      const known = wordsOf(`${title} ${words}`);
      return typed.every((word) => known.some((one) => one.startsWith(word)));
    })
    .slice(0, MOST);
}

/** @returns whether an action's title begins with the query. */
export function isNamed(action: SearchAction | undefined, query: string): boolean {
  return action?.title.toLowerCase().startsWith(query.trim().toLowerCase()) ?? false;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
