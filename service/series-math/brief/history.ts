import { dateText, dayNumber, shiftMonths } from '../../calendar/dates.ts';
import { indexAtOrAfter } from '../decimate.ts';
import { compareDecimals } from '../exact-decimal.ts';
import { LONGEST_HOLE } from '../periods.ts';
import type { TimeSeries } from '../types.ts';

/** How often a series has an observation, as the catalogue says it. */
export type Every = 'Daily' | 'Weekly' | 'Monthly';

/** The least time without a higher (lower) value that is worth words: observations, weeks, months. */
const LEAST = { Daily: 250, Weekly: 52, Monthly: 12 };

/** @returns the place of the observation of the period before; `undefined` where it is missing. */
export function periodBefore({ days }: TimeSeries, at: number, every: Every): number | undefined {
  const [day, before] = [days[at] as number, days[at - 1]];
  if (before === undefined) return undefined;
  const isNext = every === 'Daily' ? day - before - 1 <= LONGEST_HOLE : before === daysBack(day, every, 1);
  return isNext ? at - 1 : undefined;
}

/**
 * @returns the place of the observation a year before: the same month, 52 weeks before, or for a daily series that day or the newest of
 * the week before it; `undefined` where it is missing.
 */
export function yearBefore({ days }: TimeSeries, at: number, every: Every): number | undefined {
  const wanted = daysBack(days[at] as number, every, every === 'Weekly' ? LEAST.Weekly : 12);
  const place = indexAtOrAfter(days, wanted + 1) - 1;
  const found = days[place];
  if (found === undefined) return undefined;
  return wanted - found <= (every === 'Daily' ? LONGEST_HOLE : 0) ? place : undefined;
}

function daysBack(day: number, every: Every, periods: number): number {
  return every === 'Weekly' ? day - 7 * periods : (dayNumber(shiftMonths(dateText(day), -periods)) as number);
}

/**
 * That a value is the highest (lowest) since an earlier one that was at least as high (low). `since`: the place of that one; absent
 * where all that is held from place `from` on, without a hole, is lower (higher).
 */
export type Extreme = { kind: 'highest' | 'lowest'; from: number; since: number | undefined };

/** @returns what an observation is the highest or lowest of; `undefined` if of less than 250 days, 52 weeks or 12 months. */
export function extremeAt(series: TimeSeries, at: number, every: Every): Extreme | undefined {
  const before = periodBefore(series, at, every);
  if (before === undefined) return undefined;
  const value = series.values[at] as string;
  const sign = compareDecimals(value, series.values[before] as string);
  if (sign === 0) return undefined;
  let from = at;
  let since: number | undefined;
  for (;;) {
    const next = periodBefore(series, from, every);
    if (next === undefined) break;
    if (compareDecimals(value, series.values[next] as string) !== sign) {
      since = next;
      break;
    }
    from = next;
  }
  const isLong = spanOf(series, since ?? from, at, every) >= LEAST[every];
  return isLong ? { kind: sign > 0 ? 'highest' : 'lowest', from, since } : undefined;
}

/** @returns the time between two observations, in observations, weeks or months. */
function spanOf({ days }: TimeSeries, from: number, to: number, every: Every): number {
  const [first, last] = [days[from] as number, days[to] as number];
  if (every === 'Daily') return to - from;
  if (every === 'Weekly') return (last - first) / 7;
  const months = (day: number) => Number(dateText(day).slice(0, 4)) * 12 + Number(dateText(day).slice(5, 7));
  return months(last) - months(first);
}
