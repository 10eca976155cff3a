import { useMemo, useState } from 'react';
import type { SeriesRequest } from '../../service/view/types.ts';

/** @returns the same list object while its content is the same, so that nothing that depends on it is computed again. */
export function useStableAsks(asks: readonly SeriesRequest[]): readonly SeriesRequest[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as SeriesRequest[], [wanted]);
}

/** @returns the same array as before while its items are the same. */
export function useStable<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, i) => item === items[i]);
  if (!isSame) keep(items);
  return isSame ? kept : items;
}
