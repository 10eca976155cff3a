import { DATASETS } from './index.ts';
import { searchCatalogue } from './search.ts';
import type { SeriesChoice } from './series-choice.ts';
import { isStateCode, STATES } from './states.ts';
import type { Series } from './types.ts';

/** A limit above the number of series in the catalogue. */
const ALL = 1000;

/** @returns the series to draw, best first: for the query's state ('texas claims'), else for `state`. */
export function findChoices(query: string, state: string, limit = ALL): SeriesChoice[] {
  const named = namedState(query);
  const ofState = named ? choicesOf(named.rest, named.state, true) : [];
  return (ofState.length > 0 ? ofState : choicesOf(query, state, false)).slice(0, limit);
}

function choicesOf(query: string, state: string, isByState: boolean): SeriesChoice[] {
  const found =
    query === '' && isByState
      ? DATASETS.flatMap((dataset) => dataset.series.map((series) => ({ dataset, series })))
      : searchCatalogue(query, ALL);
  return found
    .filter(({ dataset }) => dataset.kind === 'observations' && (dataset.byState || !isByState))
    .map(({ dataset, series }) => ({
      dataset: dataset.id,
      code: series.code,
      area: dataset.byState ? state : '',
    }));
}

/** @returns the lists of constituents that match. They have no history to draw. */
export function findLists(query: string): Series[] {
  return searchCatalogue(query, ALL)
    .filter(({ dataset }) => dataset.kind === 'list')
    .map(({ series }) => series);
}

/** Longest name first, so that 'west virginia' is not read as Virginia. */
const NAMES = Object.entries(STATES)
  .map(([code, name]) => ({ code, words: name.toLowerCase() }))
  .sort((a, b) => b.words.length - a.words.length);

/** FRED's ids of state series without the state, in lower case: `iclaims` for `{ST}ICLAIMS`. */
const ID_ENDINGS = new Set(
  DATASETS.filter(({ byState }) => byState).flatMap(({ series }) =>
    series.flatMap(({ publisherIds }) =>
      publisherIds.filter(({ id }) => id.startsWith('{ST}')).map(({ id }) => id.slice(4).toLowerCase()),
    ),
  ),
);

/**
 * @returns the state named in a query, and the rest of the query: 'texas initial claims' or 'initial claims
 * TX' (codes count only in capitals, because 'in' and 'or' are words). For an id such as 'TXICLAIMS' the rest
 * is the whole id. `undefined` if the query names no state.
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
