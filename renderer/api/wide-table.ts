import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Catalog } from '../../service/contract/catalog.ts';
import { type Matrix, matrixOfCsv } from '../../service/series-math/matrix.ts';
import { catalogQuery, useCatalog } from './catalog.ts';
import { getText } from './request.ts';

const wideTableQuery = (path: string | undefined, version: string | undefined) =>
  queryOptions<Matrix>({
    queryKey: ['wide', path, version],
    queryFn:
      path === undefined || version === undefined
        ? skipToken
        : async ({ signal }) => matrixOfCsv(await getText(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/**
 * The answer of an API path that asks for wide CSV (`format=csv&layout=wide`), as a matrix; kept while the data stay the same. When the
 * data change, the old ones stay until the new ones are there.
 * @param path `undefined` while it is not known: nothing is loaded
 */
export function useWideTable(path: string | undefined) {
  const version = useCatalog().data?.data_version;
  return useQuery({
    ...wideTableQuery(path, version),
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
  });
}

/** Begins to load tables before the screen that shows them is there. What fails is asked for again by the screen, which says so. */
export async function loadTablesAhead(
  client: QueryClient,
  pathsOf: (catalog: Catalog) => readonly string[],
): Promise<void> {
  const catalog = await client.ensureQueryData(catalogQuery).catch(() => undefined);
  if (catalog === undefined) return;
  for (const path of pathsOf(catalog)) void client.prefetchQuery(wideTableQuery(path, catalog.data_version));
}
