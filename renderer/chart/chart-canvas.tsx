import { memo, useContext, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { slotLetter } from '../../service/view/index.ts';
import type { AxisPlan } from './axes.ts';
import { DayTick, noLines, ValueTick } from './axis-ticks.tsx';
import { dateTickLabels, dateTicks } from './date-axis.ts';
import { LETTER_ROOM, lastInSight, pushedApart } from './line-ends.ts';
import { Sight } from './moved.tsx';
import { letterColour, type Scheme } from './palette.ts';
import { type LineLook, type PlotDrawing, SeriesLines } from './plot-layer.tsx';
import { RecessionBars } from './recession-bars.tsx';
import { drawnColumns } from './stack.ts';
import { axisWidth } from './tick-labels.ts';
import type { Side } from './types.ts';
import { MARGIN } from './use-plot.ts';
import { shareOf, type ValueAxis } from './value-axis.ts';
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

/** A line at the zero of each axis whose values lie on both sides of it. That of the right axis alone is broken. */
function ZeroLines({ plan, frame: { axes }, area }: PlotDrawing) {
  return (['left', 'right'] as const).map((side) => {
    const { domain, isLog } = axes[side];
    if (plan[side].length === 0 || isLog || domain[0] >= 0 || domain[1] <= 0) return null;
    const y = Math.round(area.bottom - shareOf(0, axes[side]) * (area.bottom - area.top)) + 0.5;
    return (
      <line
        key={side}
        data-zero={side}
        x1={area.left}
        x2={area.right}
        y1={y}
        y2={y}
        stroke="var(--chart-axis)"
        {...(side === 'right' && { strokeDasharray: '2 3' })}
      />
    );
  });
}

/** Pixels from the end of a line to its letter. */
const GAP = 4;

/** Writes each line’s letter at its last visible point, because colour alone must not tell lines apart. */
function LineLetters({ plan, frame, domain, area, scheme }: PlotDrawing & { scheme: Scheme }) {
  const { by, range } = useContext(Sight);
  const ends = useMemo(() => endsOf(plan), [plan]);
  const perDay = (area.right - area.left) / widthOf(domain);
  const places = ends.flatMap(({ series, column, side }) => {
    const last = series.isBeside ? undefined : lastInSight(column, range);
    const share = last ? shareOf(last.value, frame.axes[side]) : Number.NaN;
    if (!last || Number.isNaN(share)) return [];
    const x = area.left + (last.day - domain.from) * perDay + by;
    const y = area.bottom - share * (area.bottom - area.top);
    return {
      slot: series.slot,
      // Bars are wider than a point: their letters stand at the edge.
      x: (series.type === 'bar' ? area.right : Math.min(x, area.right)) + GAP,
      y: Math.min(area.bottom, Math.max(area.top, y)),
    };
  });
  return pushedApart(places, area.top, area.bottom - 3).map(({ slot, x, y }) => (
    <text
      key={slot}
      data-letter={slotLetter(slot)}
      x={x}
      y={Math.round(y * 10) / 10}
      dy="0.34em"
      fontSize={12}
      fontWeight={650}
      fill={letterColour(slot, scheme)}
      stroke="var(--surface)"
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {slotLetter(slot)}
    </text>
  ));
}

/** The drawn lines of both axes, each with the column of its upper edge. */
function endsOf(plan: AxisPlan) {
  return (['left', 'right'] as const).flatMap((side) => {
    const columns = drawnColumns(plan[side]);
    return plan[side].map((series, i) => ({ series, side, column: columns[i] ?? series.column }));
  });
}
