import { type Static, Type } from 'typebox';
import type { FailureCode } from './failure.ts';
import { DataDamage, Incident } from './incidents.ts';
import { FilePreview, IngestProgress, IngestRun } from './ingest.ts';
import { ACTION_PREFIX } from './names.ts';
import { arrayOf, orNull } from './schema.ts';
import { TeamRole } from './team.ts';

/** The Data screen: the schedule of each dataset's refreshes, and the results of earlier runs. */

/** One line of the log: a run that stored data of one dataset, or an import that was undone. */
export const RunLine = Type.Object({
  id: Type.Integer(),
  dataset: Type.String(),
  kind: Type.Enum(['import', 'refresh', 'sample', 'rescue', 'undone']),
  source: Type.String(),
  /** File name, or the publisher's address without a key; '' for samples. */
  location: Type.String(),
  fetched_at: Type.String(),
  added: Type.Integer(),
  revised: Type.Integer(),
  unchanged: Type.Integer(),
  /** Members that left a list of constituents, also counted in `revised`; absent if none left. */
  left: Type.Optional(Type.Integer()),
  /** Kind of data that undoing this import restores; absent if it cannot be undone. */
  undo: Type.Optional(Type.Enum(['data', 'sample'])),
});
export type RunLine = Static<typeof RunLine>;

/** An import or refresh that has failed since the service started. It stored nothing. */
export const FailedRun = Type.Object({
  id: Type.Integer(),
  /** null if not known, for example because the file's format was not recognised. */
  dataset: orNull(Type.String()),
  kind: Type.Enum(['import', 'refresh']),
  /** Whether the schedule started it, not a person. */
  is_scheduled: Type.Boolean(),
  location: Type.String(),
  failed_at: Type.String(),
  message: Type.String(),
});
export type FailedRun = Static<typeof FailedRun>;

export const DatasetSchedule = Type.Object({
  dataset: Type.String(),
  /** Whether Almanac can fetch the dataset from its publisher; other datasets are only imported. */
  can_refresh: Type.Boolean(),
  /** Time of the next automatic refresh, UTC, ISO 8601; a past time means now; null: never automatic. */
  next_refresh: orNull(Type.String()),
  is_running: Type.Boolean(),
  /** When and why the last scheduled refresh failed; null if it did not fail. */
  failed_at: orNull(Type.String()),
  failure: orNull(Type.String()),
  last_run: orNull(Type.Omit(RunLine, ['id', 'undo'])),
  /** Time of the last request to the publisher, UTC, even if it brought no new data; null if none. */
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
  /** Problems with the settings file, for example that it could not be read: a sentence each. */
  settings_notes: arrayOf(Type.String()),
  datasets: arrayOf(DatasetSchedule),
});
export type DataState = Static<typeof DataState>;

/** Requests and answers between the page and the service; `endpoints.ts` maps them to endpoints. */

/** Rights beyond reading and saving. 'computer': this computer's state and files. 'import': its data. */
export const Capability = Type.Enum(['computer', 'keys', 'import']);
export type Capability = Static<typeof Capability>;

export const AppState = Type.Object({
  /** 'team': a node of a team serves the page to people who signed in with a key. */
  mode: Type.Enum(['desktop', 'browser', 'team']),
  /** On a team's page: the name and the role of the key with which this tab is signed in. */
  member: Type.Optional(Type.Object({ name: Type.String(), role: TeamRole })),
  version: Type.String(),
  can: arrayOf(Capability),
  /** When this service process started, ISO 8601; it identifies the process. '' at a node of a team. */
  started_at: Type.String(),
  base_url: Type.String(),
  /** Address of the team whose data the service shows; absent for the data of this computer. */
  team: Type.Optional(Type.String()),
  damage: orNull(DataDamage),
  incidents: arrayOf(Incident),
});
export type AppState = Static<typeof AppState>;

/** `POST /host/download`: an address that works once, for a minute, in an `<a download>` without a key. */
export const DownloadRequest = Type.Object({
  path: Type.String({ maxLength: 12_000, description: 'API path with query, without a key' }),
});
export const DownloadTicket = Type.Object({ url: Type.String() });

