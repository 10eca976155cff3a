/** Longer tails would leave nothing of the beginning. */
const LONGEST_TAIL = 22;

/**
 * Cuts a title into a beginning, which may be shortened, and an end that tells its column from the others and stays in sight:
 * what follows the words that it shares with another title, else its last word.
 * @param others the titles of all columns. @returns parts that make up the title; the cut is behind a space.
 */
export function splitTitle(title: string, others: readonly string[]): [start: string, end: string] {
  const shared = Math.max(
    0,
    ...others.filter((other) => other !== title).map((other) => sharedLength(title, other)),
  );
  const tail = title.length - shared;
  const cut = shared > 0 && tail <= LONGEST_TAIL ? shared : title.lastIndexOf(' ') + 1;
  return [title.slice(0, cut), title.slice(cut)];
}

/** @returns how long the whole words are, with the space behind them, that two titles begin with. */
function sharedLength(title: string, other: string): number {
  let i = 0;
  while (i < title.length && title[i] === other[i]) i++;
  return title.lastIndexOf(' ', i - 1) + 1;
}
