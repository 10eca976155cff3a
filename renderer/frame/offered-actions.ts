import { useEffect, useRef } from 'react';
import { type ActionId, actionOf } from '../../service/contract/actions.ts';
import type { SearchAction } from '../picker/index.ts';

/** @returns an action of the one list (`contract/actions.ts`) for the search. @param more what differs from the list */
export function ownAction(id: ActionId, run: () => void, more: Partial<SearchAction> = {}): SearchAction {
  const { title, words } = actionOf(id);
  return { id, title, detail: 'Action', words, ...more, run };
}

/** Actions of the current screen for the search (Ctrl-K). Read when the search opens, so that offering one renders nothing. */
const offers = new Set<{ current: readonly SearchAction[] }>();

/** Offers these actions in the search (Ctrl-K) while the caller is mounted. */
export function useOfferedActions(actions: readonly SearchAction[]): void {
  const offer = useRef(actions);
  offer.current = actions;
  useEffect(() => {
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** @returns what the current screen offers now. */
export function offeredActions(): readonly SearchAction[] {
  return [...offers].flatMap(({ current }) => current);
}
