import { useMemo } from 'react';
import type { Ask } from '../../service/view/types.ts';

/** @returns the same list while it asks for the same, so that nothing is cut or computed anew. */
export function useStableAsks(asks: readonly Ask[]): readonly Ask[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as Ask[], [wanted]);
}
