import { memo, type ReactNode } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import { noLines, ValueTick } from './axis-ticks.tsx';
import styles from './chart.module.css';
import type { PlotArea } from './use-plot.ts';

/** Where an axis ends, where its ticks are, and what stands there. */
export type PlotAxis = {
  domain: readonly [number, number];
  ticks: readonly number[];
  labels: readonly string[];
};

/**
 * Axes and grid of Recharts around a drawing of one's own, which stands between them as children. It depends on nothing that follows
 * the pointer. The plot's edges are `area`.
 */
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
      <Line dataKey="y" stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
      {props.children}
    </LineChart>
  );
});

function ColumnTick(props: { x?: number; y?: number; index?: number; labels: readonly string[] }) {
  return (
    <text x={props.x} y={props.y} dy="0.71em" textAnchor="middle" fill="var(--chart-text)" fontSize={11}>
      {props.labels[props.index ?? 0] ?? ''}
    </text>
  );
}
