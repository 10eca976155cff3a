import { type Static, type TObject, type TSchema, Type } from 'typebox';
import {
  ApiCalls,
  ApiKeys,
  AskedKey,
  AssistantCommand,
  CopiedKey,
  CreatedKey,
  CreateKeyRequest,
  KeyRequest,
  PublisherKeys,
  RevokedKey,
  SetPublisherKeyRequest,
  TryAnswer,
  TryRequest,
} from './access.ts';
import { AskedCalendar, AskedChanges, Changes, Headlines, ReleaseCalendar } from './brief.ts';
import { DataState } from './data-state.ts';
import { TakeFileRequest } from './desktop.ts';
import {
  AskedList,
  AskedObservation,
  AskedSeries,
  ListExplanation,
  ObservationExplanation,
  SeriesRevisions,
} from './explanation.ts';
import {
  AutoRefreshRequest,
  CancelRequest,
  DownloadRequest,
  DownloadTicket,
  HostJobs,
  HostState,
  PresenceRequest,
  RefreshRequest,
  RefreshSettingsRequest,
  RestartRequest,
  RunLog,
  StartupMarks,
  UndoImportRequest,
  Upload,
  UploadRequest,
} from './host.ts';
import { IncidentRequest } from './incidents.ts';
import { UndoneImport } from './ingest.ts';
import { AskedOutgoing, OutgoingRequests, Preferences, SetPreferencesRequest } from './preferences.ts';
import {
  AskedItem,
  FreezeRequest,
  Frozen,
  FrozenCheck,
  FrozenLines,
  FrozenRequest,
  ItemVersions,
  SavedItems,
  SaveItemAnswer,
  SaveItemRequest,
  WorkVersion,
} from './saved.ts';
import { Nothing } from './schema.ts';
import { AskedPort, FileSettings, PortHolder, SetFileSettingsRequest } from './settings.ts';
import { KnownShared, ShareRequest } from './shared.ts';
import { BackUp, Restored, RestoreRequest, Storage } from './storage.ts';
import {
  AskedExport,
  CancelExportRequest,
  EXPORT_ID,
  ExportAnswer,
  ExportProgress,
  PublishedExport,
} from './table-export.ts';
import { TeamState } from './team.ts';
import { CheckedTeam, TeamChoice, TeamRequest } from './team-choice.ts';
import { VaultRequest, VaultState } from './vault.ts';
import { SameCompanies, SetSameCompanyRequest } from './work.ts';

/** One action of the host: `GET` or `POST /host/<name>` on the gateway. */
export type Endpoint = {
  method: 'GET' | 'POST';
  /** Query parameters: `?id=…`. An absent one gets the `default` of its schema. */
  query?: TObject;
  /** Schema of the JSON body; 'bytes': the body is a file, which the handler reads. */
  body?: TSchema | 'bytes';
  /** Schema of the JSON answer; 'text': plain text for people. */
  output: TSchema | 'text';
  /** 202: the work continues after the answer. If absent, 200. */
  status?: 202;
  /**
   * 'needed': answers 503 while the service does not listen. 'answers': also, and the host passes the query or the body on to the
   * service's call of the same name. If absent, the host answers without the service.
   */
  service?: 'needed' | 'answers';
  /** The service's call changes files in the data folder. */
  writes?: true;
};

/** The id that the page chose for its export. */
const ExportId = Type.Object({
  id: Type.String({
    pattern: EXPORT_ID,
    description: '8 to 64 letters or digits',
    default: '',
  }),
});
const FileName = Type.Object({ name: Type.String({ default: 'file' }) });

/**
 * Every action of the host. The page's client, the gateway's routes and the calls passed on to the service are derived from this
 * table. A missing handler, or one with another input or output, does not compile.
 */
