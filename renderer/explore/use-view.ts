import { getRouteApi, type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type RangeSearch, rangeSearch, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { isSameRange, readRange } from '../range/index.ts';
import { addAllSeries, keepView, keptView, noteShown, parseView } from '../view/index.ts';

const route = getRouteApi('/explore');

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a declaration that is merged has to be an interface
  interface HistoryState {
    /** The range before the zoom, and whether this entry was made by a zoom (`isRun`) or by another change after it. */
    zoom?: { from: RangeSearch; isRun: boolean };
    /** Sentences on the parts of a pasted URL of the API that could not be shown. */
    linkProblems?: readonly string[];
  }
}

export type ViewState = Steps & {
  view: View;
  problems: readonly string[];
  change: (view: View, how?: { replace?: boolean; linkProblems?: readonly string[] }) => void;
  /** Zooms. Successive zooms are one step for 'back': otherwise forty turns of the wheel would bury what was before. */
  zoom: (range: DateRange) => void;
  /** Goes back to the range before the zoom, or to all data where nothing is zoomed. */
  resetZoom: () => void;
  isZoomed: boolean;
};

/** The view in the URL. Every change is an entry of the history, but what only opens or arranges things beside the chart replaces its entry. */
export function useView(): ViewState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const { view, problems } = useMemo(() => parseView(search), [search]);
  const linkProblems = useLocation({ select: ({ state }) => state.linkProblems });
  const isEntered = useRef(true);
  useEffect(() => {
    const last = keptView();
    noteShown('/explore', isEntered.current, last === undefined || isGrownFrom(parseView(last).view, view));
    isEntered.current = false;
    keepView(search);
  }, [search, view]);
  const isZoomed = useLocation({ select: ({ state }) => state.zoom !== undefined });

  const go = (to: ViewSearch, replace: boolean, state: HistoryState = {}) =>
    void navigate({ search: to, replace, state });
  // Read from the history, not from the rendered state: two turns of the wheel can come before the next render.
  const zoomNow = () => history.location.state.zoom;
  return {
    view,
    problems: linkProblems === undefined ? problems : [...linkProblems, ...problems],
    ...useSteps(),
    change: (next, { replace = false, linkProblems: found = [] } = {}) => {
      const before = isSameRange(next.range, view.range) ? zoomNow() : undefined;
      const isLook = chartOf(next) === chartOf(view);
      go(viewSearch(next), replace || isLook, {
        ...(before && { zoom: isLook ? before : { from: before.from, isRun: false } }),
        ...(found.length > 0 && { linkProblems: found }),
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

/** @returns what an address says of the chart itself: two views that only look at other things beside it have the same. */
export function chartOf(view: View): string {
  const { explain, details, table, layout, order, ...chart } = viewSearch(view);
  return JSON.stringify(chart);
}

/** Whether a view is the one before, or that with series added on another screen. */
function isGrownFrom(before: View, view: View): boolean {
  const choices = view.series.map(({ choice }) => choice);
  return chartOf(addAllSeries(before, choices).view) === chartOf(view);
}

/** Indexes of the first and last entry of the browser's history that belong to this stay on Explore, as far as is known. */
export type HistoryStay = { first: number; last: number };

/** @returns the stay after a move to the entry `at`. @param isNew a new entry removes all entries after it */
export function afterMove({ first, last }: HistoryStay, at: number, isNew: boolean): HistoryStay {
  return { first: Math.min(first, at), last: isNew ? at : Math.max(last, at) };
}

type Steps = {
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

/** Undo and redo are the browser's back and forward, as long as they stay on Explore, so that undo and 'back' always agree. */
function useSteps(): Steps {
  const { history } = useRouter();
  const at = useLocation({ select: ({ state }) => state.__TSR_index ?? 0 });
  const [stay, setStay] = useState<HistoryStay>({ first: at, last: at });
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
