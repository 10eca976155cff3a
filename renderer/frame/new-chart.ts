import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { preferenceOf, usePreferences } from '../api/index.ts';
import { addAllSeries, keptView, lineCount, parseView } from '../view/index.ts';

/** @param values the preferences. @returns the view with range, recessions and table as they want new charts. */
export function asNewChart(view: View, values: Readonly<Record<string, unknown>>): View {
  const range = preferenceOf(values, 'start_range');
  return {
    ...view,
    range: { preset: range === 'MAX' ? 'Max' : range },
    hasRecessions: preferenceOf(values, 'recessions'),
    tableOpen: preferenceOf(values, 'start_table') === 'open',
  };
}

/** @returns a function that makes a chart as the settings want new ones. All ways to Explore begin with it, but for links. */
export function useNewChart(): (series?: readonly SeriesChoice[]) => View {
  const values = usePreferences();
  return useCallback(
    (series = []) => addAllSeries(asNewChart(parseView({ series: '' }).view, values), series).view,
    [values],
  );
}

/** The same as the search parameters of Explore's address, for links. */
export function useNewChartSearch(): (series: readonly SeriesChoice[]) => ViewSearch {
  const newChart = useNewChart();
  return (series) => viewSearch(newChart(series));
}

/** Ways from a screen to Explore: series as a chart of their own, with data as known at `asOf`, or added to the chart open last. */
export function useExplore(asOf?: string) {
  const navigate = useNavigate();
  const go = (view: View) => void navigate({ to: '/explore', search: viewSearch(view) });
  const newChart = useNewChart();
  const kept = () => {
    const search = keptView();
    return search ? parseView(search).view : newChart();
  };
  return {
    open: (series: readonly SeriesChoice[]) => go({ ...newChart(series), asOf }),
    add: (series: readonly SeriesChoice[]) => go(addAllSeries(kept(), series).view),
    hasRoom: (series: readonly SeriesChoice[]) => lineCount(kept()) + series.length <= MOST_SERIES,
  };
}
