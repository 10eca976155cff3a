import type { Origin } from '../contract/catalog.ts';

/** Lists of constituents in the store's public interface. */

/** One page of a list of constituents, in the order of the list. `asOf` is a day number; `total` counts all members of the list. */
export type ConstituentPage = { asOf: number; rows: readonly ConstituentWrite[]; total: number };

/** A list of constituents: its day number, how many members it has, whether any has a weight, and where it came from. */
export type StoredList = { asOf: number; count: number; hasWeights: boolean; origin: Origin };

/** A list of constituents of a day (day number); `members` reads them, in the order of the list. */
export type KnownList = { day: number; members(): ConstituentWrite[] };

/**
 * A member of a list of constituents. `weight` is a decimal text in percent, or ''. `row`: its row in the file, counted in the unit of
 * the run's format; absent or null where that is not known. Pages of a list do not have it.
 */
export type ConstituentWrite = {
  ticker: string;
  name: string;
  sector: string;
  weight: string;
  row?: number | null;
};
