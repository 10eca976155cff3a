import { type Static, Type } from 'typebox';

/** What is known about damage of the data file. */

/** Damage found by a check, or while rows were read. */
export const DataDamage = Type.Object({
  /** UTC, ISO 8601. */
  found_at: Type.String(),
  /** A sentence or two for people: which file, what was found, what to do. */
  message: Type.String(),
});
export type DataDamage = Static<typeof DataDamage>;

/** The state of the data file. */
export type Integrity = {
  /** When a check last read the complete file, UTC, ISO 8601; null if none has. */
  checked_at: string | null;
  damage: DataDamage | null;
};
