import { workerData } from 'node:worker_threads';
import { INGEST_CALLS } from '../../contract/thread-calls.ts';
import { answerInThread } from '../../process/answer-in-thread.ts';
import { loadInThread } from '../../process/thread.ts';
import { loadSqlite } from '../../store/index.ts';
import type { TeamNode } from '../../team/types.ts';
import { ingestJobs } from './ingest-jobs.ts';

/** Entry of the thread that imports, previews and refreshes, so that the main thread is free to answer requests. */

const { dataDir, team } = workerData as { dataDir: string; team: TeamNode | undefined };
loadInThread(loadSqlite);
answerInThread(INGEST_CALLS, ingestJobs(dataDir, team));
