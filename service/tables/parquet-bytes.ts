import { once } from 'node:events';
import { startThread } from '../process/thread.ts';
import type { Exported, TableColumn } from './types.ts';

export type ParquetJob = { columns: readonly TableColumn[]; footer: Exported['footer'] };
/** Rows of a table. Each column's texts are joined, since one long text reaches a thread faster than many. */
export type SentPiece = { count: number; texts: string[] };
/** A separator that no text of a dataset contains. */
export const JOINT = '\0';

/** Makes a Parquet file in its own thread, because its writer blocks for a second. @param signal ends it */
export async function parquetBytes(
  job: ParquetJob,
  pieces: AsyncIterable<readonly string[][]>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const thread = startThread('parquet', import.meta.url, job);
  try {
    const made = once(thread.worker, 'message', { signal });
    // Ignored here, because the thread may fail before all pieces are sent and `made` is awaited.
    made.catch(() => undefined);
    for await (const rows of pieces) {
      signal.throwIfAborted();
      if (rows.length === 0) continue;
      const texts = job.columns.map((_, at) => rows.map((row) => row[at] ?? '').join(JOINT));
      thread.worker.postMessage({ count: rows.length, texts } satisfies SentPiece);
    }
    thread.worker.postMessage(null);
    const [bytes] = (await made) as [Uint8Array];
    return bytes;
  } finally {
    await thread.end();
  }
}
