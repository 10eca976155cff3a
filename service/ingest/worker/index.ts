/** A second door of the ingest room, for who only asks: it loads none of the formats, which the thread does. */
export type { RefreshInput, RefreshTrigger } from './messages.ts';
export {
  type IngestWorker,
  type IngestWorkerOptions,
  type JobOptions,
  openIngestWorker,
} from './open-ingest-worker.ts';
export { plainFailure } from './plain-failure.ts';
export { watchIntegrity } from './watch-integrity.ts';
