import { queryOptions, useQuery } from '@tanstack/react-query';
import { Catalog, type CatalogSeries } from '../../service/contract/catalog.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { unlessReported } from './reported.ts';
import { getJson } from './request.ts';

/** What the store holds. Loaded again when the service reports a change, or every few seconds, so that an import by another process shows. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => getJson<Catalog>(`${API_PREFIX}/catalog`, signal, Catalog),
  refetchInterval: unlessReported(5_000),
  staleTime: 2_000,
});

/** The catalogue, with what the store holds of each series (`contract/catalog`). */
export function useCatalog() {
  return useQuery(catalogQuery);
}

/** @returns what the store holds of a series, all states together; `undefined` until the catalogue is loaded. */
export function heldSeriesOf(
  catalog: Catalog | undefined,
  { dataset, code }: SeriesChoice,
): CatalogSeries | undefined {
  return catalog?.datasets.find(({ id }) => id === dataset)?.series.find((series) => series.code === code);
}
