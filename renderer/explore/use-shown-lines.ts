import { useMemo } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf, linesOf } from '../../service/view/index.ts';
import { useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { chartSeries, tableSeries, useRange } from '../lines/index.ts';
import type { View } from '../view/index.ts';
import { usePreview } from './use-preview.ts';

/**
 * Loads the observations of a view and makes its lines of them.
 * @returns `lines` for the legend and notes, `series` for the chart, `rows` for the table; all of them are of `preview.drawn`, the days
 * that are drawn, while `observations` are those of `range`, the view's own days. `held`: first and last day of the data.
 */
export function useShownLines(view: View) {
  const catalog = useCatalog().data;
  const { held, range } = useRange(view);
  const asks = useStableAsks(asksOf(view, range, todayText()));
  const observations = useObservations(asks);
  const preview = usePreview(view, range, held, observations);
  const { drawn, observations: there } = preview;
  // During a preview an index keeps its day: otherwise every pixel of a drag would compute it for another day.
  const drawnView = useMemo(
    () => (preview.isOn ? { ...view, indexDate: view.indexDate ?? range.from } : view),
    [preview.isOn, view, range.from],
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
  const rows = useMemo(() => tableSeries(lines), [lines]);
  return { held, range, asks, observations, preview, lines, series, rows };
}
