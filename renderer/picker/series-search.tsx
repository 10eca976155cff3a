import { Box } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { findLists } from '../../service/datasets/find-choices.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { View } from '../../service/view/types.ts';
import { isSavedFredGraph } from '../view/index.ts';
import { SearchList } from './search-list.tsx';
import { seriesResult, useSeriesFinds } from './use-series-finds.tsx';

/**
 * A search field over the whole catalogue with the ranked results under it.
 * @param props.children shown in place of the results while nothing is typed.
 */
export function SeriesSearch(props: {
  label: string;
  placeholder: string;
  view: View;
  onChoose: (choice: SeriesChoice) => void;
  /** Called when a URL of the API is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
  /** The state whose series are listed, of datasets that are split by state. */
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
          constituents, without a history that could be drawn. The API serves the newest list of each: find it
          with Ctrl K to try that.
        </Box>
      )}
      {!isSearching && props.children}
    </>
  );
}

/** @returns what is said where a search finds nothing. */
export function nothingFound(query: string): string {
  if (isSavedFredGraph(query))
    return 'Only FRED knows which series are in a graph that it has saved (g=…). Paste the address of its Download, fredgraph.csv?id=…, or the ids of the series.';
  return `Nothing found for '${query.trim()}'. Try a subject (quits), a code (debt_held_by_public) or a publisher's id (JTSJOL).`;
}
