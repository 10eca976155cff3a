import { dateTickLabels, dateTicks, type PlotArea, type PlotAxis } from '../chart/index.ts';

/** Days across a drawing. */
export type TimeAxis = PlotAxis & { xOf: (day: number) => number; dayAt: (x: number) => number };

/** @param days day numbers of the plot's edges. */
export function timeAxis(days: { from: number; to: number }, { left, right }: PlotArea): TimeAxis {
  const ticks = dateTicks(days.from, days.to, Math.max(2, Math.floor((right - left) / 90)));
  const perPixel = Math.max(1, days.to - days.from) / Math.max(1, right - left);
  return {
    domain: [days.from, days.to],
    ticks,
    labels: dateTickLabels(ticks),
    xOf: (day) => left + (day - days.from) / perPixel,
    dayAt: (x) => days.from + (x - left) * perPixel,
  };
}
