import { useEffect, useRef } from 'react';
import type { SearchAction } from '../picker/index.ts';

/** What the shown screen can do, for the search over everything. Read when that opens: no offer draws anything anew. */
const offers = new Set<{ current: readonly SearchAction[] }>();

/** While the caller is mounted, the search over everything finds these. */
export function useOfferedActions(actions: readonly SearchAction[]): void {
  const offer = useRef(actions);
  offer.current = actions;
  useEffect(() => {
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** @returns what the shown screen offers now. */
export function offeredActions(): readonly SearchAction[] {
  return [...offers].flatMap(({ current }) => current);
}
