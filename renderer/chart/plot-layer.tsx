import { type ReactNode, useMemo } from 'react';
import { usePlotArea } from 'recharts';
import type { AxisPlan } from './axes.ts';
import { BarPatterns, barFill } from './bar-pattern.tsx';
import { barPlaces } from './bars.ts';
import { type Scheme, seriesColour, seriesDash } from './palette.ts';
import { inDrawingOrder, type SeriesShape, shapesOf } from './series-shape.ts';
import { shareOf, type ValueAxis } from './value-axis.ts';
import { type DayRange, widthOf } from './zoom.ts';

type SeriesLinesProps = {
  plan: AxisPlan;
  left: ValueAxis;
  right: ValueAxis;
  /** The days whose observations are shown. */
  range: DayRange;
  /** The days from the plot's left edge to its right edge. */
  domain: DayRange;
  scheme: Scheme;
};

/**
 * The lines of both value axes: one `<path>` per series, decimated to the plot's pixels. Recharts draws everything around them. Its
 * own `<Line>` is slow with many rows, and rows decimated for it would lose true observations. Its scales are not used either: they
 * come one render after the range, so that every path would be made twice.
 */
export function SeriesLines({ plan, left, right, range, domain, scheme }: SeriesLinesProps): ReactNode {
  const { x: start = 0, y: top = 0, width = 0, height = 0 } = usePlotArea() ?? {};
  const shapes = useMemo(() => {
    if (width <= 0) return [];
    const bottom = top + height;
    const drawn = [...plan.left, ...plan.right];
    const bars = barPlaces(
      drawn.filter(({ type }) => type === 'bar'),
      range,
    );
    const scales = (axis: ValueAxis) => ({
      x: (day: number) => start + ((day - domain.from) / widthOf(domain)) * width,
      y: (value: number) => bottom - shareOf(value, axis) * height,
      width,
      top,
      bottom,
    });
    return inDrawingOrder([
      ...shapesOf(plan.left, range, scales(left), bars),
      ...shapesOf(plan.right, range, scales(right), bars),
    ]);
  }, [plan, range, domain, left, right, start, top, width, height]);
  if (width <= 0) return null;
  return (
    <g>
      <clipPath id="plot">
        <rect x={start} y={top - 2} width={width} height={height + 4} />
      </clipPath>
      <BarPatterns
        slots={shapes.flatMap(({ barWidth, series }) => (barWidth === undefined ? [] : series.slot))}
        scheme={scheme}
      />
      <g clipPath="url(#plot)" fill="none" strokeLinejoin="round" strokeLinecap="round">
        {shapes.map((shape) => (
          <SeriesPaths key={shape.series.column.id} shape={shape} scheme={scheme} />
        ))}
      </g>
    </g>
  );
}

/** Diameter of a dot, in pixels. */
const DOT = 3.5;

/** Narrower bars, in pixels, have no pattern: it would be noise. They can be told by their order, which is that of the legend. */
const NARROWEST_PATTERN = 5;

function SeriesPaths({ shape, scheme }: { shape: SeriesShape; scheme: Scheme }) {
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
  const dash = seriesDash(series.slot);
  return (
    <>
      {fill !== undefined && <path d={fill} fill={colour} fillOpacity={0.22} />}
      <path
        data-series={series.column.id}
        d={line}
        stroke={colour}
        strokeWidth={1.75}
        strokeDasharray={dash}
        // Round ends would close the gaps between dashes.
        strokeLinecap={dash === '' ? 'round' : 'butt'}
      />
      {dots !== '' && <path d={dots} stroke={colour} strokeWidth={DOT} strokeLinecap="round" />}
    </>
  );
}
