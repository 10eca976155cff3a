import { DATASETS } from '../../service/datasets/index.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';

/** Longest first: 'west virginia' is not Virginia. */
const NAMES = Object.entries(STATES)
  .map(([code, name]) => ({ code, words: name.toLowerCase() }))
  .sort((a, b) => b.words.length - a.words.length);

/** Endings of FRED's ids of state series, which begin with the state: `TXICLAIMS` is `{ST}ICLAIMS`. */
const ID_ENDINGS = new Set(
  DATASETS.filter(({ byState }) => byState).flatMap(({ series }) =>
    series.flatMap(({ publisherIds }) =>
      publisherIds.filter(({ id }) => id.startsWith('{ST}')).map(({ id }) => id.slice(4).toLowerCase()),
    ),
  ),
);

/**
 * @returns the state that a query names and what else it says: 'texas initial claims', 'initial claims TX' (a code in capitals
 * only: 'in' and 'or' are words), 'TXICLAIMS', of which the rest is all of it. `undefined` where it names none.
 */
export function namedState(query: string): { state: string; rest: string } | undefined {
  const typed = query.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const begins = typed.slice(0, 2).toUpperCase();
  if (isStateCode(begins) && ID_ENDINGS.has(typed.slice(2))) return { state: begins, rest: typed };
  for (const { code, words } of NAMES) {
    const found = new RegExp(`(^|[^a-z])${words}($|[^a-z])`).exec(typed);
    if (found) return { state: code, rest: typed.replace(words, ' ').trim() };
  }
  const code = /(?:^|\s)([A-Z]{2})(?=$|\s)/.exec(query.trim())?.[1];
  return code && isStateCode(code)
    ? { state: code, rest: query.replace(new RegExp(`(^|\\s)${code}(?=$|\\s)`), ' ').trim() }
    : undefined;
}
