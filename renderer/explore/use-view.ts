import { getRouteApi, type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { DateRange } from '../api/index.ts';
import { isSameRange, type RangeSearch, rangeSearch, readRange } from '../range/index.ts';
import { keepView, parseView, type View, type ViewSearch, viewSearch } from '../view/index.ts';

const route = getRouteApi('/explore');

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a declaration that is merged has to be an interface
  interface HistoryState {
    /**
     * The entry shows a range that was zoomed to: from which one, and whether it is the run of zooms itself. Kept with the entry,
     * it is true of it after back, forward and reload too.
     */
    zoom?: { from: RangeSearch; isRun: boolean };
    /** What of a pasted address of the API could not be shown, a sentence each. */
    told?: readonly string[];
  }
}

export type ViewState = Steps & {
  view: View;
  problems: readonly string[];
  change: (view: View, how?: { replace?: boolean; told?: readonly string[] }) => void;
  /** A run of zooms is one step for 'back': forty turns of the wheel would bury what was there before. */
  zoom: (range: DateRange) => void;
  /** Back to the range before the zoom; where there was no zoom, to all there is. */
  resetZoom: () => void;
  isZoomed: boolean;
};

/**
 * What the URL says that Explore shows, and the way to change it: every change is a step that 'back' takes back, and that can
 * be undone and done again.
 */
export function useView(): ViewState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const { view, problems } = useMemo(() => parseView(search), [search]);
  const told = useLocation({ select: ({ state }) => state.told });
  useEffect(() => keepView(search), [search]);
  const isZoomed = useLocation({ select: ({ state }) => state.zoom !== undefined });

  const go = (to: ViewSearch, replace: boolean, state: HistoryState = {}) =>
    void navigate({ search: to, replace, state });
  // What is shown lags behind the history, which two turns of the wheel may change before the page is drawn again.
  const zoomNow = () => history.location.state.zoom;
  return {
    view,
    problems: told === undefined ? problems : [...told, ...problems],
    ...useSteps(),
    change: (next, { replace = false, told: telling = [] } = {}) => {
      const before = isSameRange(next.range, view.range) ? zoomNow() : undefined;
      go(viewSearch(next), replace, {
        ...(before && { zoom: { from: before.from, isRun: false } }),
        ...(telling.length > 0 && { told: telling }),
      });
    },
    zoom: (range) => {
      const before = zoomNow();
      const from = before?.from ?? rangeSearch(view.range);
      go(viewSearch({ ...view, range }), before?.isRun ?? false, { zoom: { from, isRun: true } });
    },
    resetZoom: () => {
      const before = zoomNow();
      const range = before ? readRange(before.from, []) : { preset: 'Max' as const };
      if (!isSameRange(range, view.range)) go(viewSearch({ ...view, range }), false);
    },
    isZoomed,
  };
}

/** The first and last entries of the window's history that belong to this stay on Explore, as far as is known. */
export type Stay = { first: number; last: number };

/** @param isNew a new entry drops those that came after it. @returns the stay after a move to the entry `at`. */
export function afterMove({ first, last }: Stay, at: number, isNew: boolean): Stay {
  return { first: Math.min(first, at), last: isNew ? at : Math.max(last, at) };
}

type Steps = {
  /** Absent where there is nothing to undo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

/**
 * Undo and redo are the window's own back and forward, as far as they stay on Explore: there is one past, so no step can be in
 * one of them and not in the other, whoever made it.
 */
function useSteps(): Steps {
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
