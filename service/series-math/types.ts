import type { FrequencyCode } from './fred-codes.ts';

/** One series: ascending day numbers and as many value texts. A missing observation is left out. */
export type TimeSeries = { readonly days: Int32Array; readonly values: readonly string[] };

/** A number as a fraction; the denominator is above 0. */
export type Fraction = { readonly n: bigint; readonly d: bigint };

/**
 * A series whose values may be rounded means. `exact` holds the unrounded means, from which units, averages
 * and formulas are calculated, as FRED does.
 */
export type Levels = TimeSeries & { readonly exact?: readonly Fraction[] };

/**
 * A frequency and, if it is weekly, the weekday that dates a week: 0 (Sunday) to 6. `isLevel`: a weekly value
 * is the level at the end of that day.
 */
export type Cadence = {
  readonly frequency: FrequencyCode;
  readonly weekEnd?: number;
  readonly isLevel?: true;
};

/** A period that was dropped because it has too few observations. */
export type DroppedPeriod = {
  /** Day number that the period is dated by. */
  date: number;
  /** The number of observations that it has, and that it needs. */
  count: number;
  needed: number;
  /** Set if it has enough observations: its longest run of days without one. */
  hole?: number;
};
