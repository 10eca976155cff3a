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
  VaultRequest,
  VaultState,
} from './access.ts';
import {
  AppState,
  AutoRefreshRequest,
  CancelRequest,
  type Capability,
  DataJobs,
  DataState,
  DownloadRequest,
  DownloadTicket,
  RefreshRequest,
  RefreshSettingsRequest,
  RunLogAnswer,
  StartupMarks,
  UndoImportRequest,
  Upload,
  UploadRequest,
} from './app-state.ts';
import { AskedCalendar, AskedChanges, BriefChanges, Headlines, ReleaseCalendar } from './brief.ts';
import {
  AskedList,
  AskedObservation,
  AskedSeries,
  ListExplanation,
  ObservationExplanation,
  RevisionsAnswer,
} from './explanation.ts';
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
  SameCompanies,
  SavedItems,
  SaveItemAnswer,
  SaveItemRequest,
  SetSameCompanyRequest,
  WorkVersion,
} from './saved.ts';
import { Nothing } from './schema.ts';
import { AskedPort, FileSettings, PortHolderAnswer, SetFileSettingsRequest } from './settings.ts';
import { KnownShared, ShareRequest } from './shared.ts';
import { BackUp, Restored, RestoreRequest, Storage } from './storage.ts';
import {
  CancelExportRequest,
  EXPORT_ID,
  ExportAnswer,
  ExportProgress,
  ExportRequest,
  PublishedExportRequest,
} from './table-export.ts';
import { CheckedTeam, TeamChoice, TeamRequest, TeamState } from './team.ts';

/** One action: `GET` or `POST /host/<name>` on the page's port. */
export type Endpoint = {
  method: 'GET' | 'POST';
  /** Query parameters: `?id=…`. An absent parameter gets the `default` of its schema. */
  query?: TObject;
  /** Schema of the JSON body; 'bytes': the body is a file, which the handler reads. */
  body?: TSchema | 'bytes';
  /** Schema of the JSON answer; 'text': plain text for people. */
  output: TSchema | 'text';
  /** 202: the work continues after the answer. Absent: 200. */
  status?: 202;
  /** The capability that the page needs (`AppState.can`); absent: a signed-in page needs none. */
  needs?: Capability;
};

const ExportId = Type.Object({
  id: Type.String({ pattern: EXPORT_ID, description: '8 to 64 letters or digits', default: '' }),
});
/** The ticket of the export's address, `/download/TICKET`. */
const AskedSidecar = Type.Object({ ticket: Type.String({ default: '' }) });
const FileName = Type.Object({ name: Type.String({ default: 'file' }) });

