import { clamp } from '@mantine/hooks';
import type { LineColumn } from '../../service/view/types.ts';
import type { BarPlace } from './bars.ts';
import {
  areaPath,
  bandPath,
  barsPath,
  dotsPath,
  linePath,
  runsOf,
  type Scale,
  stepPath,
  type UnbrokenLine,
} from './line-path.ts';
import { stackColumns } from './stack.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

/** Converts days and values to pixels of a plot; size and position of the plot, in pixels. */
type PlotScales = { x: Scale; y: Scale; width: number; top: number; bottom: number };

/** One series as SVG paths: its line, the filled area under it, and its dots. Bars are a `line` that is drawn `barWidth` pixels wide. */
export type SeriesShape = {
  series: ChartSeries;
  line: string;
  fill: string | undefined;
  barWidth: number | undefined;
  dots: string;
};

/** @param series of one axis. @param bars the positions of those that are bars. @returns the shapes of the series. */
export function shapesOf(
  series: readonly ChartSeries[],
  range: DayRange,
  scales: PlotScales,
  bars: ReadonlyMap<ChartSeries, BarPlace>,
): SeriesShape[] {
  const zero = scales.y(0);
  const base = Number.isFinite(zero) ? clamp(zero, scales.top, scales.bottom) : scales.bottom;
  const runs = (column: LineColumn, beyond?: 0) =>
    runsOf(column, range.from, range.to, scales.x, scales.y, scales.width, beyond);
  const stacked = series.filter(({ type }) => type === 'stacked');
  const edges = stackColumns(stacked).map((column) => runs(column));
  const perDay = scales.x(1) - scales.x(0);
  return series.map((one) => {
    const plain = { series: one, fill: undefined, barWidth: undefined, dots: '' };
    const place = stacked.indexOf(one);
    if (place >= 0) {
      const upper = edges[place] as UnbrokenLine[];
      const lower = edges[place - 1];
      return {
        ...plain,
        dots: dotsPath(upper),
        line: linePath(upper),
        fill: lower ? bandPath(upper, lower) : areaPath(upper, base),
      };
    }
    const bar = bars.get(one);
    if (bar) {
      // Nothing from beyond the range: such a bar would take the room of the outermost bars.
      const own = runs(one.column, 0);
      const barWidth = Math.max(1, bar.width * perDay - 0.5);
      return { ...plain, line: barsPath(own, base, bar.shift * perDay), barWidth };
    }
    const own = runs(one.column);
    const dots = dotsPath(own);
    if (one.type === 'step') return { ...plain, dots, line: stepPath(own) };
    if (one.type === 'area') return { ...plain, dots, line: linePath(own), fill: areaPath(own, base) };
    return { ...plain, dots, line: linePath(own) };
  });
}

/** Sorts the shapes of both axes into drawing order: bars first (wide ones below narrow ones), then filled areas, then lines. */
export function inDrawingOrder(shapes: readonly SeriesShape[]): SeriesShape[] {
  const layer = ({ barWidth, fill }: SeriesShape) =>
    barWidth !== undefined ? 0 : fill !== undefined ? 1 : 2;
  return shapes.toSorted((a, b) => layer(a) - layer(b) || (b.barWidth ?? 0) - (a.barWidth ?? 0));
}
