import { clamp } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { recessionBars } from '../../service/series-math/recessions.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { stackColumns } from './axes.ts';
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
import { type Scheme, seriesColour, seriesDash } from './palette.ts';
import { BarPatterns, barFill } from './series-swatch.tsx';
import type { ChartSeries, Side } from './types.ts';
import {
  dayScale,
  isSettled,
  type PlotArea,
  type PlotDrawing,
  shortestPeriod,
  valueScale,
} from './use-plot.ts';
import { type DayRange, widthOf } from './zoom.ts';

export type LineLook = { scheme: Scheme; isDashed: boolean };

/** The visible part of the drawing: its days, and how many pixels it has moved right since it was drawn. */
export const VisiblePart = createContext<{ by: number; range: DayRange }>({
  by: 0,
  range: { from: 0, to: 0 },
});

/**
 * Lines of both axes: one `<path>` per series, decimated to the plot's pixels. Recharts' own `<Line>` is slow
 * with many rows, and decimating rows for it would lose true observations. Its scales arrive one render after
 * the range, so using them would make each path twice.
 * @param props.children drawn behind the lines; moved and clipped with them
 */
export function SeriesLines(props: PlotDrawing & LineLook & { children: ReactNode }): ReactNode {
  const { plan, frame, domain, area, scheme, isDashed } = props;
  const shapes = useMemo(() => {
    const { reach, axes } = frame;
    if (area.right <= area.left) return [];
    const bars = barPlaces(
      [...plan.left, ...plan.right].filter(({ type }) => type === 'bar'),
      reach,
    );
    // While a drawing moves, halve the detail, because twice as many days are drawn.
    const detail = isSettled(frame, frame.anchor) ? 1 : 0.5;
    const width = widthOf(reach) * ((area.right - area.left) / widthOf(domain)) * detail;
    const x = dayScale(domain, area);
    const shapesOn = (side: Side) =>
      shapesOf(plan[side], reach, { ...area, x, y: valueScale(axes[side], area), width }, bars);
    return inDrawingOrder([...shapesOn('left'), ...shapesOn('right')]);
  }, [plan, frame, domain, area]);
  // Only the `transform` changes during a move.
  const { by } = useContext(VisiblePart);
  // One id per chart, because a board has several charts.
  const clip = `plot-${useId().replaceAll(/\W/g, '')}`;
  return (
    <g>
      <clipPath id={clip}>
        <rect
          x={area.left}
          y={area.top - 2}
          width={Math.max(0, area.right - area.left)}
          height={Math.max(0, area.bottom - area.top) + 4}
        />
      </clipPath>
      <BarPatterns
        slots={shapes.flatMap(({ barWidth, series }) => (barWidth === undefined ? [] : series.slot))}
        scheme={scheme}
      />
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round" strokeLinecap="round">
        <g style={{ transform: `translateX(${by}px)`, willChange: 'transform' }}>
          {props.children}
          {shapes.map((shape) => (
            <SeriesPaths key={shape.series.column.id} shape={shape} scheme={scheme} isDashed={isDashed} />
          ))}
        </g>
      </g>
    </g>
  );
}

const DOT = 3.5;

/** Bars narrower than this many pixels get no pattern: it would be noise, and bars are in legend order. */
const NARROWEST_PATTERN = 5;

function SeriesPaths({ shape, scheme, isDashed }: LineLook & { shape: SeriesShape }) {
  const { series, line, fill, barWidth, dots } = shape;
  const colour = seriesColour(series.slot, scheme);
  if (barWidth !== undefined)
    return (
      <path
        data-series={series.column.id}
        d={line}
        stroke={barWidth < NARROWEST_PATTERN ? colour : barFill(series.slot, scheme)}
        strokeWidth={barWidth}
        strokeLinecap="butt"
      />
    );
  const dash = series.isBeside ? '5 4' : seriesDash(series.slot, isDashed);
  return (
    <>
      {fill !== undefined && <path d={fill} fill={colour} fillOpacity={0.22} />}
      <path
        data-series={series.column.id}
        d={line}
        stroke={colour}
        strokeWidth={1.75}
        {...(series.isBeside && { strokeOpacity: 0.65 })}
        {...(dash !== '' && { strokeDasharray: dash })}
        // Round caps would close the gaps between dashes.
        strokeLinecap={dash === '' ? 'round' : 'butt'}
      />
      {dots !== '' && <path d={dots} stroke={colour} strokeWidth={DOT} strokeLinecap="round" />}
    </>
  );
}

