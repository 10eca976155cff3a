import type { FrequencyCode } from '../contract/transforms.ts';

export type { FrequencyCode, Units } from '../contract/transforms.ts';

/** Shapes that the arithmetic works on. */

/**
 * Observations of one series: ascending day numbers (`contract/dates`) and value texts (`contract/values`), of the same length.
 * A missing observation is not in it: nothing stands for it, neither a zero nor an empty text.
 */
export type TimeSeries = { readonly days: Int32Array; readonly values: readonly string[] };

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
