import { type Static, Type } from 'typebox';

/** Whether the data file is whole, as far as it is known. */

/** Damage that was seen, by a check or while rows were read. */
export const DataDamage = Type.Object({
  /** UTC, ISO 8601. */
  found_at: Type.String(),
  /** A sentence or two for people: which file, what was seen, what to do. */
  message: Type.String(),
});
export type DataDamage = Static<typeof DataDamage>;

export type Integrity = {
  /** When the file was last read whole by a check, UTC, ISO 8601; null where it never was. */
  checked_at: string | null;
  damage: DataDamage | null;
};
