import { memo, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { DayTick, noLines, ValueTick } from './axis-ticks.tsx';
import { dateTickLabels, dateTicks } from './date-axis.ts';
import { LETTER_ROOM } from './line-ends.ts';
import { LineLetters } from './line-letters.tsx';
import { type LineLook, type PlotDrawing, SeriesLines } from './plot-layer.tsx';
import { RecessionBars } from './recession-bars.tsx';
import { axisWidth } from './tick-labels.ts';
import type { Side } from './types.ts';
import { MARGIN } from './use-plot.ts';
import type { ValueAxis } from './value-axis.ts';
import { ZeroLines } from './zero-lines.tsx';
import { widthOf } from './zoom.ts';

type ChartCanvasProps = LineLook & {
  drawing: PlotDrawing;
  hasRecessions: boolean;
  width: number;
  height: number;
};

/**
 * Axes, grid, recession bars and lines. Recharts draws axes and grid. Nothing here depends on the mouse, so moving it renders
 * nothing; nor does moving the range within the frame, but for what is in `Moved`. Screen readers skip the drawing and read the
 * summary on the chart's element instead.
 */
export const ChartCanvas = memo(function ChartCanvas(props: ChartCanvasProps) {
  const { drawing, hasRecessions, width, height, ...look } = props;
  const { plan, frame, domain, area, hasLetters } = drawing;
  const { left, right } = frame.axes;
  const days = useMemo(() => {
    const count = Math.max(2, Math.floor(width / 110)) * (widthOf(frame.reach) / widthOf(frame.anchor));
    return dateTicks(frame.reach.from, frame.reach.to, count);
  }, [frame, width]);
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
      {/* An axis without data has no ticks: then the grid follows the other axis. */}
      <CartesianGrid
        vertical={false}
        verticalCoordinatesGenerator={noLines}
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
        tick={<DayTick labels={dayLabels} left={area.left} right={area.right} />}
        tickLine={false}
        axisLine={false}
      />
      {valueAxisElement('left', left)}
      {hasRight && valueAxisElement('right', right, hasLetters ? LETTER_ROOM : 0)}
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
      {/* Behind the lines, where Recharts has it before them: a line of zero lies on it. */}
      <line
        x1={area.left}
        x2={area.right}
        y1={area.bottom + 0.5}
        y2={area.bottom + 0.5}
        stroke="var(--chart-axis)"
      />
      <ZeroLines {...drawing} />
      {/* Behind the lines: where a line ends within the plot, others may pass. */}
      {hasLetters && <LineLetters {...drawing} scheme={look.scheme} />}
      <SeriesLines {...drawing} {...look}>
        {hasRecessions && <RecessionBars {...drawing} />}
      </SeriesLines>
    </LineChart>
  );
});

/** Pixels from the plot to the labels of an axis, beside Recharts' own six. */
const TICK_GAP = 2;

/** An element, not a component: Recharts looks for its axes among the chart's own children. @param room more pixels before the labels */
function valueAxisElement(side: Side, axis: ValueAxis, room = 0) {
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
      width={axisWidth(axis.labels) + room}
      tickMargin={TICK_GAP + room}
      tick={<ValueTick labels={axis.labels} />}
      tickLine={false}
      axisLine={false}
    />
  );
}
