import { memo, type ReactNode, useContext } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import styles from './chart.module.css';
import { VisiblePart } from './plot-layer.tsx';
import type { PlotArea } from './use-plot.ts';

export type PlotAxis = {
  domain: readonly [number, number];
  ticks: readonly number[];
  labels: readonly string[];
};

/** Recharts' axes and grid around any drawing. Pointer moves do not render it. `area`: the plot's edges. */
export const PlotFrame = memo(function PlotFrame(props: {
  width: number;
  height: number;
  area: PlotArea;
  x: PlotAxis;
  y: PlotAxis;
  children: ReactNode;
}) {
  const { width, height, area, x, y } = props;
  // Two invisible rows give Recharts its scales.
  const rows = [
    { x: x.domain[0], y: y.domain[0] },
    { x: x.domain[1], y: y.domain[1] },
  ];
  return (
    <LineChart
      className={styles.frame as string}
      width={width}
      height={height}
      data={rows}
      accessibilityLayer={false}
      margin={{ top: area.top, bottom: 0, left: 0, right: width - area.right }}
      aria-hidden="true"
    >
      <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke="var(--chart-grid)" />
      <XAxis
        dataKey="x"
        type="number"
        domain={[...x.domain]}
        allowDataOverflow
        ticks={[...x.ticks]}
        interval={0}
        height={height - area.bottom}
        tick={<ColumnTick labels={x.labels} />}
        tickLine={false}
        axisLine={{ stroke: 'var(--chart-axis)' }}
      />
      <YAxis
        type="number"
        domain={[...y.domain]}
        allowDataOverflow
        ticks={[...y.ticks]}
        interval={0}
        width={area.left}
        tickMargin={2}
        tick={<ValueTick labels={y.labels} />}
        tickLine={false}
        axisLine={false}
      />
      <Line dataKey="y" {...INVISIBLE} />
      {props.children}
    </LineChart>
  );
});

/** Props of an invisible line that only gives Recharts a scale. No observations pass through it. */
export const INVISIBLE = { stroke: 'none', dot: false, activeDot: false, isAnimationActive: false } as const;

/** Hides vertical grid lines. Without it Recharts computes them and measures every label of the axis. */
export const noLines = (): number[] => [];

/** Recharts' props for a custom tick, and the labels of all ticks. */
type TickProps = {
  x?: number;
  y?: number;
  textAnchor?: 'start' | 'middle' | 'end';
  index?: number | undefined;
  labels: readonly string[];
};

/** A tick's label. Recharts' own label measures each text, which takes longer than the rest of a drawing. */
function TickLabel({ labels, index = 0, ...place }: TickProps & { dy: string }) {
  return (
    <text {...place} fill="var(--chart-text)" fontSize={11}>
      {labels[index] ?? ''}
    </text>
  );
}

export function ValueTick({ x = 0, y = 0, textAnchor = 'end', index, labels }: TickProps) {
  return <TickLabel x={x} y={y} dy="0.355em" textAnchor={textAnchor} index={index} labels={labels} />;
}

function ColumnTick({ x = 0, y = 0, index, labels }: TickProps) {
  return <TickLabel x={x} y={y} dy="0.71em" textAnchor="middle" index={index} labels={labels} />;
}

/** Pixels from the axis to the top of a label, and to the end and start of a mark, clear of a zero line. */
const BELOW = { label: 8, mark: 5, line: 2 };

/** A day's mark and label. They move with the drawing and show only between the plot's edges. */
export function DayTick(props: TickProps & { left: number; right: number }) {
  const { x = 0, y = 0, index, labels, left, right } = props;
  const { by } = useContext(VisiblePart);
  const at = Math.round((x + by) * 10) / 10;
  if (at < left - 0.5 || at > right + 0.5) return null;
  const line = y - BELOW.label;
  return (
    <>
      <line x1={at} x2={at} y1={line + BELOW.line} y2={line + BELOW.mark} stroke="var(--chart-axis)" />
      <ColumnTick x={at} y={y} index={index} labels={labels} />
    </>
  );
}
