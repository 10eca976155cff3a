import { type Static, Type } from 'typebox';
import { PublisherSecrets } from './access.ts';
import type { Call } from './call.ts';
import { FolderInspection } from './diagnostics.ts';
import { Rescue } from './incidents.ts';
import {
  Allowed,
  FilePreview,
  FileToIngest,
  IngestedFile,
  IngestProgress,
  RefreshedSource,
  UndoneImport,
} from './ingest.ts';
import { list } from './schema.ts';
import { BackUp, Restored } from './storage.ts';
import { AskedExport, WrittenTable } from './table-export.ts';

/** Calls from the service's main thread to its other threads. They go through `service/process/rpc.ts`. */

/** Every call says the time by the clock of the main thread, ISO 8601, because tests have a clock of their own. */
const Timed = Type.Object({ at: Type.String() });
const OneFile = Type.Interface([Timed], { file: FileToIngest });

/** Limits of time for one request to a publisher, in milliseconds. */
const TimeLimits = Type.Object({
  connectMs: Type.Number(),
  /** Until the first byte of an answer. The Treasury's have taken 17 s. */
  headersMs: Type.Number(),
  /** Between two pieces of a body. */
  idleMs: Type.Number(),
  /** One request with its whole body. */
  totalMs: Type.Number(),
});
export type TimeLimits = Static<typeof TimeLimits>;

/** What the ingest thread does. Each call is a job; the caller sends one at a time. */
export const INGEST_CALLS = {
  import: {
    input: Type.Interface([Timed, Allowed], { files: list(FileToIngest) }),
    output: list(IngestedFile),
    progress: IngestProgress,
  },
  preview: { input: OneFile, output: FilePreview, progress: IngestProgress },
  refresh: {
    input: Type.Interface([Timed, Allowed], {
      dataset: Type.String(),
      settings: Type.Object({
        contact: Type.Optional(Type.String()),
        mirror: Type.Optional(Type.String()),
        allowFred: Type.Optional(Type.Boolean()),
        limits: Type.Optional(Type.Partial(TimeLimits)),
      }),
      /** They stay in this process. */
      keys: PublisherSecrets,
    }),
    output: list(RefreshedSource),
    progress: IngestProgress,
  },
  'undo-import': { input: Type.Interface([Timed], { run: Type.Integer() }), output: UndoneImport },
  /** Checks all files of the folder completely. */
  inspect: { input: Timed, output: FolderInspection },
  'back-up': { input: Timed, output: BackUp },
  restore: { input: OneFile, output: Restored },
  /** Writes SQLite's log (WAL) into the data file. */
  checkpoint: { input: Timed, output: Type.Null() },
  rescue: { input: OneFile, output: Rescue, progress: IngestProgress },
} as const satisfies Readonly<Record<string, Call>>;
export type IngestCalls = typeof INGEST_CALLS;

/** What the thread of an export does. Its progress: how many rows are written. */
export const EXPORT_CALLS = {
  export: {
    /** `folder`: in which the files are written. */
    input: Type.Interface([Timed], { asked: AskedExport, dataDir: Type.String(), folder: Type.String() }),
    output: WrittenTable,
    progress: Type.Integer(),
  },
} as const satisfies Readonly<Record<string, Call>>;
