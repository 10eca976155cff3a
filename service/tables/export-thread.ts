import { withSpreads } from '../derived/index.ts';
import { loadInThread } from '../process/thread.ts';
import { answerInThread, type ThreadHandlers } from '../process/thread-calls.ts';
import { almanacVersion } from '../process/version.ts';
import { loadSqlite, openReader } from '../store/index.ts';
import { writeBoard, writeList } from './board-export.ts';
import type { ExportCalls } from './export-view.ts';
import { askedExport } from './view-export.ts';
import { writeTable } from './write-export.ts';

/** Entry of the thread that writes one export, so that the service can answer requests meanwhile. */

const handlers: ThreadHandlers<ExportCalls> = {
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
answerInThread(handlers);
