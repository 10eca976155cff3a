import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The first and last entries of the window's history that belong to this stay on Explore, as far as is known. */
export type Stay = { first: number; last: number };

/** @param isNew a new entry drops those that came after it. @returns the stay after a move to the entry `at`. */
export function afterMove({ first, last }: Stay, at: number, isNew: boolean): Stay {
  return { first: Math.min(first, at), last: isNew ? at : Math.max(last, at) };
}

export type Steps = {
  /** Absent where there is nothing to undo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

/**
 * Undo and redo are the window's own back and forward, as far as they stay on Explore: there is one past, so no step can be in
 * one of them and not in the other, whoever made it.
 */
export function useSteps(): Steps {
  const { history } = useRouter();
  const at = useLocation({ select: ({ state }) => state.__TSR_index ?? 0 });
  const [stay, setStay] = useState<Stay>({ first: at, last: at });
  useEffect(
    () =>
      history.subscribe(({ location, action }) =>
        setStay((before) => afterMove(before, location.state.__TSR_index ?? 0, action.type === 'PUSH')),
      ),
    [history],
  );
  return {
    undo: at > stay.first ? () => history.back() : undefined,
    redo: at < stay.last ? () => history.forward() : undefined,
  };
}
