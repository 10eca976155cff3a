import { type ReactNode, useMemo } from 'react';
import { usePlotArea } from 'recharts';
import type { Side } from './axes.ts';
import { type Scheme, seriesColour, seriesDash } from './palette.ts';
import { type SeriesShape, shapesOf } from './series-shape.ts';
import type { ChartSeries } from './types.ts';
import { shareOf, type ValueAxis } from './value-axis.ts';
import { type DayRange, widthOf } from './zoom.ts';

type SeriesLinesProps = {
  series: readonly ChartSeries[];
  side: Side;
  axis: ValueAxis;
  range: DayRange;
  scheme: Scheme;
};

/**
 * The lines of one value axis: one `<path>` a series, decimated to the plot's pixels. Recharts draws everything round them;
 * its own `<Line>` costs per row and per series, and its decimated rows would lose the true observations. Its scales are not
 * asked either: they come a render later than the range, and every path would be made twice.
 */
export function SeriesLines({ series, side, axis, range, scheme }: SeriesLinesProps): ReactNode {
  const { x: left = 0, y: top = 0, width = 0, height = 0 } = usePlotArea() ?? {};
  const shapes = useMemo(() => {
    if (width <= 0) return [];
    const bottom = top + height;
    return shapesOf(series, range, {
      x: (day) => left + ((day - range.from) / widthOf(range)) * width,
      y: (value) => bottom - shareOf(value, axis) * height,
      width,
      top,
      bottom,
    });
  }, [series, range, axis, left, top, width, height]);
  if (width <= 0) return null;
  const clip = `plot-${side}`;
  return (
    <g>
      <clipPath id={clip}>
        <rect x={left} y={top - 2} width={width} height={height + 4} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round" strokeLinecap="round">
        {shapes.map((shape) => (
          <SeriesPaths key={shape.series.column.id} shape={shape} scheme={scheme} />
        ))}
      </g>
    </g>
  );
}

function SeriesPaths({ shape, scheme }: { shape: SeriesShape; scheme: Scheme }) {
  const { series, line, fill, barWidth } = shape;
  const colour = seriesColour(series.slot, scheme);
  return (
    <>
      {fill !== undefined && <path d={fill} fill={colour} fillOpacity={0.22} />}
      <path
        data-series={series.column.id}
        d={line}
        stroke={colour}
        strokeWidth={barWidth ?? 1.75}
        {...(barWidth === undefined
          ? { strokeDasharray: seriesDash(series.slot) }
          : { strokeLinecap: 'butt' as const })}
      />
    </>
  );
}
