import { usePlotArea } from 'recharts';
import { recessionBars } from '../../service/series-math/recessions.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** Recession bars behind the lines, clipped to the plot. Must be a child of a Recharts chart. */
export function RecessionBars({ range }: { range: DayRange }) {
  const plot = usePlotArea();
  if (!plot) return null;
  const x = (day: number) => plot.x + ((day - range.from) / widthOf(range)) * plot.width;
  return recessionBars(range.from, range.to).map(({ from, to, isOngoing }) => (
    <rect
      key={from}
      data-recession={from}
      x={x(from)}
      y={plot.y}
      width={Math.max(1, x(to) - x(from))}
      height={plot.height}
      fill="var(--chart-recession)"
      // Paler until NBER names the month of the trough, as FRED does.
      {...(isOngoing && { fillOpacity: 0.5 })}
    />
  ));
}
