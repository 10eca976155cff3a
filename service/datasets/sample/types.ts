import type { FileConstituent } from '../../sources/types.ts';
import type { ObservationsDefinition } from '../types.ts';

/** One made-up series: `values[i]` is the value of the day number `days[i]`; days ascend. */
export type SampleSeries = {
  code: string;
  /** Postal code, where the dataset is by state. */
  area?: string;
  days: readonly number[];
  values: readonly string[];
};

/** One made-up list of members. */
export type ListSample = { code: string; rows: readonly FileConstituent[] };

/**
 * The days that a series is made for: from its start to the newest day that can be out.
 * @param of the dataset of the series, where it is not the one that is being made.
 */
export type SampleDays = (code: string, of?: ObservationsDefinition) => readonly number[];

/**
 * Makes the series of one dataset. The value of a day depends on that day and those before it, never on where the range
 * ends, so a sample that is made later only has more days. Only additions, multiplications and divisions are used: sine and
 * exponential differ in the last digit between machines, and the bytes must be the same everywhere.
 */
export type SampleMaker = (days: SampleDays) => SampleSeries[];
