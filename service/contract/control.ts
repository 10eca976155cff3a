import { type Static, Type } from 'typebox';
import { CreateKeyRequest, KeyLimits, PublisherWithKey, ServiceKeyLine } from './access.ts';
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
import { OutgoingRequest } from './preferences.ts';
import { list, Nothing } from './schema.ts';
import { Restored } from './storage.ts';
import { AskedExport, WrittenTable } from './table-export.ts';
import { FollowedTeam } from './team.ts';

/**
 * The channel between the host and the service process. It uses messages to and from a child process, never HTTP, and never command
 * line arguments or environment variables, which other users can read. Calls in both directions go through `service/process/rpc.ts`.
 */

/** The user's keys, by publisher. They are only sent in requests to that publisher; the service neither stores nor logs them. */
export const PublisherSecrets = Type.Unsafe<Readonly<Partial<Record<PublisherWithKey, string>>>>(
  Type.Object({}, { additionalProperties: Type.String() }),
);
export type PublisherSecrets = Static<typeof PublisherSecrets>;

/** Calls to the service that are not endpoints of the gateway. */
const OWN_CALLS = {
  /** Imports files in the order given. Each file is stored completely or not at all. */
  import: {
    input: Type.Interface([Type.Partial(Allowed)], { files: list(FileToIngest) }),
    output: list(IngestedFile),
    progress: IngestProgress,
    writes: true,
  },
  /** Says what a file contains and what an import would change. Stores nothing. */
  preview: { input: Type.Object({ file: FileToIngest }), output: FilePreview, progress: IngestProgress },
  /** Fetches datasets from their publishers, one after the other. If one fails, the others are still fetched. */
  refresh: {
    input: Type.Interface([Type.Partial(Allowed)], {
      datasets: list(Type.String()),
      /** E-mail address or web page of the user, sent to publishers. If absent, the user's setting is used. */
      contact: Type.Optional(Type.String()),
      /** Whether FRED may be used as a fallback. If absent, the user's setting is used. */
      allowFred: Type.Optional(Type.Boolean()),
      /** The user's keys for publishers, from the vault. They are sent over this channel only. */
      keys: Type.Optional(PublisherSecrets),
    }),
    output: Type.Object({
      sources: list(RefreshedSource),
      failures: list(Type.Interface([CallFailure], { dataset: Type.String() })),
    }),
    progress: IngestProgress,
    writes: true,
  },
  /** The computer is about to sleep: ends a scheduled refresh, which is repeated after waking. */
  'pause-schedule': { input: Nothing, output: Type.Null() },
  /** Replaces the data by a back-up: one in the back-up folder, by name, or any file. 'invalid_file' if it is not a back-up. */
  restore: {
    input: Type.Union([Type.Object({ backUp: Type.String() }), Type.Object({ file: FileToIngest })]),
    output: Restored,
    writes: true,
  },
  /** Reads all it can from an incident's damaged file and stores what is missing. 'invalid_file' if the incident has no such file. */
  rescue: {
    input: Type.Object({ incident: Type.String() }),
    output: Rescue,
    progress: IngestProgress,
    writes: true,
  },
  /** Writes the lines of a chart, or a list of constituents, to files in `folder`, which the host removes later. */
  'export-view': {
    input: Type.Object({ asked: AskedExport, folder: Type.String() }),
    output: WrittenTable,
    progress: IngestProgress,
  },
  /** Reports on the service and checks its files. This takes a moment because the files are read completely. */
  diagnostics: { input: Nothing, output: ServiceDiagnostics },
  /** Adds a request of the host itself to what left this computer. */
  'note-outgoing': { input: Type.Omit(OutgoingRequest, ['id']), output: Type.Null(), writes: true },
  /** API keys of other tools, oldest first, with their use up to now. */
  'api-keys': { input: Nothing, output: Type.Object({ keys: list(ServiceKeyLine), limits: KeyLimits }) },
  /** The only answer of the service that contains an API key. 'wrong_usage' if the label is empty, too long or has several lines. */
  'create-api-key': {
    input: CreateKeyRequest,
    output: Type.Object({ line: ServiceKeyLine, key: Type.String() }),
    writes: true,
  },
  /** Takes effect from the next request on. Revoking a key again is not an error. 'unknown_key' if no key has the id. */
  'revoke-api-key': { input: Type.Object({ id: Type.String() }), output: ServiceKeyLine, writes: true },
} as const satisfies Readonly<Record<string, Call>>;

/** All calls that a host can make to the service: the endpoints that the gateway passes on, and `OWN_CALLS`. */
export type ServiceCalls = typeof OWN_CALLS & {
  [Name in PassedOn]: {
    input: PassedInput<Endpoints[Name]>;
    output: Endpoints[Name]['output'];
    writes?: true;
  };
};
/** The table of those calls, for `callerOf` and `answererOf`. */
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

/** Calls that the service makes to its host when it needs something, never at its start. */
export const HOST_CALLS = {
  /** The user's keys for these publishers. `notes`: a sentence for each stored key that could not be read. */
  'publisher-keys': {
    input: Type.Object({ publishers: list(PublisherWithKey) }),
    output: Type.Object({ keys: PublisherSecrets, notes: list(Type.String()) }),
  },
} as const satisfies Readonly<Record<string, Call>>;
export type HostCalls = typeof HOST_CALLS;

export const ServiceSettings = Type.Object({
  dataDir: Type.String(),
  /** The port to listen on; 0 picks a free one. */
  port: Type.Integer(),
  pageSize: Type.Integer(),
  /** Whether to make sample data if the folder is empty. */
  sample: Type.Boolean(),
  /** Credential that the gateway sends as `Authorization: Bearer …`. It is exempt from limits, and new at each launch. */
  internalCredential: Type.String(),
  /** Shows the data of this team, as a copy that follows, instead of those of the folder. */
  follow: Type.Optional(FollowedTeam),
});
export type ServiceSettings = Static<typeof ServiceSettings>;

/** Messages with which a host starts, watches and ends the service. */
export const HostMessage = Type.Union([
  Type.Object({ t: Type.Literal('init'), settings: ServiceSettings }),
  Type.Object({ t: Type.Literal('ping'), id: Type.Integer() }),
  Type.Object({ t: Type.Literal('shutdown'), deadlineMs: Type.Number() }),
]);
export type HostMessage = Static<typeof HostMessage>;

/** What the service answers to a `HostMessage`. */
export const ServiceMessage = Type.Union([
  Type.Object({
    t: Type.Literal('listening'),
    port: Type.Integer(),
    pid: Type.Integer(),
    version: Type.String(),
  }),
  /** The service could not start, or cannot continue. */
  Type.Interface([Type.Omit(CallFailure, ['at'])], { t: Type.Literal('fatal') }),
  /**
   * `requests`: HTTP requests since the start, without those that were refused because they had no valid key. `damage`: absent if no
   * damage is known.
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
