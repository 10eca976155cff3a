import type { ConstituentRow } from '../../sources/types.ts';
import type { ObservationsDefinition } from '../types.ts';

/** One made-up series: `values[i]` is the value of the day number `days[i]`; days ascend. `area` is '' but for states. */
export type SampleSeries = {
  code: string;
  area: string;
  days: readonly number[];
  values: readonly string[];
};

/** One made-up list of members. */
export type ListSample = { code: string; rows: readonly ConstituentRow[] };

/**
 * The days that a series is made for: from its start to the newest that can be out.
 * @param of the dataset of the series where it is another than the one that is made.
 */
export type SampleDays = (code: string, of?: ObservationsDefinition) => readonly number[];

/**
 * Makes the series of one dataset. What it makes of a day depends on that day and those before it, never on where the
 * range ends: a sample made later only goes on. Only additions, multiplications and divisions are used (no sine, no
 * exponential, which differ between machines in the last digit), so that the bytes are the same everywhere.
 */
export type SampleMaker = (days: SampleDays) => SampleSeries[];
