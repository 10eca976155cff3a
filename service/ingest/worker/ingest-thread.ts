import { parentPort, workerData } from 'node:worker_threads';
import { INGEST_CALLS } from '../../contract/thread-calls.ts';
import { answererOf, handleBy } from '../../process/rpc.ts';
import { ingestJobs } from './ingest-jobs.ts';

/** Entry of the thread that imports, previews and refreshes, so that the main thread is free to answer requests. */

if (!parentPort) throw new Error('This runs in a worker thread only');
const port = parentPort;
const { dataDir } = workerData as { dataDir: string };
// The main thread writes the log: it gets the whole text of an unexpected error.
const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
const end = answererOf(
  INGEST_CALLS,
  handleBy(ingestJobs(dataDir)),
  (message) => port.postMessage(message),
  stackOf,
);
port.on('message', (message) => end.hear(message));
