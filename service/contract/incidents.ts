import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';

/** What happened to a file of the data folder and must be told until a person dismisses it. Moments are UTC, ISO 8601. */

/** A part of a series that could be seen to be missing; days as `YYYY-MM-DD`, both included. */
export const LostRange = Type.Object({ from: Type.String(), to: Type.String(), rows: Type.Integer() });
export type LostRange = Static<typeof LostRange>;

export const RescuedSeries = Type.Object({
  series: Type.String(),
  /** State code, '' elsewhere. */
  area: Type.String(),
  /** Rows that could be read. */
  read: Type.Integer(),
  /** Rows that could not be; null where the damaged file does not say how many there were. */
  lost: orNull(Type.Integer()),
  ranges: list(LostRange),
});
export type RescuedSeries = Static<typeof RescuedSeries>;

export const RescuedDataset = Type.Object({
  dataset: Type.String(),
  /** Observations and members of lists: read in the damaged file, of these stored now, of these held here already. */
  read: Type.Integer(),
  added: Type.Integer(),
  held: Type.Integer(),
  /** How many could not be read, as far as the file says how many there were. */
  lost: Type.Integer(),
  /** The series that lost rows, or of which it is not known. */
  damaged: list(RescuedSeries),
});
export type RescuedDataset = Static<typeof RescuedDataset>;

/** What a rescue found in a damaged file, and what it did with it. */
export const Rescue = Type.Object({
  at: Type.String(),
  /** Name of the damaged file. */
  file: Type.String(),
  pages: Type.Object({ all: Type.Integer(), unreadable: Type.Integer() }),
  datasets: list(RescuedDataset),
  /** A sentence for each thing that was left out as a whole. */
  notes: list(Type.String()),
});
export type Rescue = Static<typeof Rescue>;

/**
 * 'damaged': the file could not be opened and was set aside under another name. 'removed': it was deleted or replaced while the
 * service ran.
 */
export const Incident = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['damaged', 'removed']),
  what: Type.Enum(['data', 'keys']),
  at: Type.String(),
  /** Path of the file that was set aside; null where there is none. */
  file: orNull(Type.String()),
  is_dismissed: Type.Boolean(),
  /** The last rescue from this file. */
  rescue: orNull(Rescue),
});
export type Incident = Static<typeof Incident>;

/** Of `POST /host/dismiss-incident` and `POST /host/rescue`. */
export const IncidentRequest = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });
export type IncidentRequest = Static<typeof IncidentRequest>;