/** A job that a person started. It may wait for other jobs, and stays listed for a while after its end. */
export const DataJob = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['refresh', 'preview', 'import', 'rescue']),
  /** The dataset's id, the file's name, or the incident's id. */
  title: Type.String(),
  state: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  progress: orNull(IngestProgress),
  /** Why the job failed: the failure's code, and a sentence. */
  code: orNull(Type.Unsafe<FailureCode | 'bug'>(Type.String())),
  message: orNull(Type.String()),
  runs: arrayOf(IngestRun),
  notes: arrayOf(Type.String()),
  preview: orNull(FilePreview),
});
export type DataJob = Static<typeof DataJob>;
export const DataJobs = Type.Object({ jobs: arrayOf(DataJob) });
export type DataJobs = Static<typeof DataJobs>;

/** `POST /host/refresh`: a job for each dataset, one after the other. */
export const RefreshRequest = Type.Object({
  datasets: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  /** Accepts files that lack many of the stored rows, after a refresh failed with `file_shrinks`. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Accepts files with implausible values, after a refresh failed with `file_jumps`. */
  allow_jumps: Type.Optional(Type.Boolean()),
});
export type RefreshRequest = Static<typeof RefreshRequest>;

/** `POST /host/upload?name=FILE` with the file's bytes as body: copies it for a preview and an import. */
export const Upload = Type.Object({ upload: Type.String(), name: Type.String(), bytes: Type.Number() });
export type Upload = Static<typeof Upload>;

/** `POST /host/preview`, `/host/import`, `/host/discard`. A successful import discards the copy. */
export const UploadRequest = Type.Object({
  upload: Type.String({ maxLength: 100 }),
  /** Import only: accepts a file that lacks many of the stored rows. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Import only: accepts a file with implausible values. */
  allow_jumps: Type.Optional(Type.Boolean()),
  /** Preview and import: the day of a list of constituents without a date of its own, `YYYY-MM-DD`. */
  list_date: Type.Optional(Type.String({ maxLength: 10 })),
  /** Preview and import: the code of a list of constituents whose file does not name it. */
  list_code: Type.Optional(Type.String({ maxLength: 100 })),
});
export type UploadRequest = Static<typeof UploadRequest>;

/** `POST /host/cancel`: cancels one job, or all running jobs if `job` is absent. */
export const CancelRequest = Type.Object({ job: Type.Optional(Type.Integer()) });

/** `POST /host/auto-refresh`: switches automatic refreshes on or off; answers the `DataState`. */
export const AutoRefreshRequest = Type.Object({ is_on: Type.Boolean() });

/** `POST /host/refresh-settings`: settings of manual and scheduled refreshes; answers the `DataState`. */
export const RefreshSettingsRequest = Type.Object({
  allow_fred: Type.Boolean(),
  contact: Type.String({ maxLength: 1000 }),
});
export type RefreshSettingsRequest = Static<typeof RefreshSettingsRequest>;

/** `GET /host/runs`: runs that stored data, and failures since the service's start, each newest first. */
export const RunLogAnswer = Type.Object({ runs: arrayOf(RunLine), failed: arrayOf(FailedRun) });
export type RunLogAnswer = Static<typeof RunLogAnswer>;

/** `POST /host/undo-import`: undoes the import that a run belongs to, with all datasets of its file. */
export const UndoImportRequest = Type.Object({ run: Type.Integer() });

/** When the page first painted and first showed data, in milliseconds since 1970-01-01 UTC. */
export const StartupMarks = Type.Object(
  { first_paint: Type.Number({ minimum: 0 }), data_visible: Type.Number({ minimum: 0 }) },
  { additionalProperties: false },
);
export type StartupMarks = Static<typeof StartupMarks>;

/** An event stream of `Versions` as JSON: one at once, then one after each change. */
export const EVENTS_PATH = `${ACTION_PREFIX}/events`;

/** A text per subject, which changes whenever the subject does. */
export const Versions = Type.Object({
  state: Type.String(),
  /** The catalogue, and all data of the API. */
  data: Type.String(),
  work: Type.String(),
  jobs: Type.String(),
  runs: Type.String(),
  settings: Type.String(),
  team: Type.String(),
});
export type Versions = Static<typeof Versions>;
