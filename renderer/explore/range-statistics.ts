import { dayNumber } from '../../service/calendar/dates.ts';
import { meanOf, parseDecimal, rescaled } from '../../service/series-math/exact-decimal.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import type { DateRange } from '../api/index.ts';

/** A value and the day of it. */
export type Extreme = { value: string; day: number };
export type RangeStatistics = { count: number; low: Extreme; high: Extreme; mean: string };

/**
 * @returns of the observations within a range: how many, the lowest and highest (the earliest of equals) with their very digits, and
 * the exact mean, rounded once to the decimals of the value that has most; `undefined` of none.
 */
export function statisticsOf(
  { days, values }: TimeSeries,
  { from, to }: DateRange,
): RangeStatistics | undefined {
  const [first, last] = [dayNumber(from) ?? 0, dayNumber(to) ?? 0];
  const inside: Extreme[] = [];
  for (const [i, day] of days.entries())
    if (day >= first && day <= last) inside.push({ day, value: values[i] as string });
  const [start] = inside;
  if (!start) return undefined;
  let [low, high] = [start, start];
  for (const one of inside) {
    if (isBelow(one.value, low.value)) low = one;
    if (isBelow(high.value, one.value)) high = one;
  }
  return { count: inside.length, low, high, mean: meanOf(inside.map(({ value }) => value)) };
}

function isBelow(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(left.places, right.places);
  return rescaled(left, places) < rescaled(right, places);
}
