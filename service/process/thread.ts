import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { threadFile } from './thread-file.ts';

export type Thread = {
  worker: Worker;
  /** Ends the thread at once. A thread that is still starting first loads its native packages. */
  end(): Promise<void>;
};

/** Data that `startThread` adds for the thread. */
type Loading = { loaded: Int32Array };

const LOOK_MS = 5;
/** The id that Node gives to a thread that has ended. */
const ENDED = -1;

/** @param name 'ingest' for `ingest-thread.ts`. @param caller its `import.meta.url`. */
export function startThread(name: string, caller: string, data: object = {}): Thread {
  const loaded = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const loading: Loading = { loaded };
  const worker = new Worker(threadFile(`${name}-thread`, caller), {
    execArgv: [],
    name,
    workerData: { ...data, ...loading },
  });
  return {
    worker,
    async end() {
      // Node aborts the whole process if a thread is ended while it loads a native package.
      while (Atomics.load(loaded, 0) === 0 && worker.threadId !== ENDED) await sleep(LOOK_MS);
      await worker.terminate();
    },
  };
}

/** A thread of `startThread` must call this first. @param load loads the thread's native packages. */
export function loadInThread(load: () => void): void {
  load();
  Atomics.store((workerData as Loading).loaded, 0, 1);
}
