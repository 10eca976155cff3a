import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type ActionId, actionOf } from '../../service/contract/actions.ts';
import type { SearchAction } from '../picker/index.ts';

/** @returns an action of the one list (`contract/actions.ts`) for the search. @param more what differs from the list */
export function ownAction(id: ActionId, run: () => void, more: Partial<SearchAction> = {}): SearchAction {
  const { title, words } = actionOf(id);
  return { id, title, detail: 'Action', words, ...more, run };
}

/** Actions of the current screen for the search (Ctrl-K). Only an open search follows them: otherwise offering one renders nothing. */
let offers: readonly { current: readonly SearchAction[] }[] = [];
const followers = new Set<() => void>();

function setOffers(next: typeof offers): void {
  offers = next;
  for (const follower of followers) follower();
}

/** Offers these actions in the search (Ctrl-K) while the caller is mounted. */
export function useOfferedActions(actions: readonly SearchAction[]): void {
  const offer = useRef(actions);
  offer.current = actions;
  useEffect(() => {
    setOffers([...offers, offer]);
    return () => setOffers(offers.filter((other) => other !== offer));
  }, []);
}

/** @returns what the current screen offers; a screen that comes while the search is open offers it too. */
export function useScreenActions(): readonly SearchAction[] {
  return useSyncExternalStore(followOffers, () => offers).flatMap(({ current }) => current);
}

function followOffers(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}
