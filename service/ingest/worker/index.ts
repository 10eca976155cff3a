import { Failure } from '../../contract/failure.ts';
import type { Allowed, FileToIngest, IngestProgress } from '../../contract/ingest.ts';
import { DATA_FILE } from '../../contract/names.ts';
import type { FolderInspection } from '../../contract/storage.ts';
import { startThread, type Thread } from '../../process/thread.ts';
import { type CallerEnd, callerOf, type JobContext } from '../../process/thread-calls.ts';
import { isCheckDue, noteCheck } from '../../store/index.ts';
import type { TeamNode } from '../../team/types.ts';
import { removeStaleWork } from '../work-folders.ts';
import type { IngestCalls } from './ingest-jobs.ts';

/** Runs imports and refreshes in a thread. Only the thread loads the file formats, not this module. */

type JobInput<Name extends keyof IngestCalls> = Omit<IngestCalls[Name]['input'], 'at'>;
type JobOutput<Name extends keyof IngestCalls> = Promise<IngestCalls[Name]['output']>;

export type JobOptions = Partial<JobContext<IngestProgress>>;

export type IngestWorkerOptions = {
  dataDir: string;
  now: () => Date;
  /** One line per event, for errors of Almanac itself. */
  log: (line: string) => void;
  /** The team, if the folder has its copy: data are stored there first. */
  team?: TeamNode | undefined;
  /** How long the thread stays when it has nothing to do. */
  idleMs?: number;
};

type WaitingJob = {
  /** Sends the job to the thread and settles its promise. */
  run: (thread: IngestThread) => Promise<void>;
  /** When aborted, asks the thread to end the job. */
  cancelling: AbortController;
  reject: (error: Error) => void;
};
type IngestThread = Thread & { calls: CallerEnd<IngestCalls> };

const IDLE_MS = 30_000;
/** The time for a job to stop when the worker closes. Then the thread is ended, and SQLite rolls back. */
const CLOSE_MS = 5000;

const LOST = new Error('The ingest thread ended in the middle of a job');

export type IngestWorker = ReturnType<typeof openIngestWorker>;

/**
 * Runs imports, previews and refreshes of one folder in a thread, one at a time in the order of the calls.
 * Every promise rejects with a Failure: 'cancelled' if its signal aborts or the worker is closed.
 */
