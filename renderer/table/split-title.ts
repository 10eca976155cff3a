/** A longer end would leave no room for the beginning. */
const LONGEST_TAIL = 22;

/**
 * Splits a title into a beginning, which may be cut off on the screen, and an end that stays in sight and tells its column from the
 * others: what follows the words that it shares with another title, or else its last word.
 * @param others the titles of all columns. @returns the two parts, split after a space.
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

/** @returns the length of the whole words that two titles begin with, with the space after them. */
function sharedLength(title: string, other: string): number {
  let i = 0;
  while (i < title.length && title[i] === other[i]) i++;
  return title.lastIndexOf(' ', i - 1) + 1;
}
