import { Failure } from '../contract/failure.ts';
import type { ExportRequest, WrittenTable } from '../contract/table-export.ts';
import { startThread } from '../process/thread.ts';
import { callerOf } from '../process/thread-calls.ts';

/** The page's request, the data folder, and the folder in which the files are written. */
export type ExportJob = { asked: ExportRequest; dataDir: string; folder: string; now: Date };

/** What the thread of an export does. Its progress: how many rows are written. */
export type ExportCalls = {
  export: {
    input: Omit<ExportJob, 'now'> & { at: string };
    output: WrittenTable;
    progress: number;
  };
};

/**
 * Computes and writes an export in a thread of its own, which an abort ends at once. The caller removes the folder, with what an
 * abort leaves in it. @param onProgress hears from time to time how many rows are written.
 * @throws Failure 'invalid_parameter' where the view is not right or too large for the format, 'folder_unusable', 'cancelled'.
 */
export async function exportView(
  { now, ...job }: ExportJob,
  signal: AbortSignal,
  onProgress?: (rows: number) => void,
): Promise<WrittenTable> {
  const thread = startThread('export', import.meta.url);
  const { worker } = thread;
  const end = callerOf<ExportCalls>((message) => worker.postMessage(message));
  worker.on('message', (message) => end.hear(message));
  worker.once('error', (error) => end.lose(error));
  worker.once('exit', () => end.lose(new Error('The thread of an export ended before it had written it')));
  const stop = (): void => void thread.end();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await end.call('export', { ...job, at: now.toISOString() }, { onProgress });
  } catch (error) {
    throw signal.aborted ? new Failure('cancelled', 'Stopped: nothing was written.') : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.end();
  }
}
