import { assertNever } from '../contract/failure.ts';
import { RATE_PLACES } from './exact-decimal.ts';
import {
  added,
  fractionOf,
  fractionsOf,
  negated,
  percentOf,
  printExact,
  printRounded,
  quotient,
} from './fraction.ts';
import type { Units } from './fred-codes.ts';
import { perYear } from './frequency.ts';
import { logarithm, logarithmOfRatio } from './logarithm.ts';
import { LONGEST_HOLE, periodOf } from './periods.ts';
import type { Cadence, Fraction, Levels, TimeSeries } from './types.ts';
import { lagOf } from './units.ts';

/** The observation at which an index is 100. `exact` is set if its text is rounded. */
export type IndexBase = { day: number; value: string; exact?: Fraction };

/**
 * Converts a series to other units, without a value if the observation to compare with (`placesBefore`) is
 * missing or the formula has no result. Calculates exactly and rounds once, half away from zero: changes have
 * the decimals of the source, or five for means; all else has five (FRED shows 12.24591). @param base for
 * `nbd`; without it the result is empty
 */
export function transform(series: Levels, units: Units, cadence: Cadence, base?: IndexBase): TimeSeries {
  if (units === 'lin') return series;
  const formula = formulaOf(units, cadence, base, series.exact !== undefined);
  const numbers = fractionsOf(series);
  const days: number[] = [];
  const values: string[] = [];
  for (const [i, before] of placesBefore(series.days, units, cadence).entries()) {
    const other = numbers[before];
    const value = other && formula(numbers[i] as Fraction, other);
    if (value === undefined) continue;
    days.push(series.days[i] as number);
    values.push(value);
  }
  return { days: Int32Array.from(days), values };
}

/**
 * @returns for each observation the index of the one it is compared with (its own for levels); -1 if that is
 * missing. Lags count periods, so a missing month does not shift them. Daily series use the newest
 * observation up to the day before, or up to 52 weeks before, unless it is more than a week older.
 */
export function placesBefore(days: Int32Array, units: Units, cadence: Cadence): Int32Array {
  const lag = lagOf(units, cadence.frequency);
  if (lag === 0) return days.map((_, i) => i);
  const isDaily = cadence.frequency === 'd';
  const numbers = isDaily ? days : new Float64Array(days).map((day) => periodOf(day, cadence));
  const back = isDaily ? daysBack(lag) : lag;
  let before = -1;
  return days.map((_, i) => {
    const wanted = (numbers[i] as number) - back;
    while ((numbers[before + 1] as number) <= wanted) before++;
    const isThere = before >= 0 && wanted - (numbers[before] as number) <= (isDaily ? LONGEST_HOLE : 0);
    return isThere ? before : -1;
  });
}

/** @returns the calendar days that a daily series looks back for a lag of working days: 1, or 364 for 260. */
export function daysBack(lag: number): number {
  return lag === 1 ? 1 : (lag / 5) * 7;
}

/** Returns a period's result from its value and the value one lag before; `undefined` if there is none. */
type Formula = (now: Fraction, before: Fraction) => string | undefined;

function formulaOf(
  units: Exclude<Units, 'lin'>,
  cadence: Cadence,
  base: IndexBase | undefined,
  isMean: boolean,
): Formula {
  const n = perYear(cadence.frequency);
  switch (units) {
    case 'chg':
    case 'ch1':
      return (now, before) => exactChange(now, before, isMean);
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

/** @returns now − before with all digits; with five decimals for means, which may have infinitely many. */
export function exactChange(now: Fraction, before: Fraction, isMean: boolean): string {
  const change = added(now, negated(before));
  return isMean ? printRounded(change, RATE_PLACES) : printExact(change);
}

/**
 * Returns the observation at which an index is 100: the one in the period of this day. For a daily series, a
 * Saturday or Sunday means the Monday after. `undefined` if there is none.
 */
export function indexBase(series: Levels, cadence: Cadence, day: number): IndexBase | undefined {
  const wanted = periodOf(day, cadence);
  return (
    baseWhere(series, (one) => periodOf(one, cadence) === wanted) ??
    baseWhere(series, (one) => periodOf(one, cadence) === Math.ceil(wanted))
  );
}

/** @returns the observation at which an index is 100 by default: the first on or after `from`. */
export function firstBase(series: Levels, from: number): IndexBase | undefined {
  return baseWhere(series, (one) => one >= from);
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

/**
 * Returns FRED's compounded annual rate of change: ((now / before) ^ n − 1) × 100 with n periods a year,
 * rounded once to five decimals; `undefined` if `before` is zero or exactly one value is negative.
 */
export function compounded(now: Fraction, before: Fraction, n: number): string | undefined {
  if (before.n === 0n) return undefined;
  const ratio = quotient(now, before);
  if (ratio.n < 0n) return undefined;
  const [top, bottom] = [ratio.n ** BigInt(n), ratio.d ** BigInt(n)];
  return printRounded({ n: (top - bottom) * 100n, d: bottom }, RATE_PLACES);
}
