import Type, { type Static } from 'typebox';
import type { FailedRun, RunLine } from './data-state.ts';
import type { FailureCode } from './failure.ts';
import type { Incident } from './incidents.ts';
import type { FilePreview, IngestProgress, IngestRun } from './ingest.ts';
import { DataDamage } from './integrity.ts';

/** What the renderer may ask of the host, beside the API itself: `GET` and `POST /host/<name>` on the gateway. */

export const ServiceState = Type.Union([
  Type.Literal('starting'),
  Type.Literal('ready'),
  Type.Literal('degraded'),
  Type.Literal('failed'),
  Type.Literal('stopped'),
]);
export type ServiceState = Static<typeof ServiceState>;

/** What a person can do something about: end another program or take another port; close the other Almanac. */
export const ServiceProblem = Type.Union([Type.Literal('port_taken'), Type.Literal('folder_in_use')]);
export type ServiceProblem = Static<typeof ServiceProblem>;

export const HostState = Type.Object({
  mode: Type.Union([Type.Literal('desktop'), Type.Literal('browser')]),
  version: Type.String(),
  service: ServiceState,
  /** Base URL of the API for other tools; null until the service listens. */
  base_url: Type.Union([Type.String(), Type.Null()]),
  /** A sentence for people where `service` is degraded or failed. */
  message: Type.Union([Type.String(), Type.Null()]),
  problem: Type.Union([ServiceProblem, Type.Null()]),
  /** Damage of the data file that is known of, whatever the state of the service. */
  damage: Type.Union([DataDamage, Type.Null()]),
  /** What befell the files of the data folder and nobody has dismissed yet, newest first. */
  incidents: Type.Array(Type.Unsafe<Incident>({ type: 'object' })),
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
export type HostJob = {
  id: number;
  kind: 'refresh' | 'preview' | 'import' | 'rescue';
  /** What it is about: the dataset's id, the file's name, or the incident's id. */
  title: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  /** How far it is; null until something is known. */
  progress: IngestProgress | null;
  /** Why it failed: the kind of failure, and a sentence. */
  code: FailureCode | 'bug' | null;
  message: string | null;
  /** What was stored, when it is done. */
  runs: readonly IngestRun[];
  notes: readonly string[];
  /** What a file is, when a preview is done. */
  preview: FilePreview | null;
};
export type HostJobs = { jobs: readonly HostJob[] };

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
export type Upload = { upload: string; name: string; bytes: number };

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
export type RunLog = { runs: readonly RunLine[]; failed: readonly FailedRun[] };

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
 * `POST /host/dismiss-incident` takes an incident away for good; answers the state (`incidents.ts`).
 * `POST /host/restart-service` starts the service again after it failed; answers the state. `GET /host/diagnostics` answers plain text
 * for a person to copy: versions, processes, ports, files, the last lines of the log; never a key. `POST /host/export?id=ID` writes what is
 * drawn to a file that waits to be fetched, `POST /host/cancel-export` stops that (`table-export.ts`).
 */
export const HOST_ACTIONS = [
  'state',
  'download',
  'restart-service',
  'dismiss-incident',
  'presence',
  'startup-marks',
  'diagnostics',
  'export',
  'export-published',
  'export-progress',
  'cancel-export',
] as const;
/**
 * What is asked of the service's data: `GET` the first five and `storage`, `POST` the others. `explain` takes dataset, series, area and date,
 * `revisions` the first three, and answer the shapes of `explanation.ts`.
 */
export const DATA_ACTIONS = [
  'data-state',
  'runs',
  'jobs',
  'explain',
  'revisions',
  'auto-refresh',
  'refresh-settings',
  'refresh',
  'upload',
  'take-file',
  'preview',
  'import',
  'discard',
  'cancel',
  'make-sample',
  'storage',
  'back-up',
  'restore',
  'rescue',
] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];
export type HostAction = (typeof HOST_ACTIONS)[number];

/** Keys of other tools and of publishers (`access.ts`, `vault.ts`): `GET` the first four, `POST` the others. */
export const ACCESS_ACTIONS = [
  'keys',
  'key-calls',
  'vault',
  'publisher-keys',
  'create-key',
  'revoke-key',
  'copy-key',
  'choose-vault',
  'set-publisher-key',
  'try',
] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];
