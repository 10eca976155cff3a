import { workerData } from 'node:worker_threads';
import { loadInThread } from '../../process/thread.ts';
import { answerInThread } from '../../process/thread-calls.ts';
import { loadSqlite } from '../../store/index.ts';
import type { TeamNode } from '../../team/types.ts';
import { ingestJobs } from './ingest-jobs.ts';

/** Entry of the thread for imports, previews and refreshes, which keeps the main thread free for requests. */

const { dataDir, team } = workerData as { dataDir: string; team: TeamNode | undefined };
loadInThread(loadSqlite);
answerInThread(ingestJobs(dataDir, team));
