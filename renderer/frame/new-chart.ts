import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ViewSearch, viewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { preferenceOf, usePreferences } from '../api/index.ts';
import { addAllSeries, keptView, lineCount, parseView } from '../view/index.ts';

/** @returns the view with the range, recessions and table that the preferences set for new charts. */
export function asNewChart(view: View, values: Readonly<Record<string, unknown>>): View {
  const range = preferenceOf(values, 'start_range');
  return {
    ...view,
    range: { preset: range === 'MAX' ? 'Max' : range },
    hasRecessions: preferenceOf(values, 'recessions'),
    tableOpen: preferenceOf(values, 'start_table') === 'open',
  };
}

/** @returns a function that makes a chart by the settings for new charts. A given address ignores them. */
export function useNewChart(): (series?: readonly SeriesChoice[]) => View {
  const values = usePreferences();
  return useCallback(
    (series = []) => addAllSeries(asNewChart(parseView({ series: '' }).view, values), series).view,
    [values],
  );
}

/** Like `useNewChart`, as the search parameters of Explore's address, for links. */
export function useNewChartSearch(): (series: readonly SeriesChoice[]) => ViewSearch {
  const newChart = useNewChart();
  return (series) => viewSearch(newChart(series));
}

/** Opens series in Explore as a new chart with data as known at `asOf`, or adds them to the last chart. */
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
