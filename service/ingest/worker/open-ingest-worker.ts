import { Worker } from 'node:worker_threads';
import type { FolderInspection } from '../../contract/diagnostics.ts';
import { Failure } from '../../contract/failure.ts';
import type { Rescue } from '../../contract/incidents.ts';
import type {
  FilePreview,
  FileToIngest,
  IngestedFile,
  IngestProgress,
  RefreshedSource,
} from '../../contract/ingest.ts';
import type { BackUp, Restored } from '../../contract/storage.ts';
import { removeStaleWork } from '../work-folders.ts';
import type { Allowed, FromThread, Job, JobKind, Jobs, RefreshInput, ToThread } from './messages.ts';
import { failureOf } from './plain-failure.ts';

export type JobOptions = { signal?: AbortSignal; onProgress?: (progress: IngestProgress) => void };

/**
 * Runs imports, previews and refreshes of one data folder in a thread of their own, one at a time in the order of the calls. Every
 * promise rejects with a Failure: 'cancelled' where its signal aborts or the worker is closed.
 */
export type IngestWorker = {
  /** Imports each file wholly or not at all. @param options also what a person allows. */
  import(files: readonly FileToIngest[], options?: JobOptions & Partial<Allowed>): Promise<IngestedFile[]>;
  /** Says what a file is and what an import would do; stores nothing. */
  preview(file: FileToIngest, options?: JobOptions): Promise<FilePreview>;
  /** Fetches a dataset from its publisher and publishes what is new. */
  refresh(
    dataset: string,
    options?: JobOptions & Partial<Omit<RefreshInput, 'dataset'>>,
  ): Promise<RefreshedSource[]>;
  /** Checks all files of the folder completely. */
  inspect(options?: JobOptions): Promise<FolderInspection>;
  /** Makes a copy of the data. */
  backUp(options?: JobOptions): Promise<BackUp>;
  /** Replaces the data by a back-up. */
  restore(file: FileToIngest, options?: JobOptions): Promise<Restored>;
  /** Writes SQLite's log (WAL) into the data file. */
  settle(options?: JobOptions): Promise<null>;
  /** Reads what can be read of a damaged file, and stores what is not held. */
  rescue(file: FileToIngest, options?: JobOptions): Promise<Rescue>;
  /** Cancels the running job and the waiting ones, and ends the thread. */
  close(): Promise<void>;
};

export type IngestWorkerOptions = {
  dataDir: string;
  now: () => Date;
  /** One line per event, for errors that are ours. */
  log: (line: string) => void;
  /** How long the thread stays when there is nothing to do. */
  idleMs?: number;
};

type Waiting = {
  id: number;
  job: Job;
  options: JobOptions;
  resolve: (output: Jobs[JobKind]['output']) => void;
  reject: (error: Error) => void;
};

const IDLE_MS = 30_000;
/** How long `close` waits for the job to stop, which it does between two pieces of its file. Then the thread is ended, and SQLite rolls back. */
const CLOSE_MS = 5000;

