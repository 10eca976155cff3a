import { onTestFinished } from 'vitest';
import { createControlCaller } from '../../../service/calls/control-calls.ts';
import type { ServiceCalls } from '../../../service/contract/control.ts';
import { rememberCalls } from '../../../service/http/index.ts';
import { openSchedule } from '../../../service/ingest/schedule/index.ts';
import { openIngestWorker } from '../../../service/ingest/worker/index.ts';
import { openKeys } from '../../../service/keys/index.ts';
import { damagedFile } from '../../../service/process/incidents.ts';
import type { PublisherKeySource } from '../../../service/process/publisher-keys.ts';
import type { InputOf } from '../../../service/process/rpc.ts';
import { readFileSettings } from '../../../service/settings/index.ts';
import { backUpPath, openReader, storageOf } from '../../../service/store/index.ts';
import { openWork } from '../../../service/work/index.ts';
import { linkedCalls } from '../../support/linked-calls.ts';
import { type Handler, startPublisherServer } from './publisher-server.ts';
import { makeDataDir, NOW } from './refreshing.ts';

/** The control channel of a service on a folder of its own, whose publishers answer as the test says. */
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
  const caller = createControlCaller({
    dataDir: options.dataDir,
    ingest,
    reader,
    keys,
    work,
    calls: rememberCalls(options.now),
    started: readFileSettings(options.dataDir),
    publisherKeys,
    diagnostics: () => Promise.reject(new Error('Nobody asks for diagnostics here')),
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
    await caller.close();
    await ingest.close();
    reader.close();
    keys.close();
    work.close();
  });
  const call = linkedCalls(caller);
  return {
    server,
    logs,
    call,
    refresh: (input: InputOf<ServiceCalls['refresh']>) => call('refresh', input),
    /** As the schedule does. @returns how many rows were added or revised. */
    bySchedule: (dataset: string) => scheduled?.(dataset, new AbortController().signal),
  };
}
