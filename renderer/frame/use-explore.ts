import { useNavigate } from '@tanstack/react-router';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { viewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { addAllSeries, keptView, lineCount, parseView } from '../view/index.ts';
import { useNewChart } from './use-new-chart.ts';

/**
 * Ways from a screen to Explore: series as a chart of their own, or added to the chart that was open last.
 * @param asOf a chart of their own has the data as they were known then, as the screen does
 */
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
