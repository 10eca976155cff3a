import { Box } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { assertNever } from '../../service/contract/failure.ts';
import { findChoices, findLists } from '../../service/datasets/find-choices.ts';
import { notHeld } from '../../service/datasets/not-held.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import type { View } from '../../service/view/types.ts';
import { fredIds, isSavedFredGraph, viewOfApiUrl, viewOfFredUrl } from '../view/index.ts';
import styles from './picker.module.css';
import type { SearchAction, SearchResult } from './search-actions.ts';
import { SearchList } from './search-list.tsx';

/** A search field over the whole catalogue, with ranked results; shows `children` while it is empty. */
export function SeriesSearch(props: {
  label: string;
  placeholder: string;
  view: View;
  onChoose: (choice: SeriesChoice) => void;
  /** Called when an API URL is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
  /** The state to list in datasets that are split by state. */
  state: string;
  children?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const { series, isCut, pasted, head, widen } = useSeriesFinds(query, props.state, props.onOpen);
  const isSearching = query.trim() !== '';
  const lists = useMemo(() => (isSearching && !pasted ? findLists(query) : []), [isSearching, pasted, query]);
  const results = pasted ? [{ id: pasted.id, action: pasted }] : series.map(seriesResult);
  const search = (text: string) => {
    setQuery(text);
    widen();
  };
  return (
    <>
      <SearchList
        label={props.label}
        placeholder={props.placeholder}
        query={query}
        onQuery={search}
        view={props.view}
        results={results}
        listLabel={pasted ? 'Request found' : 'Series found'}
        onEscape={() => search('')}
        onChoose={(result) => {
          if ('choice' in result) return props.onChoose(result.choice);
          search('');
          result.action.run();
        }}
      >
        {head}
      </SearchList>
      {isSearching && results.length === 0 && lists.length === 0 && (
        <Box component="p" className="quiet" m="0.75rem 0.875rem" lh={1.5} role="status">
          {nothingFound(query)}
        </Box>
      )}
      {lists.length > 0 && !isCut && (
        <Box component="p" className="quiet" m="0.75rem 0.875rem" lh={1.5} role="status">
          {lists.map(({ code }) => code).join(', ')} {lists.length === 1 ? 'is a list' : 'are lists'} of
          constituents, without a history to draw. The API serves the newest list of each: press Ctrl K to
          find it.
        </Box>
      )}
      {!isSearching && props.children}
    </>
  );
}

export function nothingFound(query: string): string {
  if (isSavedFredGraph(query))
    return 'Only FRED knows which series are in a graph that it has saved (g=…). Paste the address of its Download, fredgraph.csv?id=…, or the ids of the series.';
  return `Nothing found for '${query.trim()}'. Try a subject (quits), a code (debt_held_by_public) or a publisher's id (JTSJOL).`;
}

/** A facet with more values than this is a drop-down list instead of chips. */
const MOST_CHIPS = 3;
const ALL_OF: Record<Facet, string> = {
  frequency: 'Any frequency',
  adjustment: 'Any adjustment',
  region: 'Any region',
  unit: 'Any unit',
  dataset: 'Any dataset',
};

export function FacetChips(props: {
  values: readonly FacetValue[];
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}) {
  const { values, narrowing, onChange } = props;
  if (values.length === 0) return null;
  const narrow = (facet: Facet, value: string | undefined) => onChange({ ...narrowing, [facet]: value });
  return (
    <fieldset className="flex wrap gap-4" aria-label="Narrow the results">
      {FACETS.map((facet) => {
        const own = values.filter((one) => one.facet === facet);
        const chosen = narrowing[facet];
        if (own.length > MOST_CHIPS) {
          return (
            <select
              key={facet}
              className={`plain cut fine one-line ${styles.facetChip}`}
              aria-label={ALL_OF[facet].replace('Any ', 'Narrow by ')}
              data-on={chosen !== undefined || undefined}
              value={chosen ?? ''}
              onChange={({ currentTarget: { value } }) => narrow(facet, value === '' ? undefined : value)}
            >
              <option value="">{ALL_OF[facet]}</option>
              {own.map(({ value, count }) => (
                <option key={value} value={value}>
                  {value} ({count})
                </option>
              ))}
            </select>
          );
        }
        return own.map(({ value, count }) => (
          <button
            key={value}
            type="button"
            className={`plain cut fine one-line ${styles.facetChip}`}
            aria-pressed={chosen === value}
            onClick={() => narrow(facet, chosen === value ? undefined : value)}
          >
            {value} <span className={`quiet small ${styles.facetCount}`}>{count}</span>
          </button>
        ));
      })}
    </fieldset>
  );
}

export const FACETS = ['frequency', 'adjustment', 'region', 'unit', 'dataset'] as const;
type Facet = (typeof FACETS)[number];
/** The values that narrow the search results. Absent facets do not narrow them. */
export type Narrowing = Readonly<Partial<Record<Facet, string>>>;

type FacetValue = { facet: Facet; value: string; count: number };

/** @returns a series' value for a facet: 'Weekly', 'SA', 'Texas', 'persons', 'Weekly unemployment claims'. */
export function facetOf(choice: SeriesChoice, facet: Facet): string {
  const { dataset, series } = entryOf(choice);
  switch (facet) {
    case 'frequency':
      return series.frequency;
    case 'adjustment':
      return series.seasonalAdjustment;
    case 'region':
      return isStateCode(choice.area) ? STATES[choice.area] : 'United States';
    case 'unit':
      return series.unit;
    case 'dataset':
      return dataset.title;
    default:
      return assertNever(facet);
  }
}

export function narrowedSeries(choices: readonly SeriesChoice[], to: Narrowing): SeriesChoice[] {
  return choices.filter((choice) =>
    FACETS.every((facet) => to[facet] === undefined || facetOf(choice, facet) === to[facet]),
  );
}

/** @returns each facet's values, counted among the other facets' results; omits facets with one value. */
export function facetValues(choices: readonly SeriesChoice[], to: Narrowing): FacetValue[] {
  return FACETS.flatMap((facet) => {
    const left = narrowedSeries(choices, { ...to, [facet]: undefined });
    const groups = Map.groupBy(left, (choice) => facetOf(choice, facet));
    if (groups.size < 2 && to[facet] === undefined) return [];
    return [...groups].map(([value, { length: count }]) => ({ facet, value, count }));
  });
}

const MOST_LISTED = 60;

/** Finds series for a query, best first, in `state` if split by state; for a pasted address, an action. */
export function useSeriesFinds(
  query: string,
  state: string,
  onOpen: (view: View, problems: readonly string[]) => void,
): {
  series: readonly SeriesChoice[];
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
    // A similar series is not what was meant, but closer than a series that merely contains the word.
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
        {missing.sentence}
      </p>
    ) : (
      <FacetChips values={facetValues(all, narrowing)} narrowing={narrowing} onChange={setNarrowing} />
    ),
    widen: () => setNarrowing({}),
  };
}

export function seriesResult(choice: SeriesChoice): SearchResult {
  return { id: seriesId(choice), choice };
}

/** @returns whether a query is a code of the series, here or at a publisher: 'JTSJOL', 'us_debt.…'. */
export function isExactCode(choice: SeriesChoice, query: string): boolean {
  const { series } = entryOf(choice);
  const ids = series.publisherIds.map(({ id }) => id.replace('{ST}', choice.area));
  const typed = query.trim().toLowerCase();
  return [series.code, seriesId(choice), ...ids].some((code) => code.toLowerCase() === typed);
}
