import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { ChartSeries } from './types.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** The share of a period's width that its bars fill together; the rest is the gap to the next period. */
const FILLED = 0.9;

/** Position of a series' bars, in days: the width of a bar, and the distance of its middle from the day of the observation. */
export type BarPlace = { width: number; shift: number };

/**
 * Places the bars of all series, of both axes, side by side within their period; the middle of the group is on the day of the
 * observation. Every period counts as long as the shortest of the series, so that the bars of February do not overlap those of March.
 * @param bars the drawn series that are bars, from left to right.
 */
export function barPlaces(bars: readonly ChartSeries[], range: DayRange): Map<ChartSeries, BarPlace> {
  return new Map(
    bars.map((one, place) => {
      const width = (periodOf(one, range) * FILLED) / bars.length;
      return [one, { width, shift: (place - (bars.length - 1) / 2) * width }];
    }),
  );
}

/** @returns the days that the plot spans: the range, and half a period more at an end that would cut the outermost bar. */
export function plotRange(series: readonly ChartSeries[], range: DayRange): DayRange {
  let { from, to } = range;
  for (const one of series) {
    if (one.type !== 'bar') continue;
    const { days } = one.column;
    const first = days[indexAtOrAfter(days, range.from)];
    const last = days[indexAtOrAfter(days, range.to + 1) - 1];
    if (first === undefined || last === undefined || first > range.to) continue;
    const half = Math.ceil(periodOf(one, range) / 2);
    from = Math.min(from, first - half);
    to = Math.max(to, last + half);
  }
  return { from, to };
}

/** The shortest distance between two observations of the range, in days. A single observation gets a twelfth of the range. */
function periodOf({ column: { days } }: ChartSeries, range: DayRange): number {
  const end = indexAtOrAfter(days, range.to + 1);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = indexAtOrAfter(days, range.from) + 1; i < end; i++)
    shortest = Math.min(shortest, (days[i] as number) - (days[i - 1] as number));
  return Number.isFinite(shortest) ? shortest : Math.max(1, widthOf(range) / 12);
}
