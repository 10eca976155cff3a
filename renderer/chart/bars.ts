import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { ChartSeries } from './types.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** Of a period, what its bars take together: the rest keeps it apart from its neighbours. */
const FILLED = 0.9;

/** Where the bars of one series stand, in days: how many one is wide, and how far its middle lies from its observation. */
export type BarPlace = { width: number; shift: number };

/**
 * Bars of all series, of both axes, stand side by side within their period, the group's middle on the day of the observation.
 * A period is as long as the shortest one of the series, so that no February is covered by its neighbours.
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

/** @returns the days that the plot spans: the range, and half a period more where the first or last bar stands over its end. */
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

/** Days of the shortest step from one observation of the range to the next; of a lone one a part of the range. */
function periodOf({ column: { days } }: ChartSeries, range: DayRange): number {
  const end = indexAtOrAfter(days, range.to + 1);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = indexAtOrAfter(days, range.from) + 1; i < end; i++)
    shortest = Math.min(shortest, (days[i] as number) - (days[i - 1] as number));
  return Number.isFinite(shortest) ? shortest : Math.max(1, widthOf(range) / 12);
}
