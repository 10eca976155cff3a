import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../contract/failure.ts';
import { almanacVersion } from '../process/version.ts';
import { openReader } from '../store/index.ts';
import type { ExportJob, FromExportThread } from './export-view.ts';
import { askedExport } from './view-export.ts';
import { writeTable } from './write-export.ts';

/** Entry of the thread that computes and writes one export, so that the service goes on answering requests meanwhile. */

async function run(
  { asked, dataDir, folder, now }: ExportJob,
  tell: (said: FromExportThread) => void,
): Promise<FromExportThread> {
  try {
    const reader = openReader(dataDir);
    try {
      const table = await askedExport(reader, asked, almanacVersion(), now);
      return { t: 'done', written: await writeTable(table, folder, (rows) => tell({ t: 'progress', rows })) };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof Failure)
      return { t: 'failed', failure: { code: error.code, message: error.message, at: error.at } };
    return { t: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

if (!parentPort) throw new Error('This runs in a worker thread only');
const port = parentPort;
port.postMessage(await run(workerData as ExportJob, (said) => port.postMessage(said)));
