import { type ReactNode, useMemo, useState } from 'react';
import { findChoices } from '../../service/datasets/find-choices.ts';
import { notHeld } from '../../service/datasets/not-held.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import type { View } from '../../service/view/types.ts';
import { fredIds, viewOfApiUrl, viewOfFredUrl } from '../view/index.ts';
import { FacetChips } from './facet-chips.tsx';
import { facetValues, type Narrowing, narrowedSeries } from './facets.ts';
import type { SearchAction, SearchResult } from './search-actions.ts';

/** How many series are listed. */
const MOST_LISTED = 60;

/**
 * The series that a query finds, the best first; or, of an address of the API or of FRED that was pasted, an action that opens it.
 * @param state whose series are listed, of datasets that are split by state
 * @returns also what stands above the results, and a function that forgets how they are narrowed
 */
export function useSeriesFinds(
  query: string,
  state: string,
  onOpen: (view: View, problems: readonly string[]) => void,
): {
  series: readonly SeriesChoice[];
  /** Whether more are found than are listed. */
  isCut: boolean;
  pasted: SearchAction | undefined;
  head: ReactNode;
  widen: () => void;
} {
  const [narrowing, setNarrowing] = useState<Narrowing>({});
  const isSearching = query.trim() !== '';
  const pasted = useMemo(
    () => (isSearching ? (viewOfApiUrl(query) ?? viewOfFredUrl(query, state)) : undefined),
    [isSearching, query, state],
  );
  const missing = useMemo(
    () => (isSearching && !pasted ? notHeld(query, state) : undefined),
    [isSearching, pasted, query, state],
  );
  const all = useMemo(() => {
    if (!isSearching || pasted) return [];
    const found = findChoices(fredIds(query)?.join(' ') ?? query, state);
    // What is near is not what was meant, but nearer than what merely has the word.
    const near = missing?.near ?? [];
    const ids = new Set(near.map(seriesId));
    return [...near, ...found.filter((choice) => !ids.has(seriesId(choice)))];
  }, [isSearching, pasted, missing, query, state]);
  const found = useMemo(() => narrowedSeries(all, narrowing), [all, narrowing]);
  return {
    series: useMemo(() => found.slice(0, MOST_LISTED), [found]),
    isCut: found.length > MOST_LISTED,
    pasted: pasted && {
      id: 'request',
      title: fredIds(query) ? 'Open this address of FRED as a chart' : 'Open this API request as a chart',
      detail: '',
      words: '',
      facts: [pasted.view.series.map(({ choice }) => seriesId(choice)).join(', '), ...pasted.problems].join(
        ' · ',
      ),
      run: () => onOpen(pasted.view, pasted.problems),
    },
    head: missing ? (
      <p className="fine" role="status">
        {missing.said}
      </p>
    ) : (
      <FacetChips values={facetValues(all, narrowing)} narrowing={narrowing} onChange={setNarrowing} />
    ),
    widen: () => setNarrowing({}),
  };
}

/** @returns a series as a result of a search. */
export function seriesResult(choice: SeriesChoice): SearchResult {
  return { id: seriesId(choice), choice };
}

/** @returns whether a query is the code of a series, here or of one of its publishers: 'JTSJOL', 'us_debt.debt_held_by_public'. */
export function isExactCode(choice: SeriesChoice, query: string): boolean {
  const { series } = entryOf(choice);
  const ids = series.publisherIds.map(({ id }) => id.replace('{ST}', choice.area));
  const typed = query.trim().toLowerCase();
  return [series.code, seriesId(choice), ...ids].some((code) => code.toLowerCase() === typed);
}
