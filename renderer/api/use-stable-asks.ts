import { useMemo } from 'react';
import type { SeriesRequest } from '../../service/view/types.ts';

/** @returns the same list object while its content is the same, so that nothing that depends on it is computed again. */
export function useStableAsks(asks: readonly SeriesRequest[]): readonly SeriesRequest[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as SeriesRequest[], [wanted]);
}
