import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Damage or loss of files in the data folder, shown until a person dismisses it. Times are UTC, ISO 8601. */

/** A range of a series whose rows are known to be lost; days as `YYYY-MM-DD`, both included. */
export const LostRange = Type.Object({ from: Type.String(), to: Type.String(), rows: Type.Integer() });
export type LostRange = Static<typeof LostRange>;

export const RescuedSeries = Type.Object({
  series: Type.String(),
  /** State code; '' if the dataset has no states. */
  area: Type.String(),
  read: Type.Integer(),
  /** Rows that could not be read; null if the damaged file does not show their number. */
  lost: orNull(Type.Integer()),
  ranges: arrayOf(LostRange),
});
export type RescuedSeries = Static<typeof RescuedSeries>;

export const RescuedDataset = Type.Object({
  dataset: Type.String(),
  /** Rows read from the damaged file: `added` were stored, `held` were already in the store. */
  read: Type.Integer(),
  added: Type.Integer(),
  held: Type.Integer(),
  lost: Type.Integer(),
  /** Series that lost rows, or may have lost rows. */
  damaged: arrayOf(RescuedSeries),
});
export type RescuedDataset = Static<typeof RescuedDataset>;

export const Rescue = Type.Object({
  at: Type.String(),
  file: Type.String(),
  datasets: arrayOf(RescuedDataset),
  /** A sentence for each part that was left out completely. */
  notes: arrayOf(Type.String()),
});
export type Rescue = Static<typeof Rescue>;

/** 'damaged': a file could not be opened and was set aside. 'removed': it vanished while the service ran. */
export const Incident = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['damaged', 'removed']),
  what: Type.Enum(['data', 'keys', 'work']),
  at: Type.String(),
  /** Path of the file that was set aside; null if there is none. */
  file: orNull(Type.String()),
  is_dismissed: Type.Boolean(),
  rescue: orNull(Rescue),
});
export type Incident = Static<typeof Incident>;

export const IncidentRequest = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });

/** Damage found by a check, or while rows were read. */
export const DataDamage = Type.Object({
  found_at: Type.String(),
  /** A sentence or two for people: the file, the problem, and the remedy. */
  message: Type.String(),
});
export type DataDamage = Static<typeof DataDamage>;

export type Integrity = {
  /** When a check last read the complete file, UTC, ISO 8601; null if none has. */
  checked_at: string | null;
  damage: DataDamage | null;
};
