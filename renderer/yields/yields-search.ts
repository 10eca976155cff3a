/** The words of the address. */
const WORDS = [
  'date',
  'as_of',
  'vs',
  'view',
  'x',
  'y',
  'band',
  'range',
  'spread',
  'tenor',
  'month',
  'explain',
] as const;
export type YieldsSearch = Partial<Record<(typeof WORDS)[number], string>>;

/** @returns the parameters that belong to this screen, as text. */
export function pickYieldsSearch(raw: Record<string, unknown>): YieldsSearch {
  return Object.fromEntries(
    WORDS.flatMap((word) => (raw[word] === undefined ? [] : [[word, String(raw[word])]])),
  );
}
