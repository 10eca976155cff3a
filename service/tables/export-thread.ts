import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../contract/failure.ts';
import type { ExportJob, FromExportThread } from './export-table.ts';
import { judgeTable } from './judge-table.ts';
import { writeTable } from './write-export.ts';

/** Entry of the thread that writes one export, so that the one that answers requests need not. */

async function run(
  { request, folder }: ExportJob,
  tell: (said: FromExportThread) => void,
): Promise<FromExportThread> {
  try {
    const asked = judgeTable(await readFile(request, 'utf8'));
    return { t: 'done', written: await writeTable(asked, folder, (rows) => tell({ t: 'progress', rows })) };
  } catch (error) {
    if (error instanceof Failure)
      return { t: 'failed', failure: { code: error.code, message: error.message, at: error.at } };
    return { t: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

if (!parentPort) throw new Error('This runs in a worker thread only');
const port = parentPort;
port.postMessage(await run(workerData as ExportJob, (said) => port.postMessage(said)));
