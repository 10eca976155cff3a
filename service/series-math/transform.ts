import { assertNever } from '../contract/failure.ts';
import { difference, type ExactDecimal, parseDecimal, percentOf, printRate } from './exact-decimal.ts';
import { perYear } from './frequency.ts';
import { periodOf } from './periods.ts';
import type { Cadence, TimeSeries, Units } from './types.ts';
import { lagOf } from './units.ts';

/** The observation that an index has its 100 at. */
export type IndexBase = { day: number; value: string };

/**
 * A series in other units. Lags count periods: a missing month, week or holiday does not move them, and a value whose lagged
 * observation is missing is missing itself. Where the formula has no result (division by zero, logarithm of nothing or less)
 * there is none either.
 *
 * Changes are exact and have the decimals of the source. `pch`, `pc1` and `nbd` are exact up to their one rounding, to five
 * decimals, half-way away from zero (FRED shows five: 12.24591); `pca`, `cch`, `cca` and `log` are computed in double precision
 * and then rounded so.
 * @param base with `nbd`; without it nothing is left.
 */
export function transform(series: TimeSeries, units: Units, cadence: Cadence, base?: IndexBase): TimeSeries {
  if (units === 'lin') return series;
  const formula = formulaOf(units, cadence, base);
  const lag = lagOf(units, cadence.frequency);
  const length = series.days.length;
  const numbers = series.values.map(parseDecimal);
  const days: number[] = [];
  const values: string[] = [];
  const periods = new Float64Array(length);
  for (let i = 0; i < length; i++) periods[i] = periodOf(series.days[i] as number, cadence);
  for (let i = 0, before = 0; i < length; i++) {
    const wanted = (periods[i] as number) - lag;
    while ((periods[before] as number) < wanted) before++;
    if (periods[before] !== wanted) continue;
    const value = formula(numbers[i] as ExactDecimal, numbers[before] as ExactDecimal);
    if (value === undefined) continue;
    days.push(series.days[i] as number);
    values.push(value);
  }
  return { days: Int32Array.from(days), values };
}

/** @returns the value at t from those at t and at t less the lag. */
type Formula = (now: ExactDecimal, before: ExactDecimal) => string | undefined;

function formulaOf(units: Exclude<Units, 'lin'>, cadence: Cadence, base: IndexBase | undefined): Formula {
  const n = perYear(cadence.frequency);
  switch (units) {
    case 'chg':
    case 'ch1':
      return difference;
    case 'pch':
    case 'pc1':
      return (now, before) => (before.scaled === 0n ? undefined : percentOf(now, before, 1));
    case 'pca':
      return (now, before) => compounded(now, before, n);
    case 'cch':
      return (now, before) => continuous(now, before, 1);
    case 'cca':
      return (now, before) => continuous(now, before, n);
    case 'log':
      return (now) => (now.scaled > 0n ? printRate(Math.log(numberOf(now))) : undefined);
    case 'nbd': {
      const hundred = base && parseDecimal(base.value);
      return (now) => (hundred && hundred.scaled !== 0n ? percentOf(now, hundred, 0) : undefined);
    }
    default:
      return assertNever(units);
  }
}

function compounded(now: ExactDecimal, before: ExactDecimal, n: number): string | undefined {
  if (before.scaled === 0n) return undefined;
  const ratio = numberOf(now) / numberOf(before);
  return ratio < 0 ? undefined : printRate((ratio ** n - 1) * 100);
}

function continuous(now: ExactDecimal, before: ExactDecimal, n: number): string | undefined {
  if (now.scaled <= 0n || before.scaled <= 0n) return undefined;
  return printRate((Math.log(numberOf(now)) - Math.log(numberOf(before))) * 100 * n);
}

function numberOf({ scaled, places }: ExactDecimal): number {
  return Number(scaled) / 10 ** places;
}

/**
 * @returns where an index has its 100 when a day is asked for: the observation of the period that holds it. A Saturday or Sunday,
 * on which no daily series has a place, means the Monday after. `undefined` where that period has no observation: without a base
 * there is no index (nothing else is taken in its place).
 */
export function indexBase(series: TimeSeries, cadence: Cadence, day: number): IndexBase | undefined {
  const wanted = periodOf(day, cadence);
  return (
    baseWhere(series, (one) => periodOf(one, cadence) === wanted) ??
    baseWhere(series, (one) => periodOf(one, cadence) === Math.ceil(wanted))
  );
}

/** @returns where an index has its 100 when no day is asked for: the first observation whose period does not end before `from`. */
export function firstBase(series: TimeSeries, cadence: Cadence, from: number): IndexBase | undefined {
  const first = periodOf(from, cadence);
  return baseWhere(series, (one) => periodOf(one, cadence) >= first);
}

function baseWhere({ days, values }: TimeSeries, isBase: (day: number) => boolean): IndexBase | undefined {
  const at = days.findIndex(isBase);
  return at < 0 ? undefined : { day: days[at] as number, value: values[at] as string };
}
