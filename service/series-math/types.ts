import type { FrequencyCode } from './fred-codes.ts';

/** Types of the arithmetic on series. */

/**
 * Observations of one series: ascending day numbers and value texts, of the same length. A missing observation is absent: no zero or empty
 * text is in its place.
 */
export type TimeSeries = { readonly days: Int32Array; readonly values: readonly string[] };

/** A number as a fraction; the denominator is above 0. */
export type Fraction = { readonly n: bigint; readonly d: bigint };

/**
 * A series whose values may be rounded means. `exact` then has them unrounded; units, averages and formulas are calculated from them, as
 * FRED does.
 */
export type Levels = TimeSeries & { readonly exact?: readonly Fraction[] };

/**
 * A frequency and, where it is weekly, the weekday that dates a week: 0 (Sunday) to 6. `isLevel`: a weekly value is the level at the end
 * of that day.
 */
export type Cadence = {
  readonly frequency: FrequencyCode;
  readonly weekEnd?: number;
  readonly isLevel?: true;
};

/** A period that had too few observations to stand for the whole of it. */
export type DroppedPeriod = {
  /** Day number that the period is dated by. */
  date: number;
  /** Observations that it had, and that it needed. */
  count: number;
  needed: number;
  /** Where it had as many as it needed: the days in a row without one. */
  hole?: number;
};
