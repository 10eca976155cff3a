import { onTestFinished } from 'vitest';
import { rememberCalls } from '../../../service/api/index.ts';
import { type Calls, createCalls } from '../../../service/calls/index.ts';
import { Failure } from '../../../service/contract/failure.ts';
import { openSchedule } from '../../../service/ingest/schedule/index.ts';
import { openIngestWorker } from '../../../service/ingest/worker/index.ts';
import { openKeys } from '../../../service/keys/index.ts';
import { damagedFile } from '../../../service/process/incidents.ts';
import type { PublisherKeySource } from '../../../service/process/publisher-keys.ts';
import { readFileSettings } from '../../../service/settings/index.ts';
import { backUpPath, openReader, storageOf } from '../../../service/store/index.ts';
import { openWork } from '../../../service/work/index.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { makeDataDir, NOW } from './refreshing.ts';

/** Opens a service on its own folder, for refreshes from publishers that the test answers for. */
export async function refreshChannel(answer: Handler, publisherKeys?: PublisherKeySource) {
  const server = await startPublisherServer(answer);
  const logs: string[] = [];
  const log = (line: string): void => void logs.push(line);
  const options = { dataDir: makeDataDir(), now: () => NOW, log };
  const reader = openReader(options.dataDir);
  const keys = openKeys(options.dataDir, options);
  const work = openWork(options.dataDir, options);
  const ingest = openIngestWorker(options);
  let scheduled: ((dataset: string, signal: AbortSignal) => Promise<number>) | undefined;
  const calls = createCalls({
    dataDir: options.dataDir,
    ingest,
    reader,
    keys,
    work,
    calls: rememberCalls(options.now),
    started: readFileSettings(options.dataDir),
    publisherKeys,
    backUps: {
      storage: () => storageOf(options.dataDir),
      find: (name) => ({ path: backUpPath(options.dataDir, name), name }),
    },
    damagedFile: (id) => ({ path: damagedFile(options.dataDir, id) }),
    makeSample: () => Promise.reject(new Error('Nobody asks for a sample here')),
    now: options.now,
    mirror: server.mirror,
    log,
    openSchedule: (refresh) => {
      scheduled = refresh;
      return openSchedule({ ...options, reader, isRefreshable: () => true, refresh });
    },
  });
  onTestFinished(async () => {
    await calls.close();
    await ingest.close();
    reader.close();
    await keys.close();
    work.close();
  });
  const how = { signal: new AbortController().signal, onProgress: () => undefined };
  return {
    server,
    logs,
    calls,
    how,
    /** Refreshes as a person does. @returns the sources' results, or the failure. */
    refresh: (dataset: string): Promise<Awaited<ReturnType<Calls['work']['refresh']>> | Failure> =>
      calls.work.refresh(dataset, how).catch((error: unknown) => {
        if (error instanceof Failure) return error;
        throw error;
      }),
    /** Refreshes as the schedule does. @returns the number of rows added or revised. */
    bySchedule: (dataset: string) => scheduled?.(dataset, new AbortController().signal),
  };
}
