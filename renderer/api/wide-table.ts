import { skipToken, useQuery } from '@tanstack/react-query';
import { type Matrix, matrixOfCsv } from '../../service/series-math/matrix.ts';
import { useCatalog } from './catalog.ts';
import { getText } from './request.ts';

/**
 * The answer of an API path that asks for wide CSV (`format=csv&layout=wide`), as a matrix; kept while the data stay the same. When the
 * data change, the old ones stay until the new ones are there.
 * @param path `undefined` while it is not known: nothing is loaded
 */
export function useWideTable(path: string | undefined) {
  const version = useCatalog().data?.data_version;
  return useQuery<Matrix>({
    queryKey: ['wide', path, version],
    queryFn:
      path === undefined || version === undefined
        ? skipToken
        : async ({ signal }) => matrixOfCsv(await getText(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
    structuralSharing: false,
  });
}
