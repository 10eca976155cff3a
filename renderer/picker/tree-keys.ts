/** Keys of a tree beyond those that the tree component knows: ends, type-ahead (ARIA Authoring Practices, 'Tree View'). */

/**
 * @param labels what the visible items are called, from top to bottom; @param at the focused one.
 * @param typed the letters typed in a row.
 * @returns the next item whose name begins with them; one letter typed again and again goes on to the next match.
 */
export function typeAhead(labels: readonly string[], at: number, typed: string): number | undefined {
  const wanted = typed.toLowerCase();
  const isOneLetter = [...wanted].every((letter) => letter === wanted[0]);
  const text = isOneLetter ? wanted.slice(0, 1) : wanted;
  const start = isOneLetter ? at + 1 : at;
  for (let step = 0; step < labels.length; step++) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(text)) return index;
  }
  return undefined;
}
