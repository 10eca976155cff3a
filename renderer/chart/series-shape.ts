import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../api/types.ts';
import {
  areaPath,
  bandPath,
  barsPath,
  linePath,
  type Run,
  runsOf,
  type Scale,
  stepPath,
} from './line-path.ts';
import { stackColumns } from './stack.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

/** Where a plot has days and values, in pixels. */
export type PlotScales = { x: Scale; y: Scale; width: number; top: number; bottom: number };

/** One series as SVG paths: its line (or bars, then as wide as `barWidth`), and what is filled under it. */
export type SeriesShape = {
  series: ChartSeries;
  line: string;
  fill: string | undefined;
  barWidth: number | undefined;
};

/** The shapes of one axis' series, in the order to be drawn: what is filled first, lines on top. */
export function shapesOf(series: readonly ChartSeries[], range: DayRange, scales: PlotScales): SeriesShape[] {
  const zero = scales.y(0);
  const base = Number.isFinite(zero) ? Math.min(scales.bottom, Math.max(scales.top, zero)) : scales.bottom;
  const runs = (column: LineColumn) => runsOf(column, range.from, range.to, scales.x, scales.y, scales.width);
  const stacked = series.filter(({ type }) => type === 'stacked');
  const edges = stackColumns(stacked).map(runs);
  const bars = series.filter(({ type }) => type === 'bar');
  const shapes = series.map((one) => {
    const plain = { series: one, fill: undefined, barWidth: undefined };
    const place = stacked.indexOf(one);
    if (place >= 0) {
      const upper = edges[place] as Run[];
      const lower = edges[place - 1];
      return {
        ...plain,
        line: linePath(upper),
        fill: lower ? bandPath(upper, lower) : areaPath(upper, base),
      };
    }
    const own = runs(one.column);
    if (one.type === 'step') return { ...plain, line: stepPath(own) };
    if (one.type === 'area') return { ...plain, line: linePath(own), fill: areaPath(own, base) };
    if (one.type !== 'bar') return { ...plain, line: linePath(own) };
    const barWidth = widthOfBars(one.column, range, scales) / bars.length;
    const shift = (bars.indexOf(one) - (bars.length - 1) / 2) * barWidth;
    return { ...plain, line: barsPath(own, base, shift), barWidth: Math.max(1, barWidth * 0.86) };
  });
  const layer = ({ series: { type } }: SeriesShape) =>
    type === 'bar' ? 0 : type === 'area' || type === 'stacked' ? 1 : 2;
  return shapes.toSorted((a, b) => layer(a) - layer(b));
}

/** Pixels between two observations, as they usually lie in the range. */
function widthOfBars({ days }: LineColumn, { from, to }: DayRange, { x, width }: PlotScales): number {
  const start = indexAtOrAfter(days, from);
  const end = indexAtOrAfter(days, to + 1) - 1;
  if (end <= start) return Math.min(24, width / 4);
  return (x(days[end] as number) - x(days[start] as number)) / (end - start);
}
