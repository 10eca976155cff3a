import { powerOfTen, roundedRatio } from './exact-decimal.ts';
import { fractionsOf, printRounded } from './fraction.ts';
import { sequenceOf } from './periods.ts';
import { decimalsOf } from './spreadsheet-cells.ts';
import type { Cadence, Fraction, Levels } from './types.ts';

/**
 * Averages each observation and the `count` − 1 before it, if consecutive (`sequenceOf`), rounded once to the
 * decimals of its members; `exact` has the means unrounded. Over 3 weeks, 10, 20, 60, 10 give 30, 30.
 */
export function movingAverage(series: Levels, count: number, cadence: Cadence): Levels {
  if (count === 1) return series;
  const decimals = series.values.map(decimalsOf);
  // How many of the last `count` values have each number of decimals.
  const counts: number[] = [];
  const days: number[] = [];
  const values: string[] = [];
  const exact: Fraction[] = [];
  let end = 0;
  for (const mean of meansOf(sequenceOf(series.days, cadence), fractionsOf(series), count)) {
    const [entering = 0, leaving] = [decimals[end], decimals[end - count]];
    counts[entering] = (counts[entering] ?? 0) + 1;
    if (leaving !== undefined) counts[leaving] = (counts[leaving] ?? 0) - 1;
    if (mean !== undefined) {
      days.push(series.days[end] as number);
      exact.push(mean);
      values.push(
        printRounded(
          mean,
          counts.findLastIndex((some) => some > 0),
        ),
      );
    }
    end++;
  }
  return { days: Int32Array.from(days), values, exact };
}

/** Common denominators have at most this many digits. Beyond, numbers are rounded to `PLACES` decimals. */
const MOST_DIGITS = 60;
const PLACES = 40;

/**
 * Yields the exact mean of each value and the `count` − 1 before it, so that the caller may pause;
 * `undefined` if they are not consecutive. Quotients without a common denominator are rounded to 40 decimals,
 * as exact sums of hundreds would have thousands of digits.
 */
export function* meansOf(
  sequence: Float64Array,
  numbers: readonly Fraction[],
  count: number,
): Generator<Fraction | undefined, void> {
  const common = commonDenominator(numbers);
  const divisor = BigInt(count) * common;
  const scaled: bigint[] = [];
  let sum = 0n;
  for (const [end, { n, d }] of numbers.entries()) {
    const number = common % d === 0n ? n * (common / d) : roundedRatio(n * common, d);
    scaled.push(number);
    const start = end - count + 1;
    sum += number - (scaled[start - 1] ?? 0n);
    const isWhole = start >= 0 && (sequence[end] as number) - (sequence[start] as number) === count - 1;
    yield isWhole ? { n: sum, d: divisor } : undefined;
  }
}

function commonDenominator(numbers: readonly Fraction[]): bigint {
  const most = powerOfTen(MOST_DIGITS);
  let common = 1n;
  for (const { d } of numbers) {
    if (common % d === 0n) continue;
    common = leastCommonMultiple(common, d);
    if (common > most && numbers.some((other) => other.d !== d)) return powerOfTen(PLACES);
  }
  return common;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [one, rest] = [a, b];
  while (rest !== 0n) [one, rest] = [rest, one % rest];
  return (a / one) * b;
}
