import { useMemo, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf, type Line, linesOf, withIndexDates } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { type Observations, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { chartSeries, tableSeries, useRange } from '../lines/index.ts';

/** `lines`, `series` and `rows` cover the drawn days (`preview.drawn`), `observations` the view's `range`. */
export function useShownLines(view: View) {
  const catalog = useCatalog().data;
  const { held, range } = useRange(view);
  const asks = useStableAsks(asksOf(view, range, todayText()));
  const observations = useObservations(asks);
  const preview = usePreview(view, range, held, observations);
  const { drawn, observations: there } = preview;
  // An index keeps its day in a preview: otherwise each pixel of a drag would recompute it.
  const drawnView = useMemo(
    () => (preview.isOn ? withIndexDates(view, linesOf(view, observations.columns, range)) : view),
    [preview.isOn, view, observations.columns, range],
  );
  const lines = useMemo(
    () => linesOf(drawnView, there.columns, drawn, there.isLoading),
    [drawnView, there.columns, drawn, there.isLoading],
  );
  // A preview gets whole lines, the same at every step: the chart moves them instead of making new ones.
  const wide = preview.isOn && there !== observations ? held : undefined;
  const wideLines = useMemo(
    () => wide && linesOf(drawnView, there.columns, wide, there.isLoading),
    [wide, drawnView, there.columns, there.isLoading],
  );
  const chartLines = wideLines ?? lines;
  const series = useMemo(() => chartSeries(view, chartLines, catalog), [view, chartLines, catalog]);
  const now = useCurrentLines(view, drawn);
  const drawnSeries = useMemo(
    () => [...series, ...chartSeries(view, now, catalog).map(besideOthers)],
    [view, now, catalog, series],
  );
  const rows = useMemo(() => tableSeries(lines), [lines]);
  return { held, range, asks, observations, preview, lines, now, series, drawnSeries, rows };
}

const NO_LINES: readonly Line[] = [];

/** @returns today's lines for a view of the past, once they are loaded; none without a comparison. */
function useCurrentLines(view: View, range: DateRange): readonly Line[] {
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

/** Marks a current line as a companion of the past one. Companions are never stacked or bars. */
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

/** Suffix that turns a line's id into its current line's id. */
export const NOW = '@now';

type RangePreview = {
  drawn: DateRange;
  observations: Observations;
  isOn: boolean;
  /** Draws other days without changing the view; `undefined` restores the view's days. */
  show: (range: DateRange | undefined) => void;
};

/** Shows another range during a drag without changing the URL. It ends when the view's range changes. */
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
