/** What the Data screen shows beside the catalogue: when each dataset is refreshed, and what the runs before did. */

/** A run as the log tells it: one import, refresh, sample or rescue of one dataset that was stored. */
export type RunLine = {
  id: number;
  dataset: string;
  kind: 'import' | 'refresh' | 'sample' | 'rescue';
  /** Id of the format that the data came in. */
  source: string;
  /** File name, or the publisher's address without a key; '' for samples. */
  location: string;
  /** UTC, ISO 8601. */
  fetched_at: string;
  added: number;
  revised: number;
  unchanged: number;
  /** Members that a list of constituents has lost; they count as revised too. Absent where there are none. */
  left?: number;
};

/** An import or refresh that failed and stored nothing, since the service started. */
export type FailedRun = {
  id: number;
  /** null where it is not known: a file that was not recognised. */
  dataset: string | null;
  kind: 'import' | 'refresh';
  /** Whether the schedule began it. */
  is_scheduled: boolean;
  /** File name; '' for refreshes. */
  location: string;
  /** UTC, ISO 8601. */
  failed_at: string;
  /** Why, in a sentence. */
  message: string;
};

export type DatasetSchedule = {
  dataset: string;
  /** Whether Almanac can fetch it from its publisher; the others come as files. */
  can_refresh: boolean;
  /** When it is refreshed by itself next, UTC, ISO 8601; a past moment is 'now'. null: it is not. */
  next_refresh: string | null;
  /** Whether a refresh that nobody asked for is under way. */
  is_running: boolean;
  /** When the newest attempt of the schedule failed and why; null where it did not. */
  failed_at: string | null;
  failure: string | null;
  last_run: Omit<RunLine, 'id'> | null;
  /** When the publisher was last asked, also where that brought nothing, UTC; null where it never was. */
  last_checked: string | null;
};

export type DataState = {
  /** Whether datasets that came from their publisher are refreshed after each release while the app runs. */
  auto_refresh: boolean;
  /** Whether a refresh takes from FRED what a publisher does not give. */
  allow_fred: boolean;
  /** E-mail or page of the user, told to publishers with each request; '' for none. */
  contact: string;
  /** What a person should know of the file of the settings, such as that it could not be read: sentences, none where all is well. */
  settings_notes: readonly string[];
  datasets: readonly DatasetSchedule[];
};
