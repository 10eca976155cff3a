import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Catalog } from '../../service/contract/catalog.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { getJson, SignInNeeded } from './request.ts';

/** What the store holds, asked again now and then so that an import by another process is seen without a reload. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: ({ signal }) => getJson<Catalog>(`${API_PREFIX}/catalog`, signal),
  refetchInterval: 5_000,
  staleTime: 2_000,
  retry: (failures, error) => !(error instanceof SignInNeeded) && failures < 3,
});

/** The catalogue with what is held of each series: `contract/catalog`. */
export function useCatalog() {
  return useQuery(catalogQuery);
}
