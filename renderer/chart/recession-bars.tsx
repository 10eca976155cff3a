import type { ReactNode } from 'react';
import { recessionBars } from '../../service/series-math/recessions.ts';
import type { PlotDrawing } from './plot-layer.tsx';
import type { PlotArea } from './use-plot.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** Recession bars behind the lines. */
export function RecessionBars({ frame: { reach }, domain, area }: PlotDrawing) {
  const perDay = (area.right - area.left) / widthOf(domain);
  const x = (day: number) => area.left + (day - domain.from) * perDay;
  const from = Math.min(reach.from, domain.from);
  const to = Math.max(reach.to, domain.to);
  return recessionRects({ from, to }, x, area);
}

/** The recessions between two days as bars of a plot. @param x pixels of a day */
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
