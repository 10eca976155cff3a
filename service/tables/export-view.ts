import { Failure } from '../contract/failure.ts';
import type { ExportRequest, WrittenTable } from '../contract/table-export.ts';
import { startThread } from '../process/thread.ts';
import { callerOf } from '../process/thread-calls.ts';

export type ExportJob = { asked: ExportRequest; dataDir: string; folder: string; now: Date };

export type ExportCalls = {
  export: {
    input: Omit<ExportJob, 'now'> & { at: string };
    output: WrittenTable;
    progress: number;
  };
};

/** Writes an export in its own thread, which an abort ends at once. The caller removes the folder. */
export async function exportView(
  { now, ...job }: ExportJob,
  signal: AbortSignal,
  onProgress?: (rows: number) => void,
): Promise<WrittenTable> {
  const thread = startThread('export', import.meta.url);
  const { worker } = thread;
  const end = callerOf<ExportCalls>((message) => worker.postMessage(message));
  worker.on('message', (message) => end.receive(message));
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