/** Every action of a page. The page's client and the service's routes are made from this table. */
export const ENDPOINTS = {
  // The app itself.
  state: { method: 'GET', output: AppState },
  // The service answers, then ends; the shell starts it again, or ends too.
  'restart-service': { method: 'POST', output: Nothing, needs: 'computer' },
  quit: { method: 'POST', output: Nothing, needs: 'computer' },
  'dismiss-incident': { method: 'POST', body: IncidentRequest, output: AppState, needs: 'computer' },
  'startup-marks': { method: 'POST', body: StartupMarks, output: Nothing, needs: 'computer' },
  diagnostics: { method: 'GET', output: 'text', needs: 'computer' },
  // For the window: the provenance of a saved export, to write beside it; '' if there is none.
  sidecar: { method: 'GET', query: AskedSidecar, output: 'text', needs: 'computer' },
  // Exports and downloads.
  download: { method: 'POST', body: DownloadRequest, output: DownloadTicket, needs: 'computer' },
  export: { method: 'POST', query: ExportId, body: ExportRequest, output: ExportAnswer },
  'export-published': {
    method: 'POST',
    query: ExportId,
    body: PublishedExportRequest,
    output: ExportAnswer,
    needs: 'computer',
  },
  'export-progress': { method: 'GET', query: ExportId, output: ExportProgress, needs: 'computer' },
  'cancel-export': { method: 'POST', body: CancelExportRequest, output: Nothing, needs: 'computer' },
  // The data: their state, imports, refreshes, back-ups.
  'data-state': { method: 'GET', output: DataState, needs: 'computer' },
  'team-state': { method: 'GET', output: TeamState, needs: 'computer' },
  runs: { method: 'GET', output: RunLogAnswer, needs: 'computer' },
  explain: { method: 'GET', query: AskedObservation, output: ObservationExplanation },
  'explain-list': { method: 'GET', query: AskedList, output: ListExplanation },
  revisions: { method: 'GET', query: AskedSeries, output: RevisionsAnswer },
  'auto-refresh': { method: 'POST', body: AutoRefreshRequest, output: DataState, needs: 'computer' },
  'refresh-settings': { method: 'POST', body: RefreshSettingsRequest, output: DataState, needs: 'computer' },
  'make-sample': { method: 'POST', output: Type.Object({ datasets: Type.Integer() }), needs: 'import' },
  'undo-import': { method: 'POST', body: UndoImportRequest, output: UndoneImport, needs: 'import' },
  storage: { method: 'GET', output: Storage, needs: 'computer' },
  'back-up': { method: 'POST', output: BackUp, needs: 'computer' },
  restore: { method: 'POST', body: RestoreRequest, output: Restored, needs: 'import' },
  jobs: { method: 'GET', output: DataJobs, needs: 'computer' },
  refresh: { method: 'POST', body: RefreshRequest, output: DataJobs, status: 202, needs: 'import' },
  upload: { method: 'POST', query: FileName, body: 'bytes', output: Upload, needs: 'computer' },
  preview: { method: 'POST', body: UploadRequest, output: DataJobs, status: 202, needs: 'import' },
  import: { method: 'POST', body: UploadRequest, output: DataJobs, status: 202, needs: 'import' },
  discard: { method: 'POST', body: UploadRequest, output: Nothing, needs: 'computer' },
  cancel: { method: 'POST', body: CancelRequest, output: DataJobs, needs: 'computer' },
  rescue: { method: 'POST', body: IncidentRequest, output: DataJobs, status: 202, needs: 'import' },
  // Changes and coming releases.
  changes: { method: 'GET', query: AskedChanges, output: BriefChanges },
  headlines: { method: 'GET', output: Headlines },
  calendar: { method: 'GET', query: AskedCalendar, output: ReleaseCalendar },
  // The person's own work.
  'same-companies': { method: 'GET', output: SameCompanies },
  'set-same-company': { method: 'POST', body: SetSameCompanyRequest, output: SameCompanies },
  'work-version': { method: 'GET', output: WorkVersion },
  preferences: { method: 'GET', output: Preferences },
  'set-preferences': { method: 'POST', body: SetPreferencesRequest, output: Preferences },
  saved: { method: 'GET', output: SavedItems },
  'item-versions': { method: 'GET', query: AskedItem, output: ItemVersions },
  'save-item': { method: 'POST', body: SaveItemRequest, output: SaveItemAnswer },
  'remove-item': { method: 'POST', body: AskedItem, output: SavedItems },
  // Items shared in the team.
  'shared-items': { method: 'GET', output: KnownShared },
  'share-item': { method: 'POST', body: ShareRequest, output: KnownShared },
  'withdraw-item': { method: 'POST', body: AskedItem, output: KnownShared },
  freeze: { method: 'POST', body: FreezeRequest, output: Frozen },
  'check-frozen': { method: 'POST', body: FrozenRequest, output: FrozenCheck },
  'frozen-lines': { method: 'POST', body: FrozenRequest, output: FrozenLines },
  outgoing: { method: 'GET', query: AskedOutgoing, output: OutgoingRequests, needs: 'computer' },
  'file-settings': { method: 'GET', output: FileSettings, needs: 'computer' },
  'set-file-settings': {
    method: 'POST',
    body: SetFileSettingsRequest,
    output: FileSettings,
    needs: 'computer',
  },
  'port-holder': { method: 'GET', query: AskedPort, output: PortHolderAnswer, needs: 'computer' },
  // Source of the data.
  team: { method: 'GET', output: TeamChoice, needs: 'computer' },
  'check-team': { method: 'POST', body: TeamRequest, output: CheckedTeam, needs: 'computer' },
  // Both restart the service, as 'restart-service' does.
  'follow-team': { method: 'POST', body: TeamRequest, output: Nothing, needs: 'computer' },
  'leave-team': { method: 'POST', output: Nothing, needs: 'computer' },
  // API keys of other tools, the user's keys for publishers, and the vault for these keys.
  keys: { method: 'GET', output: ApiKeys, needs: 'keys' },
  'key-calls': { method: 'GET', query: AskedKey, output: ApiCalls, needs: 'keys' },
  'create-key': { method: 'POST', body: CreateKeyRequest, output: CreatedKey, needs: 'keys' },
  'revoke-key': { method: 'POST', body: KeyRequest, output: RevokedKey, needs: 'keys' },
  'copy-key': { method: 'POST', body: KeyRequest, output: CopiedKey, needs: 'keys' },
  vault: { method: 'GET', output: VaultState, needs: 'keys' },
  'choose-vault': { method: 'POST', body: VaultRequest, output: VaultState, needs: 'keys' },
  'publisher-keys': { method: 'GET', output: PublisherKeys, needs: 'keys' },
  'set-publisher-key': { method: 'POST', body: SetPublisherKeyRequest, output: PublisherKeys, needs: 'keys' },
  'assistant-command': { method: 'GET', output: AssistantCommand, needs: 'computer' },
  try: { method: 'POST', body: TryRequest, output: TryAnswer, needs: 'keys' },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type { Capability };
export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

export type OpenEndpoint = {
  [Name in EndpointName]: Endpoints[Name] extends { needs: Capability } ? never : Name;
}[EndpointName];

/** The query and the body of an action; undefined if the endpoint has none, or if the body is bytes. */
export type QueryOf<Of> = Of extends { query: infer Query extends TSchema } ? Static<Query> : undefined;
export type BodyOf<Of> = Of extends { body: string }
  ? undefined
  : Of extends { body: infer Body extends TSchema }
    ? Static<Body>
    : undefined;
/** The first argument of an action's handler: the body, or the query if there is no body. */
export type InputOf<Of> = Of extends { body: infer Body extends TSchema }
  ? Body extends string
    ? QueryOf<Of>
    : Static<Body>
  : Of extends { query: infer Query extends TSchema }
    ? Static<Query>
    : Record<never, never>;
export type OutputOf<Of> = Of extends { output: string }
  ? string
  : Of extends { output: infer Output extends TSchema }
    ? Static<Output>
    : never;
