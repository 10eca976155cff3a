import { assertNever } from '../contract/failure.ts';
import type { Aggregation } from '../datasets/types.ts';
import { powerOfTen, printDecimal, roundedRatio, sumOf } from './exact-decimal.ts';
import type { FrequencyCode } from './fred-codes.ts';
import { firstDayOf, LONGEST_HOLE, lastDayOf, periodDate, periodOf } from './periods.ts';
import type { Cadence, DroppedPeriod, Fraction, Levels, TimeSeries } from './types.ts';

/**
 * The fewest observations that a period needs, by source and target frequency: FRED's table 'How are missing
 * values determined for the first and last observations?', applied to all periods.
 */
const NEEDED: Partial<Record<FrequencyCode, Partial<Record<FrequencyCode, number>>>> = {
  d: { w: 4, m: 17, q: 52, sa: 104, a: 208 },
  w: { m: 3, q: 10, sa: 20, a: 39 },
  m: { q: 3, sa: 6, a: 12 },
  q: { sa: 2, a: 4 },
  sa: { a: 2 },
};

/** The fewest days of five for a week inside a series. No published week ever had fewer, despite holidays. */
export const NEEDED_IN_WEEK = 3;

/**
 * The most days in a row without an observation in a period inside a series, by target frequency: about a
 * week for a month, less than a month for a longer period.
 */
const LONGEST_HOLES: Partial<Record<FrequencyCode, number>> = { m: LONGEST_HOLE, q: 27, sa: 27, a: 27 };

/** First and last day number of the complete series, even if only a part of it has been read. */
export type Edges = { first: number; last: number };

/** @returns how many observations a period needs, even the first or last; 1 if nothing is aggregated. */
export function neededObservations(from: FrequencyCode, to: FrequencyCode): number {
  return NEEDED[from]?.[to] ?? 1;
}

/**
 * Aggregates a series: the mean, sum or last value of each period, dated by the period. Drops periods with
 * fewer observations than FRED needs, weeks inside the series with fewer than `NEEDED_IN_WEEK`, and periods
 * with a hole over `LONGEST_HOLES`. Sums are exact. A mean is rounded to its members' decimals, half away
 * from zero; `exact` holds the unrounded mean. @param edges of the complete series, if `series` is a part of
 * it
 */
export function aggregate(
  series: TimeSeries,
  from: Cadence,
  to: Cadence,
  method: Aggregation,
  edges: Edges = edgesOf(series),
): { series: Levels; dropped: DroppedPeriod[] } {
  const needed = neededObservations(from.frequency, to.frequency);
  const ends = [periodOf(edges.first, to), periodOf(edges.last, to)];
  const isMany = from.frequency === 'd' || (from.frequency === 'w' && to.frequency !== 'm');
  const longest = isMany ? LONGEST_HOLES[to.frequency] : undefined;
  const days: number[] = [];
  const values: string[] = [];
  const exact: Fraction[] = [];
  const dropped: DroppedPeriod[] = [];
  for (let start = 0; start < series.days.length; ) {
    const period = periodOf(series.days[start] as number, to);
    const end = endOfPeriod(series, start, period, to);
    const count = end - start;
    const date = periodDate(period, to);
    const least = to.frequency === 'w' && !ends.includes(period) ? Math.min(needed, NEEDED_IN_WEEK) : needed;
    const hole = longest === undefined ? 0 : holeIn(series.days.subarray(start, end), period, to, edges);
    if (count < least) {
      dropped.push({ date, count, needed: least });
    } else if (longest !== undefined && hole > longest) {
      dropped.push({ date, count, needed: least, hole });
    } else {
      days.push(date);
      const { value, mean } = combined(series.values.slice(start, end), method);
      values.push(value);
      if (mean) exact.push(mean);
    }
    start = end;
  }
  const put = { days: Int32Array.from(days), values };
  return { series: method === 'avg' ? { ...put, exact } : put, dropped };
}

/** @returns a period's longest run of days without an observation. Days outside the series do not count. */
function holeIn(days: Int32Array, period: number, to: Cadence, edges: Edges): number {
  const [first, last] = [firstDayOf(period, to), lastDayOf(period, to)];
  let before = edges.first < first ? first - 1 : (days[0] as number);
  let longest = 0;
  for (const day of days) {
    longest = Math.max(longest, day - before - 1);
    before = day;
  }
  return edges.last > last ? Math.max(longest, last - before) : longest;
}

/** @returns first and last day; 0 for both if the series is empty. */
export function edgesOf({ days }: TimeSeries): Edges {
  return { first: days[0] ?? 0, last: days[days.length - 1] ?? 0 };
}

function endOfPeriod({ days }: TimeSeries, start: number, period: number, to: Cadence): number {
  // Faster than computing the period of each day.
  const next = periodDate(period + 1, to) - (to.frequency === 'w' ? 6 : 0);
  let end = start + 1;
  while (end < days.length && (days[end] as number) < next) end++;
  return end;
}

/** @param texts at least one, by date. @returns the combined value, and for a mean also the unrounded one. */
function combined(texts: readonly string[], method: Aggregation): { value: string; mean?: Fraction } {
  if (method === 'eop') return { value: texts[texts.length - 1] as string };
  const { scaled, places } = sumOf(texts);
  switch (method) {
    case 'avg': {
      const count = BigInt(texts.length);
      return {
        value: printDecimal(roundedRatio(scaled, count), places),
        mean: { n: scaled, d: count * powerOfTen(places) },
      };
    }
    case 'sum':
      return { value: printDecimal(scaled, places) };
    default:
      return assertNever(method);
  }
}
