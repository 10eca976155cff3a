import { getRouteApi, type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type RangeSearch, rangeSearch, type ViewSearch, viewSearch } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { isSameRange, readRange } from '../range/index.ts';
import { addAllSeries, keepView, keptView, noteShown, parseView } from '../view/index.ts';

const route = getRouteApi('/explore');

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface
  interface HistoryState {
    /** The range before the zoom. `isRun`: a zoom made this entry; false if a later change did. */
    zoom?: { from: RangeSearch; isRun: boolean };
    /** Sentences on the parts of a pasted API URL that could not be shown. */
    linkProblems?: readonly string[];
  }
}

export type ViewState = Steps & {
  view: View;
  problems: readonly string[];
  change: (view: View, how?: { replace?: boolean; linkProblems?: readonly string[] }) => void;
  /** Zooms. Successive zooms are one history entry: otherwise turns of the wheel would bury the others. */
  zoom: (range: DateRange) => void;
  /** Goes back to the range before the zoom, or to all data if nothing is zoomed. */
  resetZoom: () => void;
  isZoomed: boolean;
};

/** The view in the URL. Changes add a history entry, except if they only arrange things beside the chart. */
export function useView(): ViewState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const { view, problems } = useMemo(() => parseView(search), [search]);
  const linkProblems = useLocation({ select: ({ state }) => state.linkProblems });
  const isEntered = useRef(true);
  useEffect(() => {
    const last = keptView();
    noteShown(
      '/explore',
      isEntered.current,
      last === undefined || isSameOrExtended(parseView(last).view, view),
    );
    isEntered.current = false;
    keepView(search);
  }, [search, view]);
  const isZoomed = useLocation({ select: ({ state }) => state.zoom !== undefined });

  const go = (to: ViewSearch, replace: boolean, state: HistoryState = {}) =>
    void navigate({ search: to, replace, state });
  // From the history, not the rendered state: the wheel may turn twice before the next render.
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

/** @returns the part of an address that defines the chart itself, without tables and panels beside it. */
export function chartOf(view: View): string {
  const { explain, details, table, layout, order, ...chart } = viewSearch(view);
  return JSON.stringify(chart);
}

/** @returns whether a view equals the previous one, possibly with series added on another screen. */
function isSameOrExtended(before: View, view: View): boolean {
  const choices = view.series.map(({ choice }) => choice);
  return chartOf(addAllSeries(before, choices).view) === chartOf(view);
}

/** History indexes of the first and last known entry of this stay on Explore. */
export type HistoryStay = { first: number; last: number };

/** @returns the stay after a move to the entry `at`. @param isNew a new entry removes all entries after it */
export function afterMove({ first, last }: HistoryStay, at: number, isNew: boolean): HistoryStay {
  return { first: Math.min(first, at), last: isNew ? at : Math.max(last, at) };
}

type Steps = {
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
};

/** Undo and redo are the browser's back and forward while they stay on Explore, so that both always agree. */
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
