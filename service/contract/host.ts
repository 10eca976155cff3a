import { type Static, Type } from 'typebox';
import { FailedRun, RunLine } from './data-state.ts';
import type { FailureCode } from './failure.ts';
import { Incident } from './incidents.ts';
import { FilePreview, IngestProgress, IngestRun } from './ingest.ts';
import { DataDamage } from './integrity.ts';
import { arrayOf, orNull } from './schema.ts';
import { TeamRole } from './team.ts';

/** Requests and answers of the service's endpoints for the page; `endpoints.ts` says which endpoint uses which. */

/**
 * What a service lets its page do beside reading and what a person saves. 'computer': see and change the state of this computer, with
 * files on it; 'keys': keys of other tools and of publishers; 'import': change the data, by imports, refreshes, restores.
 */
export const Capability = Type.Enum(['computer', 'keys', 'import']);
export type Capability = Static<typeof Capability>;

export const HostState = Type.Object({
  /** 'team': a node of a team serves the page, to whoever signed in with a key. */
  mode: Type.Enum(['desktop', 'browser', 'team']),
  /** Of a team's page: the name and the role of the key with which this tab is signed in. */
  member: Type.Optional(Type.Object({ name: Type.String(), role: TeamRole })),
  version: Type.String(),
  can: arrayOf(Capability),
  /** When this service process started, ISO 8601: another instant means another process. '' at a node of a team. */
  started_at: Type.String(),
  /** Base URL of the API for other tools. */
  base_url: Type.String(),
  /** Address of the team whose data the service shows; absent for the data of this computer. */
  team: Type.Optional(Type.String()),
  /** Known damage of the data file. */
  damage: orNull(DataDamage),
  /** Incidents with files of the data folder that nobody has dismissed yet, newest first. */
  incidents: arrayOf(Incident),
});
export type HostState = Static<typeof HostState>;

/** `POST /host/download`: an address that works once, for a minute, so that an `<a download>` can open it without a credential. */
export const DownloadRequest = Type.Object({
  path: Type.String({ maxLength: 12_000, description: 'API path with query, without a key' }),
});
export type DownloadRequest = Static<typeof DownloadRequest>;
export const DownloadTicket = Type.Object({ url: Type.String() });
export type DownloadTicket = Static<typeof DownloadTicket>;

/** A job that a person started. It may have to wait for other jobs, and stays in the list for a while after it ends. */
export const HostJob = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['refresh', 'preview', 'import', 'rescue']),
  /** The dataset's id, the file's name, or the incident's id. */
  title: Type.String(),
  state: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  /** null until there is progress to report. */
  progress: orNull(IngestProgress),
  /** Why it failed: the failure's code, and a sentence. */
  code: orNull(Type.Unsafe<FailureCode | 'bug'>(Type.String())),
  message: orNull(Type.String()),
  /** What was stored, once the job is done. */
  runs: arrayOf(IngestRun),
  notes: arrayOf(Type.String()),
  /** The result of a preview, once it is done. */
  preview: orNull(FilePreview),
});
export type HostJob = Static<typeof HostJob>;
export const HostJobs = Type.Object({ jobs: arrayOf(HostJob) });
export type HostJobs = Static<typeof HostJobs>;

/** `POST /host/refresh`: a job for each dataset, one after the other. */
export const RefreshRequest = Type.Object({
  datasets: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  /** Accepts files that lack many of the stored rows: for repeating a refresh that failed with `file_shrinks`. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Accepts files with implausible values: for repeating a refresh that failed with `file_jumps`. */
  allow_jumps: Type.Optional(Type.Boolean()),
});
export type RefreshRequest = Static<typeof RefreshRequest>;

/** `POST /host/upload?name=FILE` with the file's bytes as the body: makes a copy that can be previewed and imported. */
export const Upload = Type.Object({ upload: Type.String(), name: Type.String(), bytes: Type.Number() });
export type Upload = Static<typeof Upload>;

/** `POST /host/preview`, `/host/import`, `/host/discard`. A successful import discards the copy. */
export const UploadRequest = Type.Object({
  upload: Type.String({ maxLength: 100 }),
  /** Import only: accepts a file that lacks many of the stored rows. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Import only: accepts a file with implausible values. */
  allow_jumps: Type.Optional(Type.Boolean()),
  /** Preview and import: the day of a list of constituents that has no date of its own, `YYYY-MM-DD`. */
  list_date: Type.Optional(Type.String({ maxLength: 10 })),
  /** Preview and import: the code of a list of constituents whose file does not name it. */
  list_code: Type.Optional(Type.String({ maxLength: 100 })),
});
export type UploadRequest = Static<typeof UploadRequest>;

/** `POST /host/cancel`: cancels one job, or all running jobs if `job` is absent. */
export const CancelRequest = Type.Object({ job: Type.Optional(Type.Integer()) });
export type CancelRequest = Static<typeof CancelRequest>;

/** `POST /host/auto-refresh`: switches automatic refreshes on or off; answers the `DataState`. */
export const AutoRefreshRequest = Type.Object({ is_on: Type.Boolean() });
export type AutoRefreshRequest = Static<typeof AutoRefreshRequest>;

/** `POST /host/refresh-settings`: settings of all refreshes, manual and scheduled; answers the `DataState`. */
export const RefreshSettingsRequest = Type.Object({
  allow_fred: Type.Boolean(),
  contact: Type.String({ maxLength: 1000 }),
});
export type RefreshSettingsRequest = Static<typeof RefreshSettingsRequest>;

/** `GET /host/runs`: runs that stored data, and runs that failed since the service started; each list newest first. */
export const RunLogAnswer = Type.Object({ runs: arrayOf(RunLine), failed: arrayOf(FailedRun) });
export type RunLogAnswer = Static<typeof RunLogAnswer>;

/** `POST /host/undo-import`: undoes the import that a run belongs to, with all datasets of its file. */
export const UndoImportRequest = Type.Object({ run: Type.Integer() });
export type UndoImportRequest = Static<typeof UndoImportRequest>;

/**
 * `POST /host/startup-marks`, once per load of the page: when the page first painted, and when the first data were visible.
 * Milliseconds since 1970-01-01 UTC, like `performance.timeOrigin`.
 */
export const StartupMarks = Type.Object(
  {
    first_paint: Type.Number({ minimum: 0 }),
    data_visible: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type StartupMarks = Static<typeof StartupMarks>;
