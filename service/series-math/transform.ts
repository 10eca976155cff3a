import { assertNever } from '../contract/failure.ts';
import { compounded } from './compounded.ts';
import { RATE_PLACES } from './exact-decimal.ts';
import { added, fractionOf, fractionsOf, negated, percentOf, printExact, printRounded } from './fraction.ts';
import { perYear } from './frequency.ts';
import { logarithm, logarithmOfRatio } from './logarithm.ts';
import { periodOf } from './periods.ts';
import type { Cadence, Fraction, Levels, TimeSeries, Units } from './types.ts';
import { lagOf } from './units.ts';

/** The observation at which an index is 100; `exact` if its text is rounded. */
export type IndexBase = { day: number; value: string; exact?: Fraction };

/**
 * A series in other units. Lags count periods, so a missing month, week or holiday does not shift them. There is no value where the
 * lagged observation is missing, or where the formula has no result (division by zero, logarithm of a number that is not positive).
 *
 * Everything is calculated from the exact values and rounded once, half away from zero. Changes have the decimals of the source, or
 * five for means; everything else has five (FRED shows 12.24591), whatever its size.
 * @param base with `nbd`; without it the result is empty.
 */
export function transform(series: Levels, units: Units, cadence: Cadence, base?: IndexBase): TimeSeries {
  if (units === 'lin') return series;
  const formula = formulaOf(units, cadence, base, series.exact !== undefined);
  const lag = lagOf(units, cadence.frequency);
  const length = series.days.length;
  const numbers = fractionsOf(series);
  const days: number[] = [];
  const values: string[] = [];
  const periods = new Float64Array(length);
  for (let i = 0; i < length; i++) periods[i] = periodOf(series.days[i] as number, cadence);
  for (let i = 0, before = 0; i < length; i++) {
    const wanted = (periods[i] as number) - lag;
    while ((periods[before] as number) < wanted) before++;
    if (periods[before] !== wanted) continue;
    const value = formula(numbers[i] as Fraction, numbers[before] as Fraction);
    if (value === undefined) continue;
    days.push(series.days[i] as number);
    values.push(value);
  }
  return { days: Int32Array.from(days), values };
}

/** @returns the result for a period from its value and the value one lag before; `undefined` if there is no result. */
type Formula = (now: Fraction, before: Fraction) => string | undefined;

function formulaOf(
  units: Exclude<Units, 'lin'>,
  cadence: Cadence,
  base: IndexBase | undefined,
  isOfMeans: boolean,
): Formula {
  const n = perYear(cadence.frequency);
  switch (units) {
    case 'chg':
    case 'ch1':
      return (now, before) => changeOf(now, before, isOfMeans);
    case 'pch':
    case 'pc1':
      return (now, before) => (before.n === 0n ? undefined : percentOf(now, before, 1));
    case 'pca':
      return (now, before) => compounded(now, before, n);
    case 'cch':
      return (now, before) => logarithmOfRatio(now, before, 100);
    case 'cca':
      return (now, before) => logarithmOfRatio(now, before, 100 * n);
    case 'log':
      return (now) => logarithm(now);
    case 'nbd': {
      const hundred = base && (base.exact ?? fractionOf(base.value));
      return (now) => (hundred && hundred.n !== 0n ? percentOf(now, hundred, 0) : undefined);
    }
    default:
      return assertNever(units);
  }
}

/** @returns now − before with all its digits; for means, which may have infinitely many, with five decimals. */
export function changeOf(now: Fraction, before: Fraction, isOfMeans: boolean): string {
  const change = added(now, negated(before));
  return isOfMeans ? printRounded(change, RATE_PLACES) : printExact(change);
}

/**
 * @returns the observation at which an index is 100 if the user chose a day: that of the period with this day. For a daily series a
 * Saturday or Sunday means the Monday after. `undefined` if that period has no observation; there is then no index.
 */
export function indexBase(series: Levels, cadence: Cadence, day: number): IndexBase | undefined {
  const wanted = periodOf(day, cadence);
  return (
    baseWhere(series, (one) => periodOf(one, cadence) === wanted) ??
    baseWhere(series, (one) => periodOf(one, cadence) === Math.ceil(wanted))
  );
}

/** @returns the observation at which an index is 100 if nobody chose a day: the first whose period does not end before `from`. */
export function firstBase(series: Levels, cadence: Cadence, from: number): IndexBase | undefined {
  const first = periodOf(from, cadence);
  return baseWhere(series, (one) => periodOf(one, cadence) >= first);
}

function baseWhere({ days, values, exact }: Levels, isBase: (day: number) => boolean): IndexBase | undefined {
  const at = days.findIndex(isBase);
  if (at < 0) return undefined;
  return {
    day: days[at] as number,
    value: values[at] as string,
    ...(exact && { exact: exact[at] as Fraction }),
  };
}
