import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import type { AxisPlan } from './axes.ts';
import { dateTickLabels, dateTicks } from './date-axis.ts';
import type { Scheme } from './palette.ts';
import { SeriesLines } from './plot-layer.tsx';
import { RecessionBars } from './recession-bars.tsx';
import type { Side } from './types.ts';
import { axisWidth, type ValueAxis, valueTickLabels } from './value-axis.ts';
import type { DayRange } from './zoom.ts';

/** Margins between chart and plot, in pixels. An axis with long numbers needs more (`axisWidth`). */
export const MARGIN = { top: 6, bottom: 22, left: 40, right: 20, rightWithAxis: 40 } as const;

type ChartCanvasProps = {
  plan: AxisPlan;
  left: ValueAxis;
  right: ValueAxis;
  hasRecessions: boolean;
  /** The days whose observations are shown. */
  range: DayRange;
  /** The days from the plot's left edge to its right edge: the range, plus room for the bars at its ends. */
  domain: DayRange;
  width: number;
  height: number;
  scheme: Scheme;
};

/**
 * Axes, grid, recession bars and lines. Recharts draws all but the lines' paths. Nothing here depends on the mouse, so moving it
 * renders nothing. Screen readers skip the drawing and read the summary on the chart's element instead.
 */
export const ChartCanvas = memo(function ChartCanvas({
  plan,
  left,
  right,
  hasRecessions,
  range,
  domain,
  width,
  height,
  scheme,
}: ChartCanvasProps) {
  const days = useMemo(
    () => dateTicks(range.from, range.to, Math.max(2, Math.floor(width / 110))),
    [range, width],
  );
  const dayLabels = useMemo(() => dateTickLabels(days), [days]);
  // Two invisible rows give Recharts its scales; the observations never pass through it.
  const rows = useMemo(
    () => [
      { day: domain.from, left: left.domain[0], right: right.domain[0] },
      { day: domain.to, left: left.domain[1], right: right.domain[1] },
    ],
    [domain, left, right],
  );
  const hasRight = plan.right.length > 0;
  return (
    <LineChart
      width={width}
      height={height}
      data={rows}
      accessibilityLayer={false}
      margin={{ top: MARGIN.top, bottom: 0, left: 0, right: hasRight ? 0 : MARGIN.right }}
      aria-hidden="true"
    >
      {hasRecessions && <RecessionBars range={domain} />}
      {/* An axis without data has no ticks: then the grid follows the other axis. */}
      <CartesianGrid
        vertical={false}
        stroke="var(--chart-grid)"
        yAxisId={left.ticks.length === 0 && hasRight ? 'right' : 'left'}
      />
      <XAxis
        dataKey="day"
        type="number"
        domain={[domain.from, domain.to]}
        allowDataOverflow
        ticks={days}
        interval={0}
        height={MARGIN.bottom}
        tickFormatter={(_, index) => dayLabels[index] ?? ''}
        tick={{ fill: 'var(--chart-text)', fontSize: 11 }}
        tickLine={{ stroke: 'var(--chart-axis)' }}
        axisLine={{ stroke: 'var(--chart-axis)' }}
      />
      {valueAxisElement('left', left)}
      {hasRight && valueAxisElement('right', right)}
      <Line
        dataKey="left"
        yAxisId="left"
        stroke="none"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      {hasRight && (
        <Line
          dataKey="right"
          yAxisId="right"
          stroke="none"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
      <SeriesLines plan={plan} left={left} right={right} range={range} domain={domain} scheme={scheme} />
    </LineChart>
  );
});

/** An element, not a component: Recharts looks for its axes among the chart's own children. */
function valueAxisElement(side: Side, axis: ValueAxis) {
  const labels = valueTickLabels(axis.ticks, axis.isLog);
  return (
    <YAxis
      yAxisId={side}
      orientation={side}
      type="number"
      domain={axis.domain}
      scale={axis.isLog ? 'log' : 'linear'}
      allowDataOverflow
      ticks={axis.ticks}
      interval={0}
      width={axisWidth(axis)}
      tickFormatter={(_, index) => labels[index] ?? ''}
      tick={{ fill: 'var(--chart-text)', fontSize: 11 }}
      tickLine={false}
      axisLine={false}
    />
  );
}