export const ENDPOINTS = {
  // The host itself.
  state: { method: 'GET', output: HostState },
  'restart-service': { method: 'POST', body: RestartRequest, output: HostState },
  'dismiss-incident': { method: 'POST', body: IncidentRequest, output: HostState },
  presence: { method: 'POST', body: PresenceRequest, output: Nothing },
  'startup-marks': { method: 'POST', body: StartupMarks, output: Nothing },
  diagnostics: { method: 'GET', output: 'text' },
  // Exports and downloads.
  download: { method: 'POST', body: DownloadRequest, output: DownloadTicket },
  export: { method: 'POST', query: ExportId, body: AskedExport, output: ExportAnswer, service: 'needed' },
  'export-published': { method: 'POST', query: ExportId, body: PublishedExport, output: ExportAnswer },
  'export-progress': { method: 'GET', query: ExportId, output: ExportProgress },
  'cancel-export': { method: 'POST', body: CancelExportRequest, output: Nothing },
  // The data: their state, imports, refreshes, back-ups.
  'data-state': { method: 'GET', output: DataState, service: 'answers' },
  'team-state': { method: 'GET', output: TeamState, service: 'answers' },
  runs: { method: 'GET', output: RunLog, service: 'answers' },
  explain: { method: 'GET', query: AskedObservation, output: ObservationExplanation, service: 'answers' },
  'explain-list': { method: 'GET', query: AskedList, output: ListExplanation, service: 'answers' },
  revisions: { method: 'GET', query: AskedSeries, output: SeriesRevisions, service: 'answers' },
  'auto-refresh': { method: 'POST', body: AutoRefreshRequest, output: DataState, service: 'answers' },
  'refresh-settings': { method: 'POST', body: RefreshSettingsRequest, output: DataState, service: 'answers' },
  'make-sample': {
    method: 'POST',
    output: Type.Object({ datasets: Type.Integer() }),
    service: 'answers',
    writes: true,
  },
  'undo-import': {
    method: 'POST',
    body: UndoImportRequest,
    output: UndoneImport,
    service: 'answers',
    writes: true,
  },
  storage: { method: 'GET', output: Storage, service: 'answers' },
  'back-up': { method: 'POST', output: BackUp, service: 'answers', writes: true },
  restore: { method: 'POST', body: RestoreRequest, output: Restored, service: 'needed' },
  jobs: { method: 'GET', output: HostJobs },
  refresh: { method: 'POST', body: RefreshRequest, output: HostJobs, status: 202, service: 'needed' },
  upload: { method: 'POST', query: FileName, body: 'bytes', output: Upload, service: 'needed' },
  'take-file': { method: 'POST', body: TakeFileRequest, output: Upload, service: 'needed' },
  preview: { method: 'POST', body: UploadRequest, output: HostJobs, status: 202, service: 'needed' },
  import: { method: 'POST', body: UploadRequest, output: HostJobs, status: 202, service: 'needed' },
  discard: { method: 'POST', body: UploadRequest, output: Nothing, service: 'needed' },
  cancel: { method: 'POST', body: CancelRequest, output: HostJobs, service: 'needed' },
  rescue: { method: 'POST', body: IncidentRequest, output: HostJobs, status: 202, service: 'needed' },
  // What is new, and what comes next.
  changes: { method: 'GET', query: AskedChanges, output: Changes, service: 'answers' },
  headlines: { method: 'GET', output: Headlines, service: 'answers' },
  calendar: { method: 'GET', query: AskedCalendar, output: ReleaseCalendar, service: 'answers' },
  // What a person has made.
  'same-companies': { method: 'GET', output: SameCompanies, service: 'answers' },
  'set-same-company': {
    method: 'POST',
    body: SetSameCompanyRequest,
    output: SameCompanies,
    service: 'answers',
    writes: true,
  },
  'work-version': { method: 'GET', output: WorkVersion, service: 'answers' },
  preferences: { method: 'GET', output: Preferences, service: 'answers' },
  'set-preferences': {
    method: 'POST',
    body: SetPreferencesRequest,
    output: Preferences,
    service: 'answers',
    writes: true,
  },
  saved: { method: 'GET', output: SavedItems, service: 'answers' },
  'item-versions': { method: 'GET', query: AskedItem, output: ItemVersions, service: 'answers' },
  'save-item': {
    method: 'POST',
    body: SaveItemRequest,
    output: SaveItemAnswer,
    service: 'answers',
    writes: true,
  },
  'remove-item': { method: 'POST', body: AskedItem, output: SavedItems, service: 'answers', writes: true },
  // What the team shares.
  'shared-items': { method: 'GET', output: KnownShared, service: 'answers' },
  'share-item': { method: 'POST', body: ShareRequest, output: KnownShared, service: 'answers' },
  'withdraw-item': { method: 'POST', body: AskedItem, output: KnownShared, service: 'answers' },
  freeze: { method: 'POST', body: FreezeRequest, output: Frozen, service: 'answers' },
  'check-frozen': { method: 'POST', body: FrozenRequest, output: FrozenCheck, service: 'answers' },
  'frozen-lines': { method: 'POST', body: FrozenRequest, output: FrozenLines, service: 'answers' },
  outgoing: { method: 'GET', query: AskedOutgoing, output: OutgoingRequests, service: 'answers' },
  'file-settings': { method: 'GET', output: FileSettings, service: 'answers' },
  'set-file-settings': {
    method: 'POST',
    body: SetFileSettingsRequest,
    output: FileSettings,
    service: 'answers',
    writes: true,
  },
  'port-holder': { method: 'GET', query: AskedPort, output: PortHolder },
  // Where the data come from.
  team: { method: 'GET', output: TeamChoice },
  'check-team': { method: 'POST', body: TeamRequest, output: CheckedTeam },
  'follow-team': { method: 'POST', body: TeamRequest, output: HostState },
  'leave-team': { method: 'POST', output: HostState },
  // API keys of other tools, the user's keys for publishers, and the vault that holds them.
  keys: { method: 'GET', output: ApiKeys, service: 'needed' },
  'key-calls': { method: 'GET', query: AskedKey, output: ApiCalls, service: 'answers' },
  'create-key': { method: 'POST', body: CreateKeyRequest, output: CreatedKey, service: 'needed' },
  'revoke-key': { method: 'POST', body: KeyRequest, output: RevokedKey, service: 'needed' },
  'copy-key': { method: 'POST', body: KeyRequest, output: CopiedKey, service: 'needed' },
  vault: { method: 'GET', output: VaultState },
  'choose-vault': { method: 'POST', body: VaultRequest, output: VaultState },
  'publisher-keys': { method: 'GET', output: PublisherKeys },
  'set-publisher-key': { method: 'POST', body: SetPublisherKeyRequest, output: PublisherKeys },
  'assistant-command': { method: 'GET', output: AssistantCommand },
  try: { method: 'POST', body: TryRequest, output: TryAnswer, service: 'needed' },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

/** Names of the actions that the host passes on to the service. */
export type PassedOn = {
  [Name in EndpointName]: Endpoints[Name] extends { service: 'answers' } ? Name : never;
}[EndpointName];

/** The schema of what is passed on to the service: the query or the body. */
export type PassedInput<Of> = Of extends { query: infer Query extends TSchema }
  ? Query
  : Of extends { body: infer Body extends TSchema }
    ? Body
    : typeof Nothing;

/** The query and the body that an action's handler gets; undefined if the endpoint has none, or if the body is bytes. */
export type QueryOf<Of> = Of extends { query: infer Query extends TSchema } ? Static<Query> : undefined;
export type BodyOf<Of> = Of extends { body: string }
  ? undefined
  : Of extends { body: infer Body extends TSchema }
    ? Static<Body>
    : undefined;
/** What an action's handler returns. */
export type OutputOf<Of> = Of extends { output: string }
  ? string
  : Of extends { output: infer Output extends TSchema }
    ? Static<Output>
    : never;
