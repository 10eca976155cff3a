import { DATA_FILE } from '../../contract/names.ts';
import type { FolderInspection } from '../../contract/storage.ts';
import { isCheckDue, noteCheck } from '../../store/index.ts';
import { type IngestWorkerOptions, openIngestWorker } from './open-ingest-worker.ts';

export type IntegrityWatch = ReturnType<typeof watchIntegrity>;

/** The first look waits until the service has started. A look itself reads one small file. */
const FIRST_LOOK_MS = 20_000;
const LOOK_MS = 60_000;

/**
 * Checks the whole data file from time to time, in a thread of its own that only reads: once a week, after the service did not end
 * properly, and where damage was found. The result is noted in the folder.
 * @param inspect checks the files of the folder; tests have their own.
 */
export function watchIntegrity(
  options: IngestWorkerOptions,
  inspect: (signal: AbortSignal) => Promise<FolderInspection> = (signal) => inspectApart(options, signal),
) {
  const { dataDir, now, log } = options;
  const ending = new AbortController();
  let looking: Promise<void> | undefined;
  let timer = setTimeout(lookAgain, FIRST_LOOK_MS).unref();

  function lookAgain(): void {
    void look().finally(() => {
      if (!ending.signal.aborted) timer = setTimeout(lookAgain, LOOK_MS).unref();
    });
  }

  async function check(): Promise<void> {
    if (ending.signal.aborted || !isCheckDue(dataDir, now())) return;
    try {
      const { checks } = await inspect(ending.signal);
      const result = checks.find(({ file }) => file === DATA_FILE)?.result ?? 'absent';
      // A check that was stopped has no result.
      if (ending.signal.aborted || result === 'absent') return;
      noteCheck(dataDir, result, now());
      if (result !== 'ok') log(`${DATA_FILE} is damaged: ${result}`);
    } catch (error) {
      if (!ending.signal.aborted) log(`${DATA_FILE} could not be checked: ${String(error)}`);
    }
  }

  function look(): Promise<void> {
    looking ??= check().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** Checks now if a check is due. Resolves when it is done. */
    look,
    async close(): Promise<void> {
      ending.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

async function inspectApart(options: IngestWorkerOptions, signal: AbortSignal): Promise<FolderInspection> {
  const thread = openIngestWorker(options);
  const stop = () => void thread.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await thread.inspect({ signal });
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.close();
  }
}
