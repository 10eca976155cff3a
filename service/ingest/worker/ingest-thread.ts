import { parentPort } from 'node:worker_threads';
import { Failure } from '../../contract/failure.ts';
import type { IngestProgress } from '../../contract/ingest.ts';
import type { FromThread, ToThread } from './messages.ts';
import { plainFailure } from './plain-failure.ts';
import { runJob } from './run-job.ts';

/** Entry of the thread that imports, previews and refreshes, so that the main thread is free to answer requests. */

/** Progress is not reported more often than this. */
const PROGRESS_MS = 50;

const port = parentPort;
if (!port) throw new Error('This runs in a worker thread only');
const send = (message: FromThread) => port.postMessage(message);
const running = new Map<number, AbortController>();

port.on('message', (message: ToThread) => {
  if (message.t === 'cancel') running.get(message.id)?.abort();
  else void run(message);
});

async function run({ id, dataDir, at, job }: Extract<ToThread, { t: 'run' }>): Promise<void> {
  const cancelling = new AbortController();
  running.set(id, cancelling);
  const start = performance.now();
  const now = () => new Date(Date.parse(at) + Math.round(performance.now() - start));
  try {
    const onProgress = thinned((progress) => send({ t: 'progress', id, progress }));
    const output = await runJob(job, { dataDir, now, signal: cancelling.signal, onProgress });
    send({ t: 'done', id, output });
  } catch (error) {
    if (error instanceof Failure) send({ t: 'failed', id, failure: plainFailure(error) });
    else
      send({ t: 'bug', id, stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    running.delete(id);
  }
}

/** Passes on the first report of each phase of each file, and only some of the others. */
function thinned(report: (progress: IngestProgress) => void): (progress: IngestProgress) => void {
  let last = { file: '', phase: '', atMs: Number.NEGATIVE_INFINITY };
  return (progress) => {
    const atMs = performance.now();
    const isNew = progress.file !== last.file || progress.phase !== last.phase;
    if (!isNew && atMs - last.atMs < PROGRESS_MS) return;
    last = { file: progress.file, phase: progress.phase, atMs };
    report(progress);
  };
}
