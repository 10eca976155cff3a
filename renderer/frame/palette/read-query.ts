/** What the palette looks for. `actions`: after '>'; `guide`: pages of the guide, after '?'; `formula`: after '='. */
export type PaletteQuery = { among: 'everything' | 'actions' | 'guide' | 'formula'; words: string };

const SIGNS = { '>': 'actions', '?': 'guide', '=': 'formula' } as const;

/** @returns what is looked for by a query, and the words of it, without the sign at its beginning. */
export function readQuery(query: string): PaletteQuery {
  const typed = query.trim();
  const among = SIGNS[typed[0] as keyof typeof SIGNS];
  return among ? { among, words: typed.slice(1).trim() } : { among: 'everything', words: typed };
}
