import { useCallback } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ViewSearch, viewSearch } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { usePreferences } from '../api/index.ts';
import { addAllSeries, parseView } from '../view/index.ts';
import { asNewChart } from './new-chart.ts';

/**
 * @returns a function that makes the chart of some series as the settings want new charts. All ways to Explore begin with it, but for
 * links, which keep what they say.
 */
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
