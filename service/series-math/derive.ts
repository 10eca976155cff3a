import type { Aggregation } from '../datasets/types.ts';
import { aggregate, type Edges } from './aggregate.ts';
import type { Units } from './fred-codes.ts';
import { movingAverage } from './moving-average.ts';
import { firstDayOf, LONGEST_HOLE, lastDayOf, periodOf } from './periods.ts';
import { daysBack, firstBase, type IndexBase, indexBase, transform } from './transform.ts';
import type { Cadence, DroppedPeriod, Levels, TimeSeries } from './types.ts';
import { lagOf } from './units.ts';

/** How a published series is transformed, in FRED's order: frequency, then units, then the moving average. */
export type Recipe = {
  /** The lower cadence and the aggregation; absent if the series keeps its own cadence. */
  to?: { cadence: Cadence; method: Aggregation };
  units: Units;
  /** With `nbd`: day number at which the index is 100. No index if its period lacks an observation. */
  indexDay?: number;
  /** With `nbd` and no `indexDay`: the first observation on or after this day is 100. */
  indexFrom?: number;
  /** How many observations the moving average covers; absent or 1 for none. */
  average?: number;
};

/** Facts about a complete series, for a caller that has read only a part of it. */
export type Whole = { edges: Edges; base: IndexBase | undefined };

export type Derived = {
  /** `exact` is set if the values are period means or moving averages that were not transformed further. */
  series: Levels;
  cadence: Cadence;
  dropped: DroppedPeriod[];
  /** The observation at which an index is 100. */
  base: IndexBase | undefined;
};

/**
 * Transforms a published series. The API and the chart use only this function. @param from its own cadence.
 * @param whole if `series` is a part, from `neededFrom` to `neededTo`
 */
export function derive(series: TimeSeries, from: Cadence, recipe: Recipe, whole?: Whole): Derived {
  const { to, units, average = 1 } = recipe;
  const cadence = to?.cadence ?? from;
  const put = to
    ? aggregate(series, from, cadence, to.method, whole?.edges)
    : { series, dropped: [] as DroppedPeriod[] };
  const base = units === 'nbd' ? (whole ? whole.base : baseOf(put.series, cadence, recipe)) : undefined;
  const shown = transform(put.series, units, cadence, base);
  return { series: movingAverage(shown, average, cadence), cadence, dropped: put.dropped, base };
}

function baseOf(series: Levels, cadence: Cadence, recipe: Recipe): IndexBase | undefined {
  const { indexDay, indexFrom } = recipe;
  if (indexDay !== undefined) return indexBase(series, cadence, indexDay);
  return indexFrom === undefined ? undefined : firstBase(series, indexFrom);
}

/** @returns the first day needed for values from `day` on, with the lag, moving average and whole periods. */
export function neededFrom(day: number, from: Cadence, { to, units, average = 1 }: Recipe): number {
  const cadence = to?.cadence ?? from;
  const lag = lagOf(units, cadence.frequency);
  if (cadence.frequency === 'd') {
    // The longest distance between successive observations.
    const compared = lag === 0 ? 0 : daysBack(lag) + LONGEST_HOLE;
    return day - compared - (average - 1) * (LONGEST_HOLE + 1);
  }
  const back = lag + average - 1;
  return Math.min(day, firstDayOf(Math.floor(periodOf(day, cadence)) - back, cadence));
}

/** @returns the last day needed to compute values up to `day`: the end of its period. */
export function neededTo(day: number, { to }: Recipe): number {
  return to ? lastDayOf(periodOf(day, to.cadence), to.cadence) : day;
}
