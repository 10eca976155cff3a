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

/** What goes between the thread that asks and the one that works: plain data only. */

/** What a person allows of files: to lack much of what is held, to have values that nobody can have meant. */
export type Allowed = { allowShrink: boolean; allowJumps: boolean };

/** What asks for a refresh: the schedule, or a person. */
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
  /** `at`: ISO 8601, what the clock of the one who asks says. */
  { t: 'run'; id: number; dataDir: string; at: string; job: Job } | { t: 'cancel'; id: number };

export type FromThread =
  | { t: 'progress'; id: number; progress: IngestProgress }
  | { t: 'done'; id: number; output: Jobs[JobKind]['output'] }
  | { t: 'failed'; id: number; failure: CallFailure }
  /** Not expected: `stack` is for the log. */
  | { t: 'bug'; id: number; stack: string };
