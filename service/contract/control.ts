import type { ApiCall, ApiKeyLine, ApiKeys, PublisherWithKey } from './access.ts';
import type { DataState, FailedRun, RunLine } from './data-state.ts';
import type { ServiceDiagnostics } from './diagnostics.ts';
import type {
  AskedObservation,
  AskedSeries,
  ObservationExplanation,
  SeriesRevisions,
} from './explanation.ts';
import type { FailureCode } from './failure.ts';
import type { Rescue } from './incidents.ts';
import type { FilePreview, FileToIngest, IngestedFile, IngestProgress, RefreshedSource } from './ingest.ts';
import type { DataDamage } from './integrity.ts';
import type { BackUp, Restored, Storage } from './storage.ts';
import type { WrittenTable } from './table-export.ts';

/**
 * The channel between host and service process: messages of a child process, never HTTP, never argv or environment
 * (both can be read by other users). One map names every call; a handler that is missing does not compile.
 */

export type ServiceSettings = {
  dataDir: string;
  /** Wanted port; 0 picks a free one. */
  port: number;
  pageSize: number;
  /** Make sample data where the folder is empty. */
  sample: boolean;
  /** What the gateway sends as `Authorization: Bearer …`: exempt from limits, new at each launch. */
  internalCredential: string;
};

/** What a host may ask of the service beside starting and ending it: name → input and output, plain data both. */
export type ControlCalls = {
  /** Each file wholly or not at all, in the order given. */
  import: {
    input: { files: readonly FileToIngest[]; allowShrink?: boolean; allowJumps?: boolean };
    output: IngestedFile[];
  };
  /** Stores nothing. */
  preview: { input: { file: FileToIngest }; output: FilePreview };
  /** Fetches datasets from their publishers, one after the other; one that fails does not keep the others back. */
  refresh: {
    input: {
      datasets: readonly string[];
      allowShrink?: boolean;
      allowJumps?: boolean;
      /** An address or page where the user can be reached. The setting where it is absent. */
      contact?: string;
      /** Whether the user switched FRED on as a fallback. The setting where it is absent. */
      allowFred?: boolean;
      /** The user's keys of publishers (BLS, BEA, Census, FRED): out of the vault, over this channel and nowhere else. */
      keys?: PublisherSecrets;
    };
    output: { sources: RefreshedSource[]; failures: ({ dataset: string } & ControlFailure)[] };
  };
  /** When each dataset is refreshed by itself, and what was done last. */
  'data-state': { input: Record<string, never>; output: DataState };
  'set-auto-refresh': { input: { isOn: boolean }; output: DataState };
  /** The machine is about to sleep: ends a refresh of the schedule, which is made again after waking. */
  'pause-schedule': { input: Record<string, never>; output: null };
  /** For all refreshes that do not say otherwise. A contact that cannot be sent is 'wrong_usage'; '' is none. */
  'set-refresh-settings': { input: { allowFred: boolean; contact: string }; output: DataState };
  /** The newest runs, newest first. */
  runs: { input: { limit: number }; output: RunLine[] };
  /** The newest imports and refreshes that failed since the service started, newest first. */
  'failed-runs': { input: Record<string, never>; output: FailedRun[] };
  /** Makes sample data where no other data are held. @returns how many datasets were filled. */
  'make-sample': { input: Record<string, never>; output: { datasets: number } };
  /** What the files take, and the back-ups. */
  storage: { input: Record<string, never>; output: Storage };
  /** Copies the data; after what is under way. */
  'back-up': { input: Record<string, never>; output: BackUp };
  /** Puts a back-up in the place of the data: one of the folder by its name, or any file. What is none is 'invalid_file'. */
  restore: { input: { backUp: string } | { file: FileToIngest }; output: Restored };
  /** Reads what can be read of the file of an incident, and stores what is not held. One that names none is 'invalid_file'. */
  rescue: { input: { incident: string }; output: Rescue };
  /** Where the observation of a day comes from and what it was before. What names none is 'wrong_usage'. */
  explain: { input: AskedObservation; output: ObservationExplanation };
  /** What of a series was replaced, newest first. */
  revisions: { input: AskedSeries & { limit: number }; output: SeriesRevisions };
  /** Writes what is drawn. Paths of the JSON of a `TableExport`, and of a folder that takes the files and is the host's to remove. */
  'export-table': { input: { request: string; folder: string }; output: WrittenTable };
  /** How the service and its files are. Takes a moment: the files are read whole. */
  diagnostics: { input: Record<string, never>; output: ServiceDiagnostics };
  /** Keys of other tools, the oldest first, with their use up to this moment. */
  'api-keys': {
    input: Record<string, never>;
    output: { keys: ServiceKeyLine[]; limits: ApiKeys['limits'] };
  };
  /** The only answer that ever holds a key. A label that is none is 'wrong_usage'. */
  'create-api-key': { input: { label: string }; output: { line: ServiceKeyLine; key: string } };
  /** Holds from the next request on; twice is no error. 'unknown_key' where no key has the id. */
  'revoke-api-key': { input: { id: string }; output: ServiceKeyLine };
  /** The last requests that a key made since the service started, newest first. */
  'key-calls': { input: { id: string }; output: ApiCall[] };
};
/** A key as the service knows it: whether a copy is kept is the host's to say. */
export type ServiceKeyLine = Omit<ApiKeyLine, 'is_kept'>;
export type ControlName = keyof ControlCalls;

