import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { parseView, type View, type ViewSearch, viewSearch } from '../view/index.ts';

const route = getRouteApi('/explore');

/** As many steps as can be undone. */
const MOST_STEPS = 200;

export type ViewState = {
  view: View;
  problems: readonly string[];
  change: (view: View, how?: { replace: boolean }) => void;
  /** Absent where there is nothing to undo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

/**
 * What the URL says that Explore shows, and the way to change it: every change is a step that 'back' takes back, and that can
 * be undone and done again.
 */
export function useView(): ViewState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { view, problems } = useMemo(() => parseView(search), [search]);
  const [past, setPast] = useState<readonly ViewSearch[]>([]);
  const [future, setFuture] = useState<readonly ViewSearch[]>([]);

  const go = (to: ViewSearch, replace: boolean) => void navigate({ search: to, replace });
  const before = past.at(-1);
  const after = future.at(-1);
  return {
    view,
    problems,
    change: (next, how) => {
      const replace = how?.replace ?? false;
      // A run of zooms is one step: only its first leaves what was there before.
      if (!replace) setPast([...past, search].slice(-MOST_STEPS));
      setFuture([]);
      go(viewSearch(next), replace);
    },
    undo:
      before &&
      (() => {
        setPast(past.slice(0, -1));
        setFuture([...future, search]);
        go(before, false);
      }),
    redo:
      after &&
      (() => {
        setFuture(future.slice(0, -1));
        setPast([...past, search]);
        go(after, false);
      }),
  };
}
