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

/** One action: `GET` or `POST /host/<name>` on the page's port. */
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
};

/** The id that the page chose for its export. */
const ExportId = Type.Object({
  id: Type.String({
    pattern: EXPORT_ID,
    description: '8 to 64 letters or digits',
    default: '',
  }),
});
/** The ticket of `/download/TICKET` by which the export was fetched. */
const AskedSidecar = Type.Object({ ticket: Type.String({ default: '' }) });
const FileName = Type.Object({ name: Type.String({ default: 'file' }) });

/** Every action that a page may ask for. The page's client and the service's routes are made of this table. */
export const ENDPOINTS = {
  // The app itself.
  state: { method: 'GET', output: HostState },
  // The answer comes first; then the service ends, and the shell starts it again, or ends too.
  'restart-service': { method: 'POST', output: Nothing },
  quit: { method: 'POST', output: Nothing },
  'dismiss-incident': { method: 'POST', body: IncidentRequest, output: HostState },
  presence: { method: 'POST', body: PresenceRequest, output: Nothing },
  'startup-marks': { method: 'POST', body: StartupMarks, output: Nothing },
  diagnostics: { method: 'GET', output: 'text' },
  // For the window: the provenance of an export that was saved, to write beside it. '': it has none.
  sidecar: { method: 'GET', query: AskedSidecar, output: 'text' },
  // Exports and downloads.
  download: { method: 'POST', body: DownloadRequest, output: DownloadTicket },
  export: { method: 'POST', query: ExportId, body: AskedExport, output: ExportAnswer },
  'export-published': { method: 'POST', query: ExportId, body: PublishedExport, output: ExportAnswer },
  'export-progress': { method: 'GET', query: ExportId, output: ExportProgress },
  'cancel-export': { method: 'POST', body: CancelExportRequest, output: Nothing },
  // The data: their state, imports, refreshes, back-ups.
  'data-state': { method: 'GET', output: DataState },
  'team-state': { method: 'GET', output: TeamState },
  runs: { method: 'GET', output: RunLog },
  explain: { method: 'GET', query: AskedObservation, output: ObservationExplanation },
  'explain-list': { method: 'GET', query: AskedList, output: ListExplanation },
  revisions: { method: 'GET', query: AskedSeries, output: SeriesRevisions },
  'auto-refresh': { method: 'POST', body: AutoRefreshRequest, output: DataState },
  'refresh-settings': { method: 'POST', body: RefreshSettingsRequest, output: DataState },
  'make-sample': {
    method: 'POST',
    output: Type.Object({ datasets: Type.Integer() }),
  },
  'undo-import': {
    method: 'POST',
    body: UndoImportRequest,
    output: UndoneImport,
  },
  storage: { method: 'GET', output: Storage },
  'back-up': { method: 'POST', output: BackUp },
  restore: { method: 'POST', body: RestoreRequest, output: Restored },
  jobs: { method: 'GET', output: HostJobs },
  refresh: { method: 'POST', body: RefreshRequest, output: HostJobs, status: 202 },
  upload: { method: 'POST', query: FileName, body: 'bytes', output: Upload },
  preview: { method: 'POST', body: UploadRequest, output: HostJobs, status: 202 },
  import: { method: 'POST', body: UploadRequest, output: HostJobs, status: 202 },
  discard: { method: 'POST', body: UploadRequest, output: Nothing },
  cancel: { method: 'POST', body: CancelRequest, output: HostJobs },
  rescue: { method: 'POST', body: IncidentRequest, output: HostJobs, status: 202 },
  // What is new, and what comes next.
  changes: { method: 'GET', query: AskedChanges, output: Changes },
  headlines: { method: 'GET', output: Headlines },
  calendar: { method: 'GET', query: AskedCalendar, output: ReleaseCalendar },
  // What a person has made.
  'same-companies': { method: 'GET', output: SameCompanies },
  'set-same-company': {
    method: 'POST',
    body: SetSameCompanyRequest,
    output: SameCompanies,
  },
  'work-version': { method: 'GET', output: WorkVersion },
  preferences: { method: 'GET', output: Preferences },
  'set-preferences': {
    method: 'POST',
    body: SetPreferencesRequest,
    output: Preferences,
  },
  saved: { method: 'GET', output: SavedItems },
  'item-versions': { method: 'GET', query: AskedItem, output: ItemVersions },
  'save-item': {
    method: 'POST',
    body: SaveItemRequest,
    output: SaveItemAnswer,
  },
  'remove-item': { method: 'POST', body: AskedItem, output: SavedItems },
  // What the team shares.
  'shared-items': { method: 'GET', output: KnownShared },
  'share-item': { method: 'POST', body: ShareRequest, output: KnownShared },
  'withdraw-item': { method: 'POST', body: AskedItem, output: KnownShared },
  freeze: { method: 'POST', body: FreezeRequest, output: Frozen },
  'check-frozen': { method: 'POST', body: FrozenRequest, output: FrozenCheck },
  'frozen-lines': { method: 'POST', body: FrozenRequest, output: FrozenLines },
  outgoing: { method: 'GET', query: AskedOutgoing, output: OutgoingRequests },
  'file-settings': { method: 'GET', output: FileSettings },
  'set-file-settings': {
    method: 'POST',
    body: SetFileSettingsRequest,
    output: FileSettings,
  },
  'port-holder': { method: 'GET', query: AskedPort, output: PortHolder },
  // Where the data come from.
  team: { method: 'GET', output: TeamChoice },
  'check-team': { method: 'POST', body: TeamRequest, output: CheckedTeam },
  // Both start the service again, as 'restart-service' does.
  'follow-team': { method: 'POST', body: TeamRequest, output: Nothing },
  'leave-team': { method: 'POST', output: Nothing },
  // API keys of other tools, the user's keys for publishers, and the vault that holds them.
  keys: { method: 'GET', output: ApiKeys },
  'key-calls': { method: 'GET', query: AskedKey, output: ApiCalls },
  'create-key': { method: 'POST', body: CreateKeyRequest, output: CreatedKey },
  'revoke-key': { method: 'POST', body: KeyRequest, output: RevokedKey },
  'copy-key': { method: 'POST', body: KeyRequest, output: CopiedKey },
  vault: { method: 'GET', output: VaultState },
  'choose-vault': { method: 'POST', body: VaultRequest, output: VaultState },
  'publisher-keys': { method: 'GET', output: PublisherKeys },
  'set-publisher-key': { method: 'POST', body: SetPublisherKeyRequest, output: PublisherKeys },
  'assistant-command': { method: 'GET', output: AssistantCommand },
  try: { method: 'POST', body: TryRequest, output: TryAnswer },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

/** The query and the body of an action; undefined if the endpoint has none, or if the body is bytes. */
export type QueryOf<Of> = Of extends { query: infer Query extends TSchema } ? Static<Query> : undefined;
export type BodyOf<Of> = Of extends { body: string }
  ? undefined
  : Of extends { body: infer Body extends TSchema }
    ? Static<Body>
    : undefined;
/** What an action's handler gets first: the body, or the query where there is no body. */
export type InputOf<Of> = Of extends { body: infer Body extends TSchema }
  ? Body extends string
    ? QueryOf<Of>
    : Static<Body>
  : Of extends { query: infer Query extends TSchema }
    ? Static<Query>
    : Record<never, never>;
/** What an action's handler returns. */
export type OutputOf<Of> = Of extends { output: string }
  ? string
  : Of extends { output: infer Output extends TSchema }
    ? Static<Output>
    : never;
