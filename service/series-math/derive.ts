import type { Aggregation } from '../datasets/types.ts';
import { aggregate, type Edges } from './aggregate.ts';
import { movingAverage } from './moving-average.ts';
import { firstDayOf, lastDayOf, periodOf } from './periods.ts';
import { firstBase, type IndexBase, indexBase, transform } from './transform.ts';
import type { Cadence, DroppedPeriod, Levels, TimeSeries, Units } from './types.ts';
import { lagOf } from './units.ts';

/** What is made of a published series, in FRED's order: frequency, then units, then the moving average. */
export type Recipe = {
  /** The lower cadence, and how to get there; left out, the series keeps its own. */
  to?: { cadence: Cadence; method: Aggregation };
  units: Units;
  /** Day number at which an index is 100; with `nbd`. Where its period has no observation there is no index. */
  indexDay?: number;
  /** With `nbd` and no day asked for: the first observation on or after this day is 100. */
  indexFrom?: number;
  /** Periods of a moving average; left out, or 1, there is none. */
  average?: number;
};

/** What is known of a whole series of which only a part is at hand. */
export type Whole = { edges: Edges; base: IndexBase | undefined };

export type Derived = {
  /** With what its values are exactly, where they are means and nothing else was made of them. */
  series: Levels;
  /** Of the result. */
  cadence: Cadence;
  dropped: DroppedPeriod[];
  /** Where an index has its 100. */
  base: IndexBase | undefined;
};

/**
 * The one place where a series is turned into what is shown of it; the API and the chart both call it.
 * @param series as published. @param from the cadence that it is published in (`cadenceOf` its dataset).
 * @param whole where `series` is a part: the part must begin at `neededFrom` and end at `neededTo`.
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
  return indexFrom === undefined ? undefined : firstBase(series, cadence, indexFrom);
}

/** @returns the first day that the values from `day` on are made of: look-back and the whole of a period. */
export function neededFrom(day: number, from: Cadence, { to, units, average = 1 }: Recipe): number {
  const cadence = to?.cadence ?? from;
  const back = lagOf(units, cadence.frequency) + average - 1;
  return Math.min(day, firstDayOf(Math.floor(periodOf(day, cadence)) - back, cadence));
}

/** @returns the last day that the values up to `day` are made of: a period is read to its end. */
export function neededTo(day: number, { to }: Recipe): number {
  return to ? lastDayOf(periodOf(day, to.cadence), to.cadence) : day;
}
