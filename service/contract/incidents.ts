import Type, { type Static } from 'typebox';

/** What happened to a file of the data folder and must be told until a person dismisses it. Moments are UTC, ISO 8601. */

/** A part of a series that could be seen to be missing; days as `YYYY-MM-DD`, both included. */
export type LostRange = { from: string; to: string; rows: number };

export type RescuedSeries = {
  series: string;
  /** State code, '' elsewhere. */
  area: string;
  /** Rows that could be read. */
  read: number;
  /** Rows that could not be; null where the damaged file does not say how many there were. */
  lost: number | null;
  ranges: readonly LostRange[];
};

export type RescuedDataset = {
  dataset: string;
  /** Observations and members of lists: read in the damaged file, of these stored now, of these held here already. */
  read: number;
  added: number;
  held: number;
  /** How many could not be read, as far as the file says how many there were. */
  lost: number;
  /** The series that lost rows, or of which it is not known. */
  damaged: readonly RescuedSeries[];
};

/** What a rescue found in a damaged file, and what it did with it. */
export type Rescue = {
  at: string;
  /** Name of the damaged file. */
  file: string;
  pages: { all: number; unreadable: number };
  datasets: readonly RescuedDataset[];
  /** A sentence for each thing that was left out as a whole. */
  notes: readonly string[];
};

/**
 * 'damaged': the file could not be opened and was set aside under another name. 'removed': it was deleted or replaced while the
 * service ran.
 */
export type Incident = {
  id: string;
  kind: 'damaged' | 'removed';
  what: 'data' | 'keys';
  at: string;
  /** Path of the file that was set aside; null where there is none. */
  file: string | null;
  is_dismissed: boolean;
  /** The last rescue from this file. */
  rescue: Rescue | null;
};

/** Of `POST /host/dismiss-incident` and `POST /host/rescue`. */
export const IncidentRequest = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });
export type IncidentRequest = Static<typeof IncidentRequest>;
