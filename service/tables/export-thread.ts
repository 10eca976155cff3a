import { parentPort } from 'node:worker_threads';
import { EXPORT_CALLS } from '../contract/thread-calls.ts';
import { answererOf, type CallHandlers, handleBy } from '../process/rpc.ts';
import { almanacVersion } from '../process/version.ts';
import { openReader } from '../store/index.ts';
import { askedExport } from './view-export.ts';
import { writeTable } from './write-export.ts';

/** Entry of the thread that computes and writes one export, so that the service goes on answering requests meanwhile. */

const handlers: CallHandlers<typeof EXPORT_CALLS> = {
  async export({ asked, dataDir, folder, at }, { onProgress }) {
    const reader = openReader(dataDir);
    try {
      const table = await askedExport(reader, asked, almanacVersion(), new Date(at));
      return await writeTable(table, folder, onProgress);
    } finally {
      reader.close();
    }
  },
};

if (!parentPort) throw new Error('This runs in a worker thread only');
const port = parentPort;
const end = answererOf(
  EXPORT_CALLS,
  handleBy(handlers),
  (message) => port.postMessage(message),
  // The main thread writes the log: it gets the whole text of an unexpected error.
  (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
port.on('message', (message) => end.hear(message));