export function openIngestWorker({ dataDir, now, log, team, idleMs = IDLE_MS }: IngestWorkerOptions) {
  removeStaleWork(dataDir);
  const queue: WaitingJob[] = [];
  let current: WaitingJob | undefined;
  let thread: IngestThread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  let onIdle: (() => void) | undefined;

  function started(): IngestThread {
    const { worker, end } = startThread('ingest', import.meta.url, { dataDir, team });
    const calls = callerOf<IngestCalls>((message) => worker.postMessage(message));
    const begun = { worker, end, calls };
    worker.on('message', (message) => calls.receive(message));
    worker.on('error', (error) => {
      log(error.stack ?? error.message);
      lose(begun);
    });
    worker.on('exit', () => lose(begun));
    return begun;
  }

  /** The thread ended before its job: a bug, or out of memory. The job was committed wholly or not at all. */
  function lose(lost: IngestThread): void {
    if (thread !== lost) return;
    thread = undefined;
    lost.calls.lose(LOST);
  }

  function next(): void {
    if (current) return;
    current = queue.shift();
    if (!current) {
      rest();
      return;
    }
    clearTimeout(idle);
    thread ??= started();
    thread.worker.ref();
    void current.run(thread).finally(() => {
      current = undefined;
      next();
    });
  }

  function rest(): void {
    onIdle?.();
    thread?.worker.unref();
    idle = setTimeout(() => {
      const idling = thread;
      thread = undefined;
      void idling?.end();
    }, idleMs).unref();
  }

  function cancel(job: WaitingJob): void {
    const at = queue.indexOf(job);
    if (at < 0) job.cancelling.abort();
    else {
      queue.splice(at, 1);
      job.reject(new Failure('cancelled', 'Cancelled before it had begun.'));
    }
  }

  function add<Name extends keyof IngestCalls>(
    name: Name,
    input: JobInput<Name>,
    { signal, onProgress }: JobOptions = {},
    title = '',
  ): JobOutput<Name> {
    if (closing || signal?.aborted)
      return Promise.reject(new Failure('cancelled', 'Cancelled before it had begun.'));
    const { promise, resolve, reject } = Promise.withResolvers<IngestCalls[Name]['output']>();
    const cancelling = new AbortController();
    const run = ({ calls }: IngestThread) => {
      // A job's whole input is its own input and the time.
      const whole = { ...input, at: now().toISOString() } as unknown as IngestCalls[Name]['input'];
      return calls
        .call(name, whole, { signal: cancelling.signal, onProgress })
        .then(resolve, (error) => reject(expected(error)));
    };
    const job: WaitingJob = { run, cancelling, reject };
    const onAbort = () => cancel(job);
    signal?.addEventListener('abort', onAbort, { once: true });
    queue.push(job);
    if (current) onProgress?.({ file: title, phase: 'wait', bytes: 0, totalBytes: 0, rows: 0 });
    next();
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Logs an error of Almanac itself. @returns the error for the caller. */
  function expected(error: Error): Error {
    if (error instanceof Failure || error === LOST) return error;
    log(error.message);
    return new Error('The job failed; the log says more');
  }

  async function close(): Promise<void> {
    for (const job of [...queue]) cancel(job);
    if (current) {
      const idled = Promise.withResolvers<void>();
      onIdle = idled.resolve;
      cancel(current);
      const timer = setTimeout(idled.resolve, CLOSE_MS);
      await idled.promise;
      clearTimeout(timer);
    }
    clearTimeout(idle);
    await thread?.end();
  }

  return {
    /** Imports each file wholly or not at all. @param options may allow what a check refuses. */
    import: (
      files: readonly FileToIngest[],
      { allowShrink = false, allowJumps = false, ...options }: JobOptions & Partial<Allowed> = {},
    ) => add('import', { files, allowShrink, allowJumps }, options, files[0] && shownName(files[0])),
    /** Shows what a file is and what an import would do; stores nothing. */
    preview: (file: FileToIngest, options?: JobOptions) => add('preview', { file }, options, shownName(file)),
    /** Fetches a dataset from its publisher and publishes what is new. */
    refresh: (
      dataset: string,
      {
        allowShrink = false,
        allowJumps = false,
        settings = {},
        keys = {},
        ...options
      }: JobOptions & Partial<Omit<JobInput<'refresh'>, 'dataset'>> = {},
    ) => add('refresh', { dataset, allowShrink, allowJumps, settings, keys }, options, dataset),
    /** Undoes the import that a run belongs to. */
    undoImport: (run: number, options?: JobOptions) => add('undo-import', { run }, options),
    /** Checks all files of the folder completely. */
    inspect: (options?: JobOptions) => add('inspect', {}, options),
    backUp: (options?: JobOptions) => add('back-up', {}, options),
    /** Replaces the data with a back-up. */
    restore: (file: FileToIngest, options?: JobOptions) => add('restore', { file }, options, shownName(file)),
    /** Writes SQLite's log (WAL) into the data file. */
    checkpoint: (options?: JobOptions) => add('checkpoint', {}, options),
    /** Reads what can be read of a damaged file, and stores what is missing. */
    rescue: (file: FileToIngest, options?: JobOptions) => add('rescue', { file }, options, shownName(file)),
    /** Cancels the running job and the waiting ones, and ends the thread. */
    close: (): Promise<void> => (closing ??= close()),
  };
}

const shownName = ({ path, name = path }: FileToIngest): string => name;

export type IntegrityWatch = ReturnType<typeof watchIntegrity>;

/** The first look waits until the service has started. Each look reads one small file. */
const FIRST_LOOK_MS = 20_000;
const LOOK_MS = 60_000;

/**
 * Checks the whole data file from time to time, in a separate thread that only reads: once a week, after the
 * service did not end properly, and if damage was found. The result is noted in the folder.
 * @param inspect checks the files of the folder; tests pass their own.
 */
export function watchIntegrity(
  options: IngestWorkerOptions,
  inspect: (signal: AbortSignal) => Promise<FolderInspection> = (signal) => inspectApart(options, signal),
) {
  const { dataDir, now, log } = options;
  const ending = new AbortController();
  let looking: Promise<void> | undefined;
  let timer = setTimeout(lookAgain, FIRST_LOOK_MS).unref();

  function lookAgain(): void {
    void look().finally(() => {
      if (!ending.signal.aborted) timer = setTimeout(lookAgain, LOOK_MS).unref();
    });
  }

  async function check(): Promise<void> {
    if (ending.signal.aborted || !isCheckDue(dataDir, now())) return;
    try {
      const { checks } = await inspect(ending.signal);
      const result = checks.find(({ file }) => file === DATA_FILE)?.result ?? 'absent';
      // A check that was stopped has no result.
      if (ending.signal.aborted || result === 'absent') return;
      noteCheck(dataDir, result, now());
      if (result !== 'ok') log(`${DATA_FILE} is damaged: ${result}`);
    } catch (error) {
      if (!ending.signal.aborted) log(`${DATA_FILE} could not be checked: ${String(error)}`);
    }
  }

  function look(): Promise<void> {
    looking ??= check().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** Checks now if a check is due. Resolves when it is done. */
    look,
    async close(): Promise<void> {
      ending.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

async function inspectApart(options: IngestWorkerOptions, signal: AbortSignal): Promise<FolderInspection> {
  const thread = openIngestWorker(options);
  const stop = () => void thread.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await thread.inspect({ signal });
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.close();
  }
}
