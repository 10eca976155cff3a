import { DATASETS } from '../../service/datasets/index.ts';
import { searchCatalogue } from '../../service/datasets/search.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { Series } from '../../service/datasets/types.ts';

import { namedState } from './named-state.ts';

/** More than the catalogue has. */
const ALL = 1000;

/**
 * @returns the series that can be drawn among the catalogue's ranked finds; where the query names a state, that state's.
 * @param state whose series stand for the datasets that are split by state where the query names none.
 */
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

/** @returns the lists of constituents among the finds: they have no history that could be drawn. */
export function findLists(query: string): Series[] {
  return searchCatalogue(query, ALL)
    .filter(({ dataset }) => dataset.kind === 'list')
    .map(({ series }) => series);
}
