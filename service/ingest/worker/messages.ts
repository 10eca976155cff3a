import type { CallFailure } from '../../contract/call.ts';
import type { FolderInspection } from '../../contract/diagnostics.ts';
import type { Rescue } from '../../contract/incidents.ts';
import type {
  FilePreview,
  FileToIngest,
  IngestedFile,
  IngestProgress,
  RefreshedSource,
} from '../../contract/ingest.ts';
import type { BackUp, Restored } from '../../contract/storage.ts';
import type { KeyedPublisher } from '../../sources/ways.ts';

import type { FetchSettings } from '../fetch/index.ts';

/** The messages between the main thread and the ingest thread: plain data only. */

/** What a person allows for files: that they lack much of what is held, that they have implausible values. */
export type Allowed = { allowShrink: boolean; allowJumps: boolean };

/** Who started a refresh: the schedule or a person. */
export type RefreshTrigger = 'schedule' | 'person';

/** Every kind of job: its input and its result. */
export type Jobs = {
  import: { input: { files: readonly FileToIngest[] } & Allowed; output: IngestedFile[] };
  preview: { input: { file: FileToIngest }; output: FilePreview };
  refresh: { input: RefreshInput; output: RefreshedSource[] };
  inspect: { input: Record<string, never>; output: FolderInspection };
  'back-up': { input: Record<string, never>; output: BackUp };
  restore: { input: { file: FileToIngest }; output: Restored };
  settle: { input: Record<string, never>; output: null };
  rescue: { input: { file: FileToIngest }; output: Rescue };
};
export type JobKind = keyof Jobs;

export type RefreshInput = Allowed & {
  dataset: string;
  trigger: RefreshTrigger;
  settings: Omit<FetchSettings, 'keyFor' | keyof Allowed>;
  /** Keys by publisher. They stay in this process. */
  keys: Readonly<Partial<Record<KeyedPublisher, string>>>;
};

export type Job = { [Kind in JobKind]: { kind: Kind; input: Jobs[Kind]['input'] } }[JobKind];

export type ToThread =
  /** `at`: the time by the clock of the main thread, ISO 8601. */
  { t: 'run'; id: number; dataDir: string; at: string; job: Job } | { t: 'cancel'; id: number };

export type FromThread =
  | { t: 'progress'; id: number; progress: IngestProgress }
  | { t: 'done'; id: number; output: Jobs[JobKind]['output'] }
  | { t: 'failed'; id: number; failure: CallFailure }
  /** A fault of Almanac: `stack` is for the log. */
  | { t: 'bug'; id: number; stack: string };
