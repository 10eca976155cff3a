import { powerOfTen, roundedRatio } from './exact-decimal.ts';
import { fractionsOf, printRounded } from './fraction.ts';
import { periodOf } from './periods.ts';
import { decimalsOf } from './spreadsheet-cells.ts';
import type { Cadence, Fraction, Levels, TimeSeries } from './types.ts';

/**
 * The mean of each period and the `count` − 1 before it. It is calculated from exact values and rounded once, to the decimals of its
 * members. If one of them is missing there is no mean. Example, over 3 weeks, of 10, 20, 60, 10: 30, 30.
 * @param count of periods, a whole number from 1 on.
 */
export function movingAverage(series: Levels, count: number, cadence: Cadence): TimeSeries {
  if (count === 1) return series;
  const decimals = series.values.map(decimalsOf);
  const days: number[] = [];
  const values: string[] = [];
  for (const [end, mean] of meansOf(series.days, fractionsOf(series), count, cadence).entries()) {
    if (mean === undefined) continue;
    let places = 0;
    for (let i = end - count + 1; i <= end; i++) places = Math.max(places, decimals[i] ?? 0);
    days.push(series.days[end] as number);
    values.push(printRounded(mean, places));
  }
  return { days: Int32Array.from(days), values };
}

/** Denominators with more digits than this are not made equal: numbers are rounded to `PLACES` decimals instead. */
const MOST_DIGITS = 60;
const PLACES = 40;

/**
 * @param days ascending. @param numbers the exact values on them, as many. Quotients, whose denominators have nothing in common, are
 * rounded to 40 decimals: exact sums of hundreds of them would have thousands of digits.
 * @returns for each day the exact mean of its period and the `count` − 1 before it; `undefined` where one of them has no value.
 */
export function meansOf(
  days: Int32Array,
  numbers: readonly Fraction[],
  count: number,
  cadence: Cadence,
): (Fraction | undefined)[] {
  const common = commonDenominator(new Set(numbers.map(({ d }) => d)));
  const scaled = numbers.map(({ n, d }) =>
    common % d === 0n ? n * (common / d) : roundedRatio(n * common, d),
  );
  const divisor = BigInt(count) * common;
  let sum = 0n;
  return scaled.map((number, end) => {
    const start = end - count + 1;
    sum += number - (scaled[start - 1] ?? 0n);
    if (start < 0) return undefined;
    const span = periodOf(days[end] as number, cadence) - periodOf(days[start] as number, cadence);
    return span === count - 1 ? { n: sum, d: divisor } : undefined;
  });
}

function commonDenominator(denominators: ReadonlySet<bigint>): bigint {
  const most = powerOfTen(MOST_DIGITS);
  let common = 1n;
  for (const d of denominators) {
    common = leastCommonMultiple(common, d);
    if (common > most && denominators.size > 1) return powerOfTen(PLACES);
  }
  return common;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [one, rest] = [a, b];
  while (rest !== 0n) [one, rest] = [rest, one % rest];
  return (a / one) * b;
}
