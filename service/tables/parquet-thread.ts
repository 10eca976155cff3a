import { parentPort, workerData } from 'node:worker_threads';
import { loadInThread } from '../process/thread.ts';
import { write } from './formats/parquet.ts';
import { JOINT, type ParquetJob, type SentPiece } from './parquet-bytes.ts';
import type { TablePiece } from './types.ts';

/** Entry of the thread that makes a Parquet file from pieces of rows. `null` follows the last piece. */

const { columns, footer } = workerData as ParquetJob;
const pieces: TablePiece[] = [];

loadInThread(() => undefined);
parentPort?.on('message', (piece: SentPiece | null) => {
  if (piece !== null) {
    pieces.push({ count: piece.count, texts: (at) => (piece.texts[at] ?? '').split(JOINT) });
    return;
  }
  const exported = { footer, table: () => ({ name: '', columns, pieces: () => pieces }) };
  const bytes = Uint8Array.from(Buffer.concat([...write(exported, {})]));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
