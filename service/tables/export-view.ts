import { Worker } from 'node:worker_threads';
import { Failure } from '../contract/failure.ts';
import type { ViewExport, WrittenTable } from '../contract/table-export.ts';

/** The page's request, the data folder, and the folder in which the files are written. */
export type ExportJob = { asked: ViewExport; dataDir: string; folder: string; now: Date };

export type FromExportThread =
  | { t: 'progress'; rows: number }
  | { t: 'done'; written: WrittenTable }
  | { t: 'failed'; failure: Pick<Failure, 'code' | 'message' | 'at'> }
  /** An error that nobody expected; `stack` goes to the log. */
  | { t: 'bug'; stack: string };

/**
 * Computes and writes an export in a thread of its own, which an abort ends at once. The caller removes the folder, with what an
 * abort leaves in it. @param onRows hears from time to time how many rows are written.
 * @throws Failure 'invalid_parameter' where the view is not right or too large for the format, 'folder_unusable', 'cancelled'.
 */
export async function exportView(
  job: ExportJob,
  signal: AbortSignal,
  onRows: (rows: number) => void = () => undefined,
): Promise<WrittenTable> {
  const thread = new Worker(threadFile(), { execArgv: [], name: 'export', workerData: job });
  const stop = (): void => void thread.terminate();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const said = await new Promise<Exclude<FromExportThread, { t: 'progress' }> | undefined>(
      (resolve, reject) => {
        thread.on('message', (message: FromExportThread) => {
          if (message.t === 'progress') onRows(message.rows);
          else resolve(message);
        });
        thread.once('error', reject);
        thread.once('exit', () => resolve(undefined));
      },
    );
    if (signal.aborted) throw new Failure('cancelled', 'Stopped: nothing was written.');
    if (said?.t === 'done') return said.written;
    if (said?.t === 'failed') throw new Failure(said.failure.code, said.failure.message, said.failure.at);
    throw new Error(said?.stack ?? 'The thread of an export ended before it had written it');
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

/** From source, the file beside this one. In the bundle, an entry of its own beside `chunks/`. */
function threadFile(): URL {
  const { url } = import.meta;
  if (url.endsWith('.ts')) return new URL('export-thread.ts', url);
  return new URL(`${url.includes('/chunks/') ? '../' : ''}export-thread.js`, url);
}
