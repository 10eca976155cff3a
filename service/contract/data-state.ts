import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';

/** What the Data screen shows beside the catalogue: when each dataset is refreshed, and what the runs before did. */

/** A run as the log tells it: one import, refresh, sample or rescue of one dataset that was stored. */
export const RunLine = Type.Object({
  id: Type.Integer(),
  dataset: Type.String(),
  kind: Type.Enum(['import', 'refresh', 'sample', 'rescue']),
  /** Id of the format that the data came in. */
  source: Type.String(),
  /** File name, or the publisher's address without a key; '' for samples. */
  location: Type.String(),
  /** UTC, ISO 8601. */
  fetched_at: Type.String(),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** Members that a list of constituents has lost; they count as revised too. Absent where there are none. */
  left: Type.Optional(Type.Integer()),
});
export type RunLine = Static<typeof RunLine>;

/** An import or refresh that failed and stored nothing, since the service started. */
export const FailedRun = Type.Object({
  id: Type.Integer(),
  /** null where it is not known: a file that was not recognised. */
  dataset: orNull(Type.String()),
  kind: Type.Enum(['import', 'refresh']),
  /** Whether the schedule began it. */
  is_scheduled: Type.Boolean(),
  /** File name; '' for refreshes. */
  location: Type.String(),
  /** UTC, ISO 8601. */
  failed_at: Type.String(),
  /** Why, in a sentence. */
  message: Type.String(),
});
export type FailedRun = Static<typeof FailedRun>;

export const DatasetSchedule = Type.Object({
  dataset: Type.String(),
  /** Whether Almanac can fetch it from its publisher; the others come as files. */
  can_refresh: Type.Boolean(),
  /** When it is refreshed by itself next, UTC, ISO 8601; a past moment is 'now'. null: it is not. */
  next_refresh: orNull(Type.String()),
  /** Whether a refresh that nobody asked for is under way. */
  is_running: Type.Boolean(),
  /** When the newest attempt of the schedule failed and why; null where it did not. */
  failed_at: orNull(Type.String()),
  failure: orNull(Type.String()),
  last_run: orNull(Type.Omit(RunLine, ['id'])),
  /** When the publisher was last asked, also where that brought nothing, UTC; null where it never was. */
  last_checked: orNull(Type.String()),
});
export type DatasetSchedule = Static<typeof DatasetSchedule>;

export const DataState = Type.Object({
  /** Whether datasets that came from their publisher are refreshed after each release while the app runs. */
  auto_refresh: Type.Boolean(),
  /** Whether a refresh takes from FRED what a publisher does not give. */
  allow_fred: Type.Boolean(),
  /** E-mail or page of the user, told to publishers with each request; '' for none. */
  contact: Type.String(),
  /** What a person should know of the file of the settings, such as that it could not be read: sentences, none where all is well. */
  settings_notes: list(Type.String()),
  datasets: list(DatasetSchedule),
});
export type DataState = Static<typeof DataState>;
