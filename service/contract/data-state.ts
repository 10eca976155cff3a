import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** What the Data screen shows in addition to the catalogue: when each dataset is refreshed, and what earlier runs did. */

/** One line of the log: an import, refresh, sample or rescue that stored data of one dataset, or an import that was undone. */
export const RunLine = Type.Object({
  id: Type.Integer(),
  dataset: Type.String(),
  kind: Type.Enum(['import', 'refresh', 'sample', 'rescue', 'undone']),
  /** Id of the data's file format. */
  source: Type.String(),
  /** File name, or the publisher's address without a key; '' for samples. */
  location: Type.String(),
  /** UTC, ISO 8601. */
  fetched_at: Type.String(),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** Members that left a list of constituents; they are also counted in `revised`. Absent if none left. */
  left: Type.Optional(Type.Integer()),
  /** Only where this import can be undone: what comes back, data or the sample data that it replaced. */
  undo: Type.Optional(Type.Enum(['data', 'sample'])),
});
export type RunLine = Static<typeof RunLine>;

/** An import or refresh since the start of the service that failed and stored nothing. */
export const FailedRun = Type.Object({
  id: Type.Integer(),
  /** null if not known, as for a file whose format was not recognised. */
  dataset: orNull(Type.String()),
  kind: Type.Enum(['import', 'refresh']),
  /** Whether the schedule started it, not a person. */
  is_scheduled: Type.Boolean(),
  /** File name; '' for refreshes. */
  location: Type.String(),
  /** UTC, ISO 8601. */
  failed_at: Type.String(),
  /** Why it failed, in a sentence. */
  message: Type.String(),
});
export type FailedRun = Static<typeof FailedRun>;

export const DatasetSchedule = Type.Object({
  dataset: Type.String(),
  /** Whether Almanac can fetch the dataset from its publisher; others can only be imported from files. */
  can_refresh: Type.Boolean(),
  /** Time of the next automatic refresh, UTC, ISO 8601; a time in the past means now. null: it is not refreshed automatically. */
  next_refresh: orNull(Type.String()),
  /** Whether a scheduled refresh is running. */
  is_running: Type.Boolean(),
  /** When and why the last scheduled refresh failed; null if it did not fail. */
  failed_at: orNull(Type.String()),
  failure: orNull(Type.String()),
  last_run: orNull(Type.Omit(RunLine, ['id', 'undo'])),
  /** Time of the last request to the publisher, UTC, even if it brought no new data; null if there was none. */
  last_checked: orNull(Type.String()),
});
export type DatasetSchedule = Static<typeof DatasetSchedule>;

export const DataState = Type.Object({
  /** Whether datasets fetched from their publisher are refreshed after each release while the app runs. */
  auto_refresh: Type.Boolean(),
  /** Whether a refresh takes data from FRED if the publisher does not provide them. */
  allow_fred: Type.Boolean(),
  /** E-mail address or web page of the user, sent to publishers with each request; '' for none. */
  contact: Type.String(),
  /** Problems with the settings file, such as that it could not be read: a sentence each. */
  settings_notes: arrayOf(Type.String()),
  datasets: arrayOf(DatasetSchedule),
});
export type DataState = Static<typeof DataState>;
