import { EXPORT_CALLS } from '../contract/thread-calls.ts';
import { withSpreads } from '../derived/index.ts';
import { answerInThread } from '../process/answer-in-thread.ts';
import type { CallHandlers } from '../process/rpc.ts';
import { loadInThread } from '../process/thread.ts';
import { almanacVersion } from '../process/version.ts';
import { loadSqlite, openReader } from '../store/index.ts';
import { writeBoard } from './board-export.ts';
import { writeList } from './list-export.ts';
import { askedExport } from './view-export.ts';
import { writeTable } from './write-export.ts';

/** Entry of the thread that computes and writes one export, so that the service goes on answering requests meanwhile. */

const handlers: CallHandlers<typeof EXPORT_CALLS> = {
  async export({ asked, dataDir, folder, at }, { onProgress }) {
    const reader = withSpreads(openReader(dataDir));
    try {
      const [version, now] = [almanacVersion(), new Date(at)];
      if ('code' in asked) return await writeList(reader, asked, folder, { version, now });
      if ('board' in asked) return await writeBoard(reader, asked, folder, { version, now });
      const table = await askedExport(reader, asked, version, now);
      return await writeTable(table, folder, onProgress);
    } finally {
      reader.close();
    }
  },
};

loadInThread(loadSqlite);
answerInThread(EXPORT_CALLS, handlers);
