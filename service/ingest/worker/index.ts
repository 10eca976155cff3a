/** Runs imports and refreshes in a thread. What is imported from here does not load the formats: only the thread does. */
export {
  type IngestWorker,
  type IngestWorkerOptions,
  type JobOptions,
  openIngestWorker,
} from './open-ingest-worker.ts';
export { watchIntegrity } from './watch-integrity.ts';
