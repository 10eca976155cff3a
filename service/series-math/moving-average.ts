import { parseDecimal, powerOfTen, printDecimal, rescaled, roundedRatio } from './exact-decimal.ts';
import { periodOf } from './periods.ts';
import type { Cadence, TimeSeries } from './types.ts';

/**
 * Mean of each period and the `count` − 1 before it, with the decimals of its members. Where one of them is missing there is no
 * mean: a hole is not bridged. Example, 3 weeks of 10, 20, 60, 10: 30, 30.
 * @param count of periods, a whole number from 1 on.
 */
export function movingAverage(series: TimeSeries, count: number, cadence: Cadence): TimeSeries {
  if (count === 1) return series;
  const numbers = series.values.map(parseDecimal);
  const most = numbers.reduce((places, one) => Math.max(places, one.places), 0);
  const scaled = numbers.map((one) => rescaled(one, most));
  const days: number[] = [];
  const values: string[] = [];
  let sum = 0n;
  for (let end = 0; end < scaled.length; end++) {
    const start = end - count + 1;
    sum += (scaled[end] as bigint) - (scaled[start - 1] ?? 0n);
    if (start < 0) continue;
    const last = series.days[end] as number;
    const span = periodOf(last, cadence) - periodOf(series.days[start] as number, cadence);
    if (span !== count - 1) continue;
    let places = 0;
    for (let i = start; i <= end; i++) places = Math.max(places, numbers[i]?.places ?? 0);
    days.push(last);
    values.push(printDecimal(roundedRatio(sum, BigInt(count) * powerOfTen(most - places)), places));
  }
  return { days: Int32Array.from(days), values };
}
