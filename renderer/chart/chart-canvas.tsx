import { mean } from 'd3-array';
import { memo, useContext, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { gapTest, indexAtOrAfter } from '../../service/series-math/decimate.ts';
import { slotLetter } from '../../service/view/index.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { type AxisPlan, dateTickLabels, dateTicks, drawnColumns, SIDES, type ValueAxis } from './axes.ts';
import { letterColour, type Scheme } from './palette.ts';
import { DayTick, INVISIBLE, noLines, ValueTick } from './plot-frame.tsx';
import { type LineLook, RecessionBars, SeriesLines, VisiblePart } from './plot-layer.tsx';
import { axisWidth } from './tick-labels.ts';
import type { Side } from './types.ts';
import { dayScale, LETTER_ROOM, MARGIN, type PlotDrawing, valueScale } from './use-plot.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** Recharts' axes and grid around our lines. Pointer and range moves render only readers of `VisiblePart`. */
export const ChartCanvas = memo(function ChartCanvas(
  props: LineLook & { drawing: PlotDrawing; hasRecessions: boolean; width: number; height: number },
) {
  const { drawing, hasRecessions, width, height, ...look } = props;
  const { plan, frame, domain, area, hasLetters } = drawing;
  const { left, right } = frame.axes;
  const days = useMemo(() => {
    const count = Math.max(2, Math.floor(width / 110)) * (widthOf(frame.reach) / widthOf(frame.anchor));
    return dateTicks(frame.reach.from, frame.reach.to, count);
  }, [frame, width]);
  const dayLabels = useMemo(() => dateTickLabels(days), [days]);
  // Two invisible rows give Recharts its scales.
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
      {/* An axis without data has no ticks: the grid follows the other axis. */}
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
      <Line dataKey="left" yAxisId="left" {...INVISIBLE} />
      {hasRight && <Line dataKey="right" yAxisId="right" {...INVISIBLE} />}
      {/* Drawn behind the lines, because a line at zero lies on it. Recharts would draw it in front. */}
      <line
        x1={area.left}
        x2={area.right}
        y1={area.bottom + 0.5}
        y2={area.bottom + 0.5}
        stroke="var(--chart-axis)"
      />
      <ZeroLines {...drawing} />
      {/* Behind the lines, because other lines may pass where a line ends within the plot. */}
      {hasLetters && <LineLetters {...drawing} scheme={look.scheme} />}
      <SeriesLines {...drawing} {...look}>
        {hasRecessions && <RecessionBars {...drawing} />}
      </SeriesLines>
    </LineChart>
  );
});

/** Pixels from the plot to the labels of an axis, added to Recharts' own six. */
const TICK_GAP = 2;

/** Returns an element: Recharts finds axes only among its children. @param room more pixels before labels */
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

/** A line at zero for each axis with values on both sides of it; dashed for the right axis. */
function ZeroLines({ plan, frame: { axes }, area }: PlotDrawing) {
  return SIDES.map((side) => {
    const { domain, isLog } = axes[side];
    if (plan[side].length === 0 || isLog || domain[0] >= 0 || domain[1] <= 0) return null;
    const y = Math.round(valueScale(axes[side], area)(0)) + 0.5;
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

/** Writes each line’s letter at its last visible point, because colour alone must not distinguish lines. */
function LineLetters({ plan, frame, domain, area, scheme }: PlotDrawing & { scheme: Scheme }) {
  const { by, range } = useContext(VisiblePart);
  const ends = useMemo(() => endsOf(plan), [plan]);
  const xOf = dayScale(domain, area);
  const places = ends.flatMap(({ series, column, side }) => {
    const last = series.isBeside ? undefined : lastInSight(column, range);
    const y = last ? valueScale(frame.axes[side], area)(last.value) : Number.NaN;
    if (!last || Number.isNaN(y)) return [];
    return {
      slot: series.slot,
      // Bars are wider than a point: their letters stand at the edge.
      x: (series.type === 'bar' ? area.right : Math.min(xOf(last.day) + by, area.right)) + GAP,
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

/** @returns the drawn lines of both axes, each with its drawn column: of a stacked line the upper edge. */
function endsOf(plan: AxisPlan) {
  return SIDES.flatMap((side) => {
    const columns = drawnColumns(plan[side]);
    return plan[side].map((series, i) => ({ series, side, column: columns[i] ?? series.column }));
  });
}

/** @returns the last visible point of a line: its last observation, or where it leaves the range. */
export function lastInSight(
  { days, numbers }: LineColumn,
  range: DayRange,
): { day: number; value: number } | undefined {
  const at = indexAtOrAfter(days, range.to + 1) - 1;
  if (at < 0) return undefined;
  const [day, value] = [days[at] as number, numbers[at] as number];
  const [nextDay, next] = [days[at + 1], numbers[at + 1]];
  if (nextDay !== undefined && next !== undefined && !gapTest(days)(day, nextDay)) {
    const share = (range.to - day) / (nextDay - day);
    return { day: range.to, value: value + (next - value) * share };
  }
  return day < range.from ? undefined : { day, value };
}

/** Position of a letter, in pixels. */
type LetterPoint = { x: number; y: number };
const LETTER = { width: 9, height: 12 };

/** Moves overlapping letters apart, up and down by as little as possible, between `top` and `bottom`. */
export function pushedApart<P extends LetterPoint>(places: readonly P[], top: number, bottom: number): P[] {
  const pushed = new Map<P, P>();
  for (const column of columnsOf(places)) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    const last = bottom - (sorted.length - 1) * LETTER.height;
    const wanted = sorted.map(({ y }, i) => y - i * LETTER.height);
    for (const [i, y] of rising(wanted).entries()) {
      const one = sorted[i] as P;
      pushed.set(one, { ...one, y: Math.max(top, Math.min(last, y)) + i * LETTER.height });
    }
  }
  return places.map((one) => pushed.get(one) ?? one);
}

/** Groups letters into columns: a letter joins a column if it overlaps its last letter horizontally. */
function columnsOf<P extends LetterPoint>(places: readonly P[]): P[][] {
  const columns: P[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const one of places.toSorted((a, b) => a.x - b.x)) {
    if (one.x - before >= LETTER.width) columns.push([]);
    columns.at(-1)?.push(one);
    before = one.x;
  }
  return columns;
}

/** @returns the nearest rising numbers. Falling neighbours get their mean (pool adjacent violators). */
function rising(numbers: readonly number[]): number[] {
  const pools: number[][] = [];
  const meanOf = (pool: number[] | undefined) => mean(pool ?? []) ?? 0;
  for (const number of numbers) {
    let pool = [number];
    while (pools.length > 0 && meanOf(pools.at(-1)) > meanOf(pool)) pool = [...(pools.pop() ?? []), ...pool];
    pools.push(pool);
  }
  return pools.flatMap((pool) => pool.map(() => meanOf(pool)));
}
