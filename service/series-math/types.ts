import type { FrequencyCode } from './fred-codes.ts';

export type { FrequencyCode, Units } from './fred-codes.ts';

/** Shapes that the arithmetic works on. */

/**
 * Observations of one series: ascending day numbers (`calendar/dates`) and value texts (`decimal-text.ts`), of the same length.
 * A missing observation is not in it: nothing stands for it, neither a zero nor an empty text.
 */
export type TimeSeries = { readonly days: Int32Array; readonly values: readonly string[] };

/** A number as a fraction; the denominator is above 0. */
export type Fraction = { readonly n: bigint; readonly d: bigint };

/**
 * A series of which a value may be a rounded mean. `exact` then has what each is without the rounding, of the same length: units,
 * moving averages and formulas are made of that, as FRED does. It is absent where the values are exact themselves.
 */
export type Levels = TimeSeries & { readonly exact?: readonly Fraction[] };

/** A frequency and, where it is weekly, the weekday that dates a week: 0 (Sunday) to 6 (Saturday), its last day. */
export type Cadence = { readonly frequency: FrequencyCode; readonly weekEnd?: number };

/** A first or last period that had too few observations to stand for the whole of it. */
export type DroppedPeriod = {
  /** Day number that the period is dated by. */
  date: number;
  /** Observations that it had, and that it needed. */
  count: number;
  needed: number;
};
