import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { type Line, linesOf } from '../../service/view/index.ts';
import { type Ask, type DateRange, type SeriesColumn, useHistory } from '../api/index.ts';
import { type ChartSeries, OverviewStrip, planAxes } from '../chart/index.ts';
import type { View } from '../view/index.ts';

/** The whole history of the first visible line, with a window over the shown range. */
export function Overview(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  /** What was loaded: series and days. `columns` has the observations. */
  asks: readonly Ask[];
  columns: readonly SeriesColumn[];
  held: DateRange;
  range: DateRange;
  /** While the chart is loading, the overview loads nothing. */
  isLoading: boolean;
  onPreview: (range: DateRange | undefined) => void;
  onRangeChange: (range: DateRange) => void;
  onRangeReset: () => void;
}) {
  const { view, lines, series, asks, columns, held, range } = props;
  const shown = lines.find((line) => !line.hidden);
  const choice = shown?.choice;
  const ask = asks.find((one) => choice && seriesId(one.choice) === seriesId(choice));
  const isHere =
    choice === undefined || (ask !== undefined && ask.range.from <= held.from && ask.range.to >= held.to);
  const history = useHistory(isHere || props.isLoading ? undefined : choice, held);
  const computed = useMemo(
    () => (isHere ? linesOf(view, columns, held).find((line) => line.id === shown?.id)?.column : undefined),
    [isHere, view, columns, held, shown?.id],
  );
  if (!shown) return null;
  return (
    <OverviewStrip
      column={isHere ? computed : history}
      title={shown.title}
      slot={shown.slot}
      isLog={view.isLog}
      held={held}
      range={range}
      hasRight={planAxes(series).right.length > 0}
      onPreview={props.onPreview}
      onRangeChange={props.onRangeChange}
      onRangeReset={props.onRangeReset}
    />
  );
}

/**
 * Whether the overview is shown under the chart: as the user chose (kept in local storage), or else where the window is high enough.
 */
export function useOverviewShown(isTableOpen: boolean): {
  isShown: boolean;
  choose: (isShown: boolean) => void;
} {
  const [chosen, setChosen] = useLocalStorage<boolean | null>({
    key: 'almanac-overview',
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: (text) => (text === 'true' || text === 'false' ? text === 'true' : null),
  });
  const hasRoom = useMediaQuery('(min-height: 46em)', true, { getInitialValueInEffect: false });
  const hasRoomForBoth = useMediaQuery('(min-height: 60em)', true, { getInitialValueInEffect: false });
  return { isShown: chosen ?? (isTableOpen ? hasRoomForBoth : hasRoom), choose: setChosen };
}
