import { powerOfTen, printDecimal, roundedRatio } from './exact-decimal.ts';
import { fractionsOf } from './fraction.ts';
import { periodOf } from './periods.ts';
import { decimalsOf } from './spreadsheet-cells.ts';
import type { Cadence, Levels, TimeSeries } from './types.ts';

/**
 * The mean of each period and the `count` − 1 before it. It is calculated from exact values and rounded once, to the decimals of its
 * members. If one of them is missing there is no mean. Example, over 3 weeks, of 10, 20, 60, 10: 30, 30.
 * @param count of periods, a whole number from 1 on.
 */
export function movingAverage(series: Levels, count: number, cadence: Cadence): TimeSeries {
  if (count === 1) return series;
  const numbers = fractionsOf(series);
  const decimals = series.values.map(decimalsOf);
  const common = [...new Set(numbers.map(({ d }) => d))].reduce(leastCommonMultiple, 1n);
  const scaled = numbers.map(({ n, d }) => n * (common / d));
  const divisor = BigInt(count) * common;
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
    for (let i = start; i <= end; i++) places = Math.max(places, decimals[i] ?? 0);
    days.push(last);
    values.push(printDecimal(roundedRatio(sum * powerOfTen(places), divisor), places));
  }
  return { days: Int32Array.from(days), values };
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [one, rest] = [a, b];
  while (rest !== 0n) [one, rest] = [rest, one % rest];
  return (a / one) * b;
}
