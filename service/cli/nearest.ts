import { closest, distance } from 'fastest-levenshtein';

/** @returns the word that was probably meant, or `undefined` where none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(word, words);
  return distance(word, found) <= Math.max(2, Math.floor(found.length / 3)) ? found : undefined;
}

/** @returns ` Did you mean X?` to end a sentence with, or the whole list where no word is near and it is short. */
export function suggestion(word: string, words: readonly string[]): string {
  const found = nearest(word, words);
  if (found !== undefined) return `Did you mean ${found}?`;
  return `Known are: ${words.join(', ')}.`;
}
