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
  /** Rows that could be read. */
  read: Type.Integer(),
  /** Rows that could not be read; null if the damaged file does not show how many there were. */
  lost: orNull(Type.Integer()),
  ranges: arrayOf(LostRange),
});
export type RescuedSeries = Static<typeof RescuedSeries>;

export const RescuedDataset = Type.Object({
  dataset: Type.String(),
  /** Rows (observations or list members) read from the damaged file; of these `added` were stored and `held` were already in the store. */
  read: Type.Integer(),
  added: Type.Integer(),
  held: Type.Integer(),
  /** Rows that could not be read, as far as the file shows how many there were. */
  lost: Type.Integer(),
  /** Series that lost rows, or may have lost rows. */
  damaged: arrayOf(RescuedSeries),
});
export type RescuedDataset = Static<typeof RescuedDataset>;

/** What a rescue found in a damaged file, and what it stored. */
export const Rescue = Type.Object({
  at: Type.String(),
  /** Name of the damaged file. */
  file: Type.String(),
  datasets: arrayOf(RescuedDataset),
  /** A sentence for each part that was left out completely. */
  notes: arrayOf(Type.String()),
});
export type Rescue = Static<typeof Rescue>;

/**
 * One incident. 'damaged': the file could not be opened and was set aside under another name. 'removed': the file was deleted or
 * replaced while the service ran.
 */
export const Incident = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['damaged', 'removed']),
  what: Type.Enum(['data', 'keys', 'work']),
  at: Type.String(),
  /** Path of the file that was set aside; null if there is none. */
  file: orNull(Type.String()),
  is_dismissed: Type.Boolean(),
  /** The last rescue from this file; null if there was none. */
  rescue: orNull(Rescue),
});
export type Incident = Static<typeof Incident>;

/** `POST /host/dismiss-incident` and `POST /host/rescue`. */
export const IncidentRequest = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });
export type IncidentRequest = Static<typeof IncidentRequest>;
