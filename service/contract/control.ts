import { type Static, Type } from 'typebox';
import { KeyLimits, PublisherWithKey, ServiceKeyLine } from './access.ts';
import { type Call, CallFailure } from './call.ts';
import { ServiceDiagnostics } from './diagnostics.ts';
import { ENDPOINTS, type Endpoint, type Endpoints, type PassedInput, type PassedOn } from './endpoints.ts';
import { Rescue } from './incidents.ts';
import {
  Allowed,
  FilePreview,
  FileToIngest,
  IngestedFile,
  IngestProgress,
  RefreshedSource,
} from './ingest.ts';
import { DataDamage } from './integrity.ts';
import { list, Nothing } from './schema.ts';
import { Restored } from './storage.ts';
import { ViewExport, WrittenTable } from './table-export.ts';

/**
 * The channel between host and service process: messages of a child process, never HTTP, never argv or environment
 * (both can be read by other users). The calls that host and service make of each other go over `service/process/rpc.ts`.
 */

/** The user's keys, by publisher. They go into bodies of requests to that publisher, and are neither kept nor written down. */
export const PublisherSecrets = Type.Unsafe<Readonly<Partial<Record<PublisherWithKey, string>>>>(
  Type.Object({}, { additionalProperties: Type.String() }),
);
export type PublisherSecrets = Static<typeof PublisherSecrets>;

/** What only the host asks of the service. */
const OWN_CALLS = {
  /** Each file wholly or not at all, in the order given. */
  import: {
    input: Type.Interface([Type.Partial(Allowed)], { files: list(FileToIngest) }),
    output: list(IngestedFile),
    progress: IngestProgress,
    writes: true,
  },
  /** Stores nothing. */
  preview: { input: Type.Object({ file: FileToIngest }), output: FilePreview, progress: IngestProgress },
  /** Fetches datasets from their publishers, one after the other; one that fails does not keep the others back. */
  refresh: {
    input: Type.Interface([Type.Partial(Allowed)], {
      datasets: list(Type.String()),
      /** An address or page where the user can be reached. The setting where it is absent. */
      contact: Type.Optional(Type.String()),
      /** Whether the user switched FRED on as a fallback. The setting where it is absent. */
      allowFred: Type.Optional(Type.Boolean()),
      /** The user's keys of publishers: out of the vault, over this channel and nowhere else. */
      keys: Type.Optional(PublisherSecrets),
    }),
    output: Type.Object({
      sources: list(RefreshedSource),
      failures: list(Type.Interface([CallFailure], { dataset: Type.String() })),
    }),
    progress: IngestProgress,
    writes: true,
  },
  /** The machine is about to sleep: ends a refresh of the schedule, which is made again after waking. */
  'pause-schedule': { input: Nothing, output: Type.Null() },
  /** Puts a back-up in the place of the data: one of the folder by its name, or any file. What is none is 'invalid_file'. */
  restore: {
    input: Type.Union([Type.Object({ backUp: Type.String() }), Type.Object({ file: FileToIngest })]),
    output: Restored,
    writes: true,
  },
  /** Reads what can be read of the file of an incident, and stores what is not held. One that names none is 'invalid_file'. */
  rescue: {
    input: Type.Object({ incident: Type.String() }),
    output: Rescue,
    progress: IngestProgress,
    writes: true,
  },
  /** Writes what is drawn. Paths of the JSON of a `TableExport`, and of a folder that takes the files and is the host's to remove. */
  'export-view': {
    input: Type.Object({ asked: ViewExport, folder: Type.String() }),
    output: WrittenTable,
    progress: IngestProgress,
  },
  /** How the service and its files are. Takes a moment: the files are read whole. */
  diagnostics: { input: Nothing, output: ServiceDiagnostics },
  /** Keys of other tools, the oldest first, with their use up to this moment. */
  'api-keys': { input: Nothing, output: Type.Object({ keys: list(ServiceKeyLine), limits: KeyLimits }) },
  /** The only answer that ever holds a key. A label that is none is 'wrong_usage'. */
  'create-api-key': {
    input: Type.Object({ label: Type.String() }),
    output: Type.Object({ line: ServiceKeyLine, key: Type.String() }),
    writes: true,
  },
  /** Holds from the next request on; twice is no error. 'unknown_key' where no key has the id. */
  'revoke-api-key': { input: Type.Object({ id: Type.String() }), output: ServiceKeyLine, writes: true },
} as const satisfies Readonly<Record<string, Call>>;

/** What a host may ask of the service: the endpoints that are passed on to it, and calls of its own. */
export type ServiceCalls = typeof OWN_CALLS & {
  [Name in PassedOn]: {
    input: PassedInput<Endpoints[Name]>;
    output: Endpoints[Name]['output'];
    writes?: true;
  };
};
export const SERVICE_CALLS = { ...passedOn(), ...OWN_CALLS } as ServiceCalls;
export type ServiceCallName = keyof ServiceCalls;

function passedOn(): Record<string, Call> {
  const calls: Record<string, Call> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS)) {
    const { service, query, body, output, writes } = endpoint;
    if (service !== 'answers' || typeof body === 'string' || output === 'text') continue;
    calls[name] = { input: query ?? body ?? Nothing, output, ...(writes && { writes }) };
  }
  return calls;
}

/** What the service may ask of its host, when it needs it and never at its start. */
export const HOST_CALLS = {
  /** The user's keys of publishers. `notes`: a sentence for each that should be there and could not be read. */
  'publisher-keys': {
    input: Type.Object({ publishers: list(PublisherWithKey) }),
    output: Type.Object({ keys: PublisherSecrets, notes: list(Type.String()) }),
  },
} as const satisfies Readonly<Record<string, Call>>;
export type HostCalls = typeof HOST_CALLS;

export const ServiceSettings = Type.Object({
  dataDir: Type.String(),
  /** Wanted port; 0 picks a free one. */
  port: Type.Integer(),
  pageSize: Type.Integer(),
  /** Make sample data where the folder is empty. */
  sample: Type.Boolean(),
  /** What the gateway sends as `Authorization: Bearer …`: exempt from limits, new at each launch. */
  internalCredential: Type.String(),
});
export type ServiceSettings = Static<typeof ServiceSettings>;

/** How a host starts, watches and ends the service, beside its calls. */
export const HostMessage = Type.Union([
  Type.Object({ t: Type.Literal('init'), settings: ServiceSettings }),
  Type.Object({ t: Type.Literal('ping'), id: Type.Integer() }),
  Type.Object({ t: Type.Literal('shutdown'), deadlineMs: Type.Number() }),
]);
export type HostMessage = Static<typeof HostMessage>;

/** What the service says to that. */
export const ServiceMessage = Type.Union([
  Type.Object({
    t: Type.Literal('listening'),
    port: Type.Integer(),
    pid: Type.Integer(),
    version: Type.String(),
  }),
  /** It could not start, or cannot go on. */
  Type.Interface([Type.Omit(CallFailure, ['at'])], { t: Type.Literal('fatal') }),
  /**
   * `requests`: how many the service has been sent over HTTP since its start, without those it refused to strangers. `damage` is absent
   * where none is known of.
   */
  Type.Object({
    t: Type.Literal('pong'),
    id: Type.Integer(),
    requests: Type.Integer(),
    damage: Type.Optional(DataDamage),
  }),
  Type.Object({ t: Type.Literal('bye') }),
]);
export type ServiceMessage = Static<typeof ServiceMessage>;