/** One call of the map, with an id that its answers carry. */
export type ControlCall = {
  [Name in ControlName]: { t: 'call'; id: number; name: Name; input: ControlCalls[Name]['input'] };
}[ControlName];

/** The user's keys, by publisher. They go into bodies of requests to that publisher, and are neither kept nor written down. */
export type PublisherSecrets = Readonly<Partial<Record<PublisherWithKey, string>>>;

/** What the service may ask of its host, when it needs it and never at its start: name → input and output. */
export type HostCalls = {
  /** The user's keys of publishers. `notes`: a sentence for each that should be there and could not be read. */
  'publisher-keys': {
    input: { publishers: readonly PublisherWithKey[] };
    output: { keys: PublisherSecrets; notes: readonly string[] };
  };
};
export type HostCallName = keyof HostCalls;

/** One call of that map, with an id that its answer carries. */
export type HostCall = {
  [Name in HostCallName]: { t: 'ask'; id: number; name: Name; input: HostCalls[Name]['input'] };
}[HostCallName];
export type HostAnswer = {
  [Name in HostCallName]: { t: 'answer'; id: number; name: Name; output: HostCalls[Name]['output'] };
}[HostCallName];

/** How a call ended. `at` is that of the Failure. 'bug': the service's log says more. */
export type ControlFailure = {
  code: FailureCode | 'bug';
  message: string;
  at?: { parameter?: string; file?: string; line?: number; column?: string };
};

export type HostMessage =
  | { t: 'init'; settings: ServiceSettings }
  | { t: 'ping'; id: number }
  | { t: 'shutdown'; deadlineMs: number }
  | ControlCall
  | HostAnswer
  /** Ends a call with 'cancelled' as soon as it may; without effect where it has ended. */
  | { t: 'cancel'; id: number };

export type ServiceMessage =
  | { t: 'listening'; port: number; pid: number; version: string }
  | { t: 'fatal'; code: FailureCode | 'bug'; message: string }
  /**
   * `requests`: how many the service has been sent over HTTP since its start, without those it refused to strangers. `damage` is absent
   * where none is known of.
   */
  | { t: 'pong'; id: number; requests: number; damage?: DataDamage }
  | { t: 'progress'; id: number; progress: IngestProgress }
  | { t: 'result'; id: number; ok: true; output: ControlCalls[ControlName]['output'] }
  | ({ t: 'result'; id: number; ok: false } & ControlFailure)
  | HostCall
  | { t: 'bye' };
