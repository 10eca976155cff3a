import { closest, distance } from 'fastest-levenshtein';

/** @returns ` Did you mean X?` where one of the words is near, else ` Known are: …` (short lists) or nothing. */
export function suggestion(word: string, words: readonly string[]): string {
  const text = word.slice(0, 100);
  const near =
    words.length > 0
      ? closest(
          text.toLowerCase(),
          words.map((one) => one.toLowerCase()),
        )
      : '';
  const found = words.find((one) => one.toLowerCase() === near);
  if (found !== undefined && distance(text.toLowerCase(), near) <= Math.max(2, Math.floor(near.length / 3))) {
    return ` Did you mean ${found}?`;
  }
  return words.length <= LONGEST_LIST ? ` Known are: ${words.join(', ')}.` : '';
}

const LONGEST_LIST = 60;