/** Scales that convert days and values to pixels, with the plot's edges and width in pixels. */
type PlotScales = Pick<PlotArea, 'top' | 'bottom'> & { x: Scale; y: Scale; width: number };

/** SVG paths of one series: line, fill below it and dots. A bar's `line` is drawn `barWidth` pixels wide. */
type SeriesShape = {
  series: ChartSeries;
  line: string;
  fill?: string;
  barWidth?: number;
  dots: string;
};

/** @param series the series of one axis @param bars the places of bar series @returns the shapes to draw */
export function shapesOf(
  series: readonly ChartSeries[],
  range: DayRange,
  { x, y, width, top, bottom }: PlotScales,
  bars: ReadonlyMap<ChartSeries, BarPlace>,
): SeriesShape[] {
  const zero = y(0);
  const base = Number.isFinite(zero) ? clamp(zero, top, bottom) : bottom;
  const runs = (column: LineColumn, beyond?: 0) => runsOf(column, range.from, range.to, x, y, width, beyond);
  const stacked = series.filter(({ type }) => type === 'stacked');
  const edges = stackColumns(stacked).map((column) => runs(column));
  const perDay = x(1) - x(0);
  return series.map((one): SeriesShape => {
    const place = stacked.indexOf(one);
    if (place >= 0) {
      const [upper, lower] = [edges[place] as UnbrokenLine[], edges[place - 1]];
      const fill = lower ? bandPath(upper, lower) : areaPath(upper, base);
      return { series: one, dots: dotsPath(upper), line: linePath(upper), fill };
    }
    const bar = bars.get(one);
    if (bar) {
      // Nothing from beyond the range: such a bar would take room from the outermost bars.
      const line = barsPath(runs(one.column, 0), base, bar.shift * perDay);
      return { series: one, line, dots: '', barWidth: Math.max(1, bar.width * perDay - 0.5) };
    }
    const own = runs(one.column);
    const line = one.type === 'step' ? stepPath(own) : linePath(own);
    return {
      series: one,
      dots: dotsPath(own),
      line,
      ...(one.type === 'area' && { fill: areaPath(own, base) }),
    };
  });
}

/** Sorts the shapes of both axes for drawing: bars first (wide before narrow), then fills, then lines. */
export function inDrawingOrder(shapes: readonly SeriesShape[]): SeriesShape[] {
  const layer = ({ barWidth, fill }: SeriesShape) =>
    barWidth !== undefined ? 0 : fill !== undefined ? 1 : 2;
  return shapes.toSorted((a, b) => layer(a) - layer(b) || (b.barWidth ?? 0) - (a.barWidth ?? 0));
}

/** Share of a period's width that its bars fill together; the rest is the gap to the next period. */
const FILLED = 0.9;

type BarPlace = { width: number; shift: number };

/** Places bars of both axes side by side around their observation's day, by the shortest period's length. */
export function barPlaces(bars: readonly ChartSeries[], range: DayRange): Map<ChartSeries, BarPlace> {
  return new Map(
    bars.map((one, place) => {
      const width = (shortestPeriod(one, range) * FILLED) / bars.length;
      return [one, { width, shift: (place - (bars.length - 1) / 2) * width }];
    }),
  );
}

export function RecessionBars({ frame: { reach }, domain, area }: PlotDrawing) {
  const days = { from: Math.min(reach.from, domain.from), to: Math.max(reach.to, domain.to) };
  return recessionRects(days, dayScale(domain, area), area);
}

/** @returns bars for the recessions between two days. @param x converts a day to pixels */
export function recessionRects(
  { from, to }: DayRange,
  x: (day: number) => number,
  area: Pick<PlotArea, 'top' | 'bottom'>,
): ReactNode {
  return recessionBars(from, to).map((bar) => (
    <rect
      key={bar.from}
      data-recession={bar.from}
      x={x(bar.from)}
      y={area.top}
      width={Math.max(1, x(bar.to) - x(bar.from))}
      height={Math.max(0, area.bottom - area.top)}
      fill="var(--chart-recession)"
      // Paler until NBER names the month of the trough, as FRED does.
      {...(bar.isOngoing && { fillOpacity: 0.5 })}
    />
  ));
}