/** @returns a worker; its thread starts with the first job. */
export function openIngestWorker({ dataDir, now, log, idleMs = IDLE_MS }: IngestWorkerOptions): IngestWorker {
  removeStaleWork(dataDir, true);
  const queue: Waiting[] = [];
  let current: Waiting | undefined;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closing: Promise<void> | undefined;
  let onIdle: (() => void) | undefined;

  function startThread(): Worker {
    const started = new Worker(threadFile(), { execArgv: [], name: 'ingest' });
    started.on('message', (message: FromThread) => hear(message));
    started.on('error', (error) => {
      log(error.stack ?? error.message);
      lose(started);
    });
    started.on('exit', () => lose(started));
    return started;
  }

  /** The thread ended before its job: a bug, or it ran out of memory. The job was committed wholly or not at all. */
  function lose(lost: Worker): void {
    if (thread !== lost) return;
    thread = undefined;
    if (current)
      end(current, (job) => job.reject(new Error('The ingest thread ended in the middle of a job')));
  }

  function hear(message: FromThread): void {
    const job = current;
    if (!job || job.id !== message.id) return;
    if (message.t === 'progress') job.options.onProgress?.(message.progress);
    else if (message.t === 'done') end(job, ({ resolve }) => resolve(message.output));
    else if (message.t === 'failed') end(job, ({ reject }) => reject(failureOf(message.failure)));
    else {
      log(message.stack);
      end(job, ({ reject }) => reject(new Error('The job failed; the log says more')));
    }
  }

  function end(job: Waiting, settle: (job: Waiting) => void): void {
    current = undefined;
    settle(job);
    next();
  }

  function next(): void {
    if (current) return;
    current = queue.shift();
    if (!current) {
      rest();
      return;
    }
    clearTimeout(idle);
    thread ??= startThread();
    thread.ref();
    const { id, job } = current;
    tell({ t: 'run', id, dataDir, at: now().toISOString(), job });
  }

  function rest(): void {
    onIdle?.();
    thread?.unref();
    idle = setTimeout(() => {
      const idling = thread;
      thread = undefined;
      void idling?.terminate();
    }, idleMs).unref();
  }

  function tell(message: ToThread): void {
    thread?.postMessage(message);
  }

  function cancel(id: number): void {
    const at = queue.findIndex((waiting) => waiting.id === id);
    const [waiting] = at < 0 ? [] : queue.splice(at, 1);
    if (waiting) waiting.reject(new Failure('cancelled', 'Cancelled before it had begun.'));
    else if (current?.id === id) tell({ t: 'cancel', id });
  }

  function add<Kind extends JobKind>(
    kind: Kind,
    input: Jobs[Kind]['input'],
    options: JobOptions = {},
  ): Promise<Jobs[Kind]['output']> {
    const { signal, onProgress } = options;
    if (closing || signal?.aborted)
      return Promise.reject(new Failure('cancelled', 'Cancelled before it had begun.'));
    lastId += 1;
    const id = lastId;
    const onAbort = () => cancel(id);
    signal?.addEventListener('abort', onAbort, { once: true });
    return new Promise<Jobs[Kind]['output']>((resolve, reject) => {
      // The thread answers a job of a kind with that kind's output.
      const settle = resolve as Waiting['resolve'];
      queue.push({ id, job: { kind, input } as Job, options, resolve: settle, reject });
      if (current)
        onProgress?.({
          file: titleOf({ kind, input } as Job),
          phase: 'wait',
          bytes: 0,
          totalBytes: 0,
          rows: 0,
        });
      next();
    }).finally(() => signal?.removeEventListener('abort', onAbort));
  }

  async function close(): Promise<void> {
    for (const { id } of [...queue]) cancel(id);
    if (current) {
      const idled = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      cancel(current.id);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([idled, late]);
      clearTimeout(timer);
    }
    clearTimeout(idle);
    await thread?.terminate();
  }

  return {
    import: (files, { allowShrink = false, allowJumps = false, ...options } = {}) =>
      add('import', { files, allowShrink, allowJumps }, options),
    preview: (file, options) => add('preview', { file }, options),
    refresh: (
      dataset,
      {
        trigger = 'person',
        allowShrink = false,
        allowJumps = false,
        settings = {},
        keys = {},
        ...options
      } = {},
    ) => add('refresh', { dataset, trigger, allowShrink, allowJumps, settings, keys }, options),
    inspect: (options) => add('inspect', {}, options),
    backUp: (options) => add('back-up', {}, options),
    restore: (file, options) => add('restore', { file }, options),
    settle: (options) => add('settle', {}, options),
    rescue: (file, options) => add('rescue', { file }, options),
    close: () => (closing ??= close()),
  };
}

function titleOf(job: Job): string {
  if (job.kind === 'refresh') return job.input.dataset;
  if (job.kind === 'inspect' || job.kind === 'back-up' || job.kind === 'settle') return '';
  const file = job.kind === 'import' ? job.input.files[0] : job.input.file;
  return file?.name ?? file?.path ?? '';
}

/** The thread's file: beside this one in the sources, an entry of its own beside `chunks/` in the bundle. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('ingest-thread.ts', url);
  return new URL(`${url.includes('/chunks/') ? '../' : ''}ingest-thread.js`, url);
}
