import { useMemo } from 'react';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { type Line, linesOf } from '../../service/view/index.ts';
import type { DateRange, PublishedColumn, SeriesRequest, View } from '../../service/view/types.ts';
import { useHistories, usePreference } from '../api/index.ts';
import { type ChartSeries, OverviewStrip, planAxes } from '../chart/index.ts';
import { useWindowFits } from '../frame/index.ts';

/** The whole history of the drawn lines, with a window over the shown range. */
export function Overview(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  /** The loaded series and days; `columns` has their observations. */
  asks: readonly SeriesRequest[];
  columns: readonly PublishedColumn[];
  held: DateRange;
  range: DateRange;
  /** While the chart is loading, the overview loads nothing. */
  isLoading: boolean;
  onPreview: (range: DateRange | undefined) => void;
  onRangeChange: (range: DateRange) => void;
  onRangeReset: () => void;
}) {
  const { view, lines, series, asks, columns, held, range } = props;
  const plan = planAxes(series);
  const isWhole = ({ choice }: Line) =>
    choice === undefined ||
    asks.some(
      (one) =>
        seriesId(one.choice) === seriesId(choice) && one.range.from <= held.from && one.range.to >= held.to,
    );
  const drawn = lines.filter(
    ({ id, hidden }) => !hidden && !plan.undrawn.some(({ column }) => column.id === id),
  );
  const missing = drawn.flatMap((line) => (!isWhole(line) && line.choice) || []);
  const histories = useHistories(props.isLoading ? [] : missing, held);
  const computed = useMemo(() => linesOf(view, columns, held), [view, columns, held]);
  if (drawn.length === 0) return null;
  const historyOf = ({ choice }: Line) => choice && histories.get(seriesId(choice));
  const shown = drawn.map((line) => ({
    id: line.id,
    slot: line.slot,
    isRight: plan.right.some(({ column }) => column.id === line.id),
    column: isWhole(line) ? computed.find(({ id }) => id === line.id)?.column : historyOf(line),
  }));
  return (
    <OverviewStrip
      lines={shown}
      title={drawn.map(({ title }) => title).join(', ')}
      isLog={view.isLog}
      held={held}
      range={range}
      hasRight={plan.right.length > 0}
      onPreview={props.onPreview}
      onRangeChange={props.onRangeChange}
      onRangeReset={props.onRangeReset}
    />
  );
}

/** Whether the overview is shown: as the user chose; by default if the window is high enough. */
export function useOverviewShown(isTableOpen: boolean) {
  const [chosen, choose] = usePreference('chart_overview');
  const hasRoom = useWindowFits('(min-height: 46em)');
  const hasRoomForBoth = useWindowFits('(min-height: 60em)');
  const fits = isTableOpen ? hasRoomForBoth : hasRoom;
  return {
    isShown: chosen === 'system' ? fits : chosen === 'on',
    choose: (isShown: boolean) => choose(isShown ? 'on' : 'off'),
  };
}
