import type { Aggregation } from '../datasets/types.ts';
import type { Cadence, Units } from '../series-math/types.ts';

/** What is asked of the series of a dataset beyond their observations as published: FRED's units and frequency. */
export type Derivation = {
  units: Units;
  /** Day number at which an index is 100; with `nbd`. */
  indexDay?: number | undefined;
  /** The lower cadence, and the way there of each code; left out, series keep their frequency. */
  to?: { cadence: Cadence; methods: Readonly<Record<string, Aggregation>> } | undefined;
};
