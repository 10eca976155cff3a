import { useMemo } from 'react';
import type { Ask } from '../../service/view/types.ts';

/** @returns the same list object while its content is the same, so that nothing that depends on it is computed again. */
export function useStableAsks(asks: readonly Ask[]): readonly Ask[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as Ask[], [wanted]);
}
