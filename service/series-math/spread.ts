import { difference, parseDecimal } from './exact-decimal.ts';
import type { TimeSeries } from './types.ts';

/** @returns `long` less `short`, exact, on the days that both have: 4.32 − 3.99 = 0.33. */
export function seriesSpread(long: TimeSeries, short: TimeSeries): { days: Int32Array; values: string[] } {
  const days: number[] = [];
  const values: string[] = [];
  let at = 0;
  for (const [i, day] of long.days.entries()) {
    while ((short.days[at] ?? day) < day) at++;
    if (short.days[at] !== day) continue;
    days.push(day);
    values.push(difference(parseDecimal(long.values[i] as string), parseDecimal(short.values[at] as string)));
  }
  return { days: Int32Array.from(days), values };
}
