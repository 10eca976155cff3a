import { type Static, Type } from 'typebox';
import type { FailureCode } from './failure.ts';
import { orNull } from './schema.ts';

/** Messages between the shell and the service process. Other users could read arguments and environment variables, so nothing goes that way. */

/** What a service needs to serve the app's page as well. `almanac serve` has none of it. */
export const PageStart = Type.Object({
  mode: Type.Enum(['desktop', 'browser']),
  /** The port of the page on 127.0.0.1; 0 picks a free one. */
  port: Type.Integer(),
  /** Whether no other port may be used, because a person asked for this one or because the page is open there. */
  isPortFixed: Type.Boolean(),
  folder: Type.String(),
  /** Signs the sessions of pages. The same in each start of one run, so that pages stay signed in when the service is started again. */
  sessionSecret: Type.String(),
  /** Credential for `POST /control/<action>`, which stands in running.json. */
  controlSecret: Type.String(),
  /** The user's keys in the shell's environment, by the variable's name (`ALMANAC_KEY_BLS`). */
  environmentKeys: Type.Record(Type.String(), Type.String()),
  logFile: Type.String(),
  /** The shell's process, and what it runs on (`process.versions`). */
  shell: Type.Object({ pid: Type.Integer(), versions: Type.Record(Type.String(), Type.String()) }),
  /** When the shell's process started (ms since 1970), its marks so far (ms since then), and the file for the report, if one is wanted. */
  startup: Type.Object({
    origin: Type.Number(),
    marks: Type.Record(Type.String(), Type.Number()),
    report: orNull(Type.String()),
  }),
});
export type PageStart = Static<typeof PageStart>;

export const ServiceStart = Type.Object({
  dataDir: Type.String(),
  /** The port of the API that a person asked for; absent: that of the settings, and any free one where it is taken. */
  port: Type.Optional(Type.Integer()),
  /** The port that the API had before the service was started again: it is taken before any other free one. */
  portBefore: Type.Optional(Type.Integer()),
  pageSize: Type.Integer(),
  sample: Type.Boolean(),
  page: PageStart,
});
export type ServiceStart = Static<typeof ServiceStart>;

/** How the keychain took a request. No message about it is ever logged. */
export const KeychainAnswer = Type.Union([
  /** `value` of 'read': null where the keychain holds nothing, and also where it is locked. */
  Type.Object({ t: Type.Literal('done'), value: orNull(Type.String()) }),
  /** keytar cannot be loaded: it is not installed, or its library is missing. */
  Type.Object({ t: Type.Literal('unavailable'), message: Type.String() }),
  /** The message is the keychain's own. */
  Type.Object({ t: Type.Literal('refused'), message: Type.String() }),
  /** Not answered by its deadline. Whether the keychain did it is not known. */
  Type.Object({ t: Type.Literal('overdue') }),
  /** The process that speaks with the keychain ended before it answered. */
  Type.Object({ t: Type.Literal('ended') }),
]);
export type KeychainAnswer = Static<typeof KeychainAnswer>;

/** Where a secret is: in the system's keychain, or in the shell's memory, which outlives a service that is started again. */
const place = Type.Enum(['keychain', 'memory']);
const account = Type.String();

/** A request for a secret that the shell keeps. `account`: 'api-key:<id>', 'publisher:<name>' or 'team:<address>'. */
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
  /** `token`: good once, for a page that opens `http://127.0.0.1:PORT/#t=TOKEN`. */
  Type.Object({
    t: Type.Literal('listening'),
    port: Type.Integer(),
    pagePort: Type.Integer(),
    token: Type.String(),
  }),
  /** The service could not start, or cannot continue: another start would fail, too. */
  Type.Object({
    t: Type.Literal('fatal'),
    /** 'bug': an unexpected error, of which the log says more. */
    code: Type.Unsafe<FailureCode | 'bug'>(Type.String()),
    message: Type.String(),
  }),
  Type.Object({
    t: Type.Literal('keychain'),
    id: Type.Integer(),
    /** Whether the keychain may show a prompt. A person then needs time to answer it. */
    mayPrompt: Type.Boolean(),
    request: KeychainRequest,
  }),
]);
export type ServiceMessage = Static<typeof ServiceMessage>;

export const SERVICE_EXITS = {
  /** The shell or a person asked it to: the shell ends, too. */
  done: 0,
  /** It could not start, or cannot continue (message 'fatal'), or it crashed. */
  failed: 1,
  /** It asks to be started again at once: settings were changed, or files of the data folder were replaced. */
  again: 75,
} as const;
