import { type Static, Type } from 'typebox';
import { FailedRun, RunLine } from './data-state.ts';
import type { FailureCode } from './failure.ts';
import { Incident } from './incidents.ts';
import { FilePreview, IngestProgress, IngestRun } from './ingest.ts';
import { DataDamage } from './integrity.ts';
import { list, orNull } from './schema.ts';

/** What goes between the page and the host, beside the API itself; `endpoints.ts` says which action takes and answers what. */

export const ServiceState = Type.Enum(['starting', 'ready', 'degraded', 'failed', 'stopped']);
export type ServiceState = Static<typeof ServiceState>;

/** What a person can do something about: end another program or take another port; close the other Almanac. */
export const ServiceProblem = Type.Enum(['port_taken', 'folder_in_use']);
export type ServiceProblem = Static<typeof ServiceProblem>;

export const HostState = Type.Object({
  mode: Type.Enum(['desktop', 'browser']),
  version: Type.String(),
  service: ServiceState,
  /** Base URL of the API for other tools; null until the service listens. */
  base_url: orNull(Type.String()),
  /** A sentence for people where `service` is degraded or failed. */
  message: orNull(Type.String()),
  problem: orNull(ServiceProblem),
  /** Damage of the data file that is known of, whatever the state of the service. */
  damage: orNull(DataDamage),
  /** What befell the files of the data folder and nobody has dismissed yet, newest first. */
  incidents: list(Incident),
});
export type HostState = Static<typeof HostState>;

/** `POST /host/download`: a one-use address, good for a minute, that an `<a download>` can open without a credential. */
export const DownloadRequest = Type.Object({
  path: Type.String({ description: 'API path with query, without a key' }),
});
export type DownloadRequest = Static<typeof DownloadRequest>;
export const DownloadTicket = Type.Object({ url: Type.String() });
export type DownloadTicket = Static<typeof DownloadTicket>;

/** A piece of work that was asked for; several may wait for each other. Kept for a while when it has ended. */
export const HostJob = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['refresh', 'preview', 'import', 'rescue']),
  /** What it is about: the dataset's id, the file's name, or the incident's id. */
  title: Type.String(),
  state: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  /** How far it is; null until something is known. */
  progress: orNull(IngestProgress),
  /** Why it failed: the kind of failure, and a sentence. */
  code: orNull(Type.Unsafe<FailureCode | 'bug'>(Type.String())),
  message: orNull(Type.String()),
  /** What was stored, when it is done. */
  runs: list(IngestRun),
  notes: list(Type.String()),
  /** What a file is, when a preview is done. */
  preview: orNull(FilePreview),
});
export type HostJob = Static<typeof HostJob>;
export const HostJobs = Type.Object({ jobs: list(HostJob) });
export type HostJobs = Static<typeof HostJobs>;

/** `POST /host/refresh`: a job for each dataset, one after the other. */
export const RefreshRequest = Type.Object({
  datasets: Type.Array(Type.String(), { maxItems: 20 }),
  /** Takes files that lack much of what is held: for a refresh that failed with the code `file_shrinks`. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Takes files with values that nobody can have meant: for one that failed with the code `file_jumps`. */
  allow_jumps: Type.Optional(Type.Boolean()),
});
export type RefreshRequest = Static<typeof RefreshRequest>;

/** `POST /host/upload?name=FILE` with the file's bytes as body: a copy of it that can be previewed and imported. */
export const Upload = Type.Object({ upload: Type.String(), name: Type.String(), bytes: Type.Number() });
export type Upload = Static<typeof Upload>;

/** `POST /host/preview`, `/host/import`, `/host/discard`. An import that is done discards the copy itself. */
export const UploadRequest = Type.Object({
  upload: Type.String({ maxLength: 100 }),
  /** Import only: takes a file that lacks much of what is held. */
  allow_shrink: Type.Optional(Type.Boolean()),
  /** Import only: takes a file with values that nobody can have meant. */
  allow_jumps: Type.Optional(Type.Boolean()),
});
export type UploadRequest = Static<typeof UploadRequest>;

/** `POST /host/cancel`: one job, or all that run. */
export const CancelRequest = Type.Object({ job: Type.Optional(Type.Integer()) });
export type CancelRequest = Static<typeof CancelRequest>;

/** `POST /host/auto-refresh` switches the refreshes after each release on or off; answers the `DataState`. */
export const AutoRefreshRequest = Type.Object({ is_on: Type.Boolean() });
export type AutoRefreshRequest = Static<typeof AutoRefreshRequest>;

/** `POST /host/refresh-settings`: how publishers are asked, by a person and by the schedule; answers the `DataState`. */
export const RefreshSettingsRequest = Type.Object({ allow_fred: Type.Boolean(), contact: Type.String() });
export type RefreshSettingsRequest = Static<typeof RefreshSettingsRequest>;

/** `GET /host/runs`: what was stored, and what failed since the service started; each newest first. */
export const RunLog = Type.Object({ runs: list(RunLine), failed: list(FailedRun) });
export type RunLog = Static<typeof RunLog>;

/** `POST /host/restart-service`; `any_port`: on whatever port is free, this once. */
export const RestartRequest = Type.Object({ any_port: Type.Optional(Type.Boolean()) });
export type RestartRequest = Static<typeof RestartRequest>;

/** `POST /host/presence`: a page of browser mode says that it is there, every few seconds, and when it goes. */
export const PresenceRequest = Type.Object({
  client: Type.String({ minLength: 8, maxLength: 64, description: 'new with each load of the page' }),
  is_leaving: Type.Optional(Type.Boolean()),
});
export type PresenceRequest = Static<typeof PresenceRequest>;

/**
 * `POST /host/startup-marks`, once for each load of the page: when the page first painted anything, and when the first data
 * were on the screen. Milliseconds since 1970, as `performance.timeOrigin` counts them.
 */
export const StartupMarks = Type.Object(
  {
    first_paint: Type.Number({ minimum: 0 }),
    data_visible: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type StartupMarks = Static<typeof StartupMarks>;
