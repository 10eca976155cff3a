import { useMemo, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf, type Line, linesOf, withIndexDates } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { type Observations, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { chartSeries, tableSeries, useRange } from '../lines/index.ts';

/** `lines`, `series` and `rows` are of `preview.drawn`, the days that are drawn; `observations` of the view's `range`; `now` of today's data. */
export function useShownLines(view: View) {
  const catalog = useCatalog().data;
  const { held, range } = useRange(view);
  const asks = useStableAsks(asksOf(view, range, todayText()));
  const observations = useObservations(asks);
  const preview = usePreview(view, range, held, observations);
  const { drawn, observations: there } = preview;
  // During a preview an index keeps its day: otherwise every pixel of a drag would compute it for another day.
  const drawnView = useMemo(
    () => (preview.isOn ? withIndexDates(view, linesOf(view, observations.columns, range)) : view),
    [preview.isOn, view, observations.columns, range],
  );
  const lines = useMemo(
    () => linesOf(drawnView, there.columns, drawn, there.isLoading),
    [drawnView, there.columns, drawn, there.isLoading],
  );
  // During a preview the chart has the whole lines, the same at every step: it moves them, and makes none anew.
  const wide = preview.isOn && there !== observations ? held : undefined;
  const wideLines = useMemo(
    () => wide && linesOf(drawnView, there.columns, wide, there.isLoading),
    [wide, drawnView, there.columns, there.isLoading],
  );
  const chartLines = wideLines ?? lines;
  const series = useMemo(() => chartSeries(view, chartLines, catalog), [view, chartLines, catalog]);
  const now = useLinesOfNow(view, drawn);
  const drawnSeries = useMemo(
    () => [...series, ...chartSeries(view, now, catalog).map(besideOthers)],
    [view, now, catalog, series],
  );
  const rows = useMemo(() => tableSeries(lines), [lines]);
  return { held, range, asks, observations, preview, lines, now, series, drawnSeries, rows };
}

const NO_LINES: readonly Line[] = [];

/** The lines of a view of the past as they are now, once they are loaded; none where they are not compared. */
function useLinesOfNow(view: View, range: DateRange): readonly Line[] {
  const isCompared = view.asOf !== undefined && view.withNow;
  const current = useMemo(() => ({ ...view, asOf: undefined }), [view]);
  const asks = useStableAsks(isCompared ? asksOf(current, range, todayText()) : []);
  const { columns, isLoading } = useObservations(asks);
  return useMemo(
    () =>
      asks.length === 0 || isLoading
        ? NO_LINES
        : linesOf(current, columns, range).filter(({ hidden }) => !hidden),
    [asks, isLoading, current, columns, range],
  );
}

/** A line of now beside that of then. Lines beside others are not stacked, and no bars. */
function besideOthers(one: ChartSeries): ChartSeries {
  const { standing: _, ...series } = one;
  return {
    ...series,
    column: { ...one.column, id: `${one.column.id}${NOW}` },
    title: `${one.title}, now`,
    isBeside: true,
    type: one.type === 'step' ? 'step' : 'line',
  };
}

/** What follows a line's id in that of its line of now. */
export const NOW = '@now';

type RangePreview = {
  drawn: DateRange;
  observations: Observations;
  isOn: boolean;
  /** Draws other days without changing the view; `undefined` goes back to the days of the view. */
  show: (range: DateRange | undefined) => void;
};

/** Another range while it is dragged, without changing the URL. It ends when the view's range changes, so that the chart does not jump back. */
function usePreview(view: View, range: DateRange, held: DateRange, observations: Observations): RangePreview {
  const [tried, setTried] = useState<{ instead: DateRange; range: DateRange } | undefined>();
  const preview = tried?.instead === range ? tried.range : undefined;
  const isOn = preview !== undefined;
  const whole = useObservations(
    useStableAsks(useMemo(() => (isOn ? asksOf(view, held, todayText()) : []), [isOn, view, held])),
  );
  const isWhole = isOn && !whole.isLoading && !whole.isPartial && whole.error === undefined;
  return {
    drawn: preview ?? range,
    observations: isWhole ? whole : observations,
    isOn,
    show: (to) => setTried(to && { instead: range, range: to }),
  };
}
