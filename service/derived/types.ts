import type { Aggregation } from '../datasets/types.ts';
import type { Units } from '../series-math/fred-codes.ts';
import type { Cadence } from '../series-math/types.ts';

/** How to transform the published observations of a dataset's series: FRED's units and frequency. */
export type Derivation = {
  units: Units;
  /** Day number at which an index is 100; only with the units `nbd`. */
  indexDay?: number | undefined;
  /** The lower cadence, and the aggregation method of each series by code; if absent, series keep their frequency. */
  to?: { cadence: Cadence; methods: Readonly<Record<string, Aggregation>> } | undefined;
};
