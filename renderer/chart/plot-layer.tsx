import { type ReactNode, useId, useMemo } from 'react';
import type { AxisPlan } from './axes.ts';
import { BarPatterns, barFill } from './bar-pattern.tsx';
import { barPlaces } from './bars.ts';
import { type ChartFrame, isSettled } from './frame.ts';
import { MovedWithDays } from './moved.tsx';
import { type Scheme, seriesColour, seriesDash } from './palette.ts';
import { inDrawingOrder, type SeriesShape, shapesOf } from './series-shape.ts';
import type { PlotArea } from './use-plot.ts';
import { shareOf, type ValueAxis } from './value-axis.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** What is drawn, and where. */
export type PlotDrawing = {
  plan: AxisPlan;
  frame: ChartFrame;
  /** The days from the plot's left edge to its right edge, where the drawing is not moved. */
  domain: DayRange;
  area: PlotArea;
  hasLetters: boolean;
};

/** How lines look. */
export type LineLook = { scheme: Scheme; isDashed: boolean };

/**
 * The lines of both value axes: one `<path>` per series, decimated to the plot's pixels. Recharts draws everything around them. Its
 * own `<Line>` is slow with many rows, and rows decimated for it would lose true observations. Its scales are not used either: they
 * come one render after the range, so that every path would be made twice.
 * @param props.children drawn behind the lines; they move with them and are cut at the plot's edges, too.
 */
export function SeriesLines(props: PlotDrawing & LineLook & { children: ReactNode }): ReactNode {
  const { plan, frame, domain, area, scheme, isDashed } = props;
  const shapes = useMemo(() => {
    const { reach, axes } = frame;
    const { left: start, right: end, top, bottom } = area;
    if (end <= start) return [];
    const bars = barPlaces(
      [...plan.left, ...plan.right].filter(({ type }) => type === 'bar'),
      reach,
    );
    const perDay = (end - start) / widthOf(domain);
    const scales = (axis: ValueAxis) => ({
      x: (day: number) => start + (day - domain.from) * perDay,
      y: (value: number) => bottom - shareOf(value, axis) * (bottom - top),
      // While it moves, a line has half the detail: twice as much of it is drawn.
      width: widthOf(reach) * perDay * (isSettled(frame, frame.anchor) ? 1 : 0.5),
      top,
      bottom,
    });
    return inDrawingOrder([
      ...shapesOf(plan.left, reach, scales(axes.left), bars),
      ...shapesOf(plan.right, reach, scales(axes.right), bars),
    ]);
  }, [plan, frame, domain, area]);
  // Of each chart its own: a board has several.
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
        <MovedWithDays>
          {props.children}
          {shapes.map((shape) => (
            <SeriesPaths key={shape.series.column.id} shape={shape} scheme={scheme} isDashed={isDashed} />
          ))}
        </MovedWithDays>
      </g>
    </g>
  );
}

/** Diameter of a dot, in pixels. */
const DOT = 3.5;

/** Narrower bars, in pixels, have no pattern: it would be noise. They can be told by their order, which is that of the legend. */
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
        // Round ends would close the gaps between dashes.
        strokeLinecap={dash === '' ? 'round' : 'butt'}
      />
      {dots !== '' && <path d={dots} stroke={colour} strokeWidth={DOT} strokeLinecap="round" />}
    </>
  );
}
