import { closest, distance } from 'fastest-levenshtein';

/** Which name was meant by a wrong one: of a dataset, a series, a parameter, a command. */

/** Longer words are cut before they are compared: that keeps the comparison fast. */
const LONGEST_WORD = 100;
/** Longer lists are not written out in a message. */
const LONGEST_LIST = 60;

/**
 * @param slack how many letters may differ; of long names a third may.
 * @returns the name that was probably meant, upper and lower case alike; undefined where none is near.
 */
export function nearestName(word: string, names: readonly string[], slack = 2): string | undefined {
  if (names.length === 0) return undefined;
  const lower = word.slice(0, LONGEST_WORD).toLowerCase();
  const near = closest(
    lower,
    names.map((name) => name.toLowerCase()),
  );
  if (distance(lower, near) > Math.max(slack, Math.floor(near.length / 3))) return undefined;
  return names.find((name) => name.toLowerCase() === near);
}

/** @returns the end of a message about a wrong name: ` Did you mean X?`, else ` Known are: …` where the list is short, else nothing. */
export function suggestion(word: string, names: readonly string[]): string {
  const meant = nearestName(word, names);
  if (meant !== undefined) return ` Did you mean ${meant}?`;
  return names.length <= LONGEST_LIST ? ` Known are: ${names.join(', ')}.` : '';
}

/** @returns the three names that are most like a wrong one, the nearest first. */
export function threeNearest(word: string, names: readonly string[]): string[] {
  const lower = word.slice(0, LONGEST_WORD).toLowerCase();
  return names
    .map((name) => ({ name, far: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}
