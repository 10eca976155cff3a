import { type Static, Type } from 'typebox';
import type { FailureCode } from './failure.ts';
import { orNull } from './schema.ts';

/** Messages between shell and service. Arguments and variables would be readable to other users. */

/** Settings for serving the app's page too. `almanac serve` has none of these. */
export const PageStart = Type.Object({
  mode: Type.Enum(['desktop', 'browser']),
  /** The port of the page on 127.0.0.1; 0 picks a free one. */
  port: Type.Integer(),
  /** Whether only this port will do, because a person asked for it or the page is open there. */
  isPortFixed: Type.Boolean(),
  folder: Type.String(),
  /** Signs the pages' sessions. It outlives restarts of the service, so that pages stay signed in. */
  sessionSecret: Type.String(),
  /** Credential for `POST /control/<action>`, which is written to running.json. */
  controlSecret: Type.String(),
  /** The user's keys in the shell's environment, by the variable's name (`ALMANAC_KEY_BLS`). */
  environmentKeys: Type.Record(Type.String(), Type.String()),
  logFile: Type.String(),
  /** The shell's process, and its runtime's versions (`process.versions`). */
  shell: Type.Object({ pid: Type.Integer(), versions: Type.Record(Type.String(), Type.String()) }),
  /** The shell's start (ms since 1970), its marks (ms since then), and the file for a report, or null. */
  startup: Type.Object({
    origin: Type.Number(),
    marks: Type.Record(Type.String(), Type.Number()),
    report: orNull(Type.String()),
  }),
});
export type PageStart = Static<typeof PageStart>;

export const ServiceStart = Type.Object({
  dataDir: Type.String(),
  /** The API's port that a person asked for; absent: the port of the settings, or any if that is taken. */
  port: Type.Optional(Type.Integer()),
  /** The API's port before a restart of the service, which is preferred to other free ports. */
  portBefore: Type.Optional(Type.Integer()),
  pageSize: Type.Integer(),
  sample: Type.Boolean(),
  page: PageStart,
});
export type ServiceStart = Static<typeof ServiceStart>;

/** The keychain's answer to a request. No message about it is ever logged. */
export const KeychainAnswer = Type.Union([
  /** `value` of 'read': null if the keychain has no such secret, and also if it is locked. */
  Type.Object({ t: Type.Literal('done'), value: orNull(Type.String()) }),
  /** keytar cannot be loaded: it is not installed, or its library is missing. */
  Type.Object({ t: Type.Literal('unavailable'), message: Type.String() }),
  /** The message is the keychain's own. */
  Type.Object({ t: Type.Literal('refused'), message: Type.String() }),
  /** No answer by the deadline. Whether the keychain carried out the request is unknown. */
  Type.Object({ t: Type.Literal('overdue') }),
  /** The process that talks to the keychain ended before it answered. */
  Type.Object({ t: Type.Literal('ended') }),
]);
export type KeychainAnswer = Static<typeof KeychainAnswer>;

/** Place of a secret: the keychain, or the shell's memory, which outlives a restart of the service. */
const place = Type.Enum(['keychain', 'memory']);
const account = Type.String();

/** A request for a secret. `account`: 'api-key:<id>', 'publisher:<name>' or 'team:<address>'. */
export const KeychainRequest = Type.Union([
  Type.Object({ act: Type.Literal('read'), place, account }),
  Type.Object({ act: Type.Literal('write'), place, account, secret: Type.String() }),
  Type.Object({ act: Type.Literal('remove'), place, account }),
]);
export type KeychainRequest = Static<typeof KeychainRequest>;

export const ShellMessage = Type.Union([
  Type.Object({ t: Type.Literal('start'), settings: ServiceStart }),
  /** Running requests may take until the deadline. */
  Type.Object({ t: Type.Literal('stop'), deadlineMs: Type.Number() }),
  Type.Object({ t: Type.Literal('keychain-answer'), id: Type.Integer(), answer: KeychainAnswer }),
]);
export type ShellMessage = Static<typeof ShellMessage>;

export const ServiceMessage = Type.Union([
  /** The page's port listens; it answers with the page's files, and with all else once the service has started. */
  Type.Object({ t: Type.Literal('page'), pagePort: Type.Integer(), token: Type.String() }),
  /** `token`: good once, for a page that opens `http://127.0.0.1:PORT/#t=TOKEN`. */
  Type.Object({
    t: Type.Literal('listening'),
    port: Type.Integer(),
    pagePort: Type.Integer(),
    token: Type.String(),
  }),
  /** The service could not start, or cannot continue, and another start would fail too. */
  Type.Object({
    t: Type.Literal('fatal'),
    /** 'bug': an unexpected error, with details in the log. */
    code: Type.Unsafe<FailureCode | 'bug'>(Type.String()),
    message: Type.String(),
  }),
  Type.Object({
    t: Type.Literal('keychain'),
    id: Type.Integer(),
    /** Whether the keychain may show a prompt, which a person needs time to answer. */
    mayPrompt: Type.Boolean(),
    request: KeychainRequest,
  }),
]);
export type ServiceMessage = Static<typeof ServiceMessage>;

export const SERVICE_EXITS = {
  /** The shell or a person asked the service to end; the shell ends too. */
  done: 0,
  /** The service could not start, or cannot continue (message 'fatal'), or it crashed. */
  failed: 1,
  /** The service asks for a restart: settings changed, or files in the data folder were replaced. */
  restart: 75,
} as const;
