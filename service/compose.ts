import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createControlCaller, fillWithSample, makeAskedSample, serviceDiagnostics } from './calls/index.ts';
import { Failure } from './contract/failure.ts';
import { DATA_FILE, KEYS_FILE } from './contract/names.ts';
import { findDataset } from './datasets/index.ts';
import {
  allowedOrigins,
  buildApp,
  internalCheck,
  openPageCache,
  pagingTokens,
  type RecentCalls,
  rememberCalls,
} from './http/index.ts';
import { openSchedule } from './ingest/schedule/index.ts';
import { type IngestWorker, openIngestWorker, watchIntegrity } from './ingest/worker/index.ts';
import { type Keys, openKeys } from './keys/index.ts';
import { expectFreePort, portFailure } from './process/free-port.ts';
import { damagedFile, hasLostData, incidentLine, openIncidents } from './process/incidents.ts';
import { almanacVersion } from './process/version.ts';
import type { RunningService, ServiceOptions } from './service-options.ts';
import {
  backUpPath,
  integrityOf,
  LOCK_FILE,
  lockFolder,
  needsSettling,
  openReader,
  type Reader,
  setAside,
  settle,
  storageOf,
} from './store/index.ts';

/** The service's parts put together, not listening: `app.inject` answers as the socket would. */
export type ComposedApp = {
  app: FastifyInstance;
  reader: Reader;
  keys: Keys;
  calls: RecentCalls;
  /** Refuses requests from now on with 503. */
  startClosing(): void;
  /** How many requests were refused to somebody without a good key. */
  refused(): number;
  /** Says which port the Host of a request must name; until then it is that of the options. */
  answerOn(port: number): void;
  close(): Promise<void>;
};

const CLOSE_DEADLINE_MS = 5000;
const CLOSE_LOOK_MS = 25;
const SETTLE_LOOK_MS = 60_000;

/**
 * Opens the files of a data folder and builds the API on them; fills an empty folder with sample data where
 * `options.sample` says so. A damaged file is set aside under another name, never deleted; the log says so, at every start until a
 * person has dismissed it, and nothing is made up in its place.
 * @throws Failure 'folder_unusable', 'newer_version'.
 */
export async function composeApp(options: ServiceOptions): Promise<ComposedApp> {
  const { dataDir, now, log } = options;
  const reader = openOrSetAside(join(dataDir, DATA_FILE), options, () => openReader(dataDir));
  let keys: Keys | undefined;
  try {
    keys = openOrSetAside(join(dataDir, KEYS_FILE), options, () => openKeys(dataDir, { now }));
    for (const incident of openIncidents(dataDir)) log(incidentLine(incident));
    if (reader.isCopy())
      log(
        `${dataDir} cannot be written: the data in it are read and answered, and nothing can be imported, refreshed or changed.`,
      );
    // Where real data were, an empty folder is no first start.
    if (options.sample && !reader.isCopy() && !hasLostData(dataDir)) await fillWithSample(options);
    return composed(options, reader, keys);
  } catch (error) {
    keys?.close();
    reader.close();
    throw error;
  }

  function composed({ port, pageSize, internalCredential }: ServiceOptions, reader: Reader, keys: Keys) {
    let answersOn = port;
    let isClosing = false;
    let refused = 0;
    const calls = rememberCalls(now);
    const app = buildApp({
      reader,
      keys,
      tokens: pagingTokens(keys.tokenSecret(), now),
      pages: openPageCache(),
      calls,
      pageSize,
      now,
      log,
      version: almanacVersion(),
      isInternal: internalCheck(internalCredential),
      port: () => answersOn,
      allowedOrigins: allowedOrigins(dataDir, options.allowedOrigins ?? [], log),
      isClosing: () => isClosing,
      onRefused: () => {
        refused += 1;
      },
    });
    return {
      app,
      reader,
      keys,
      calls,
      startClosing: () => {
        isClosing = true;
      },
      refused: () => refused,
      answerOn: (chosen: number) => {
        answersOn = chosen;
      },
      async close() {
        await app.close();
        keys.close();
        const isCopy = reader.isCopy();
        reader.close();
        if (!isCopy) settleQuietly(options);
      },
    };
  }
}

/**
 * Starts the service: takes the data folder, composes, listens on 127.0.0.1 and nowhere else.
 * @throws Failure 'folder_in_use', 'port_in_use', and those of `composeApp`.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  await expectPort(options);
  const lock = lockFolder(options.dataDir);
  let composed: ComposedApp | undefined;
  try {
    composed = await composeApp(options);
    const port = await listen(composed.app, options.port);
    composed.answerOn(port);
    lock.announce(port);
    const running = composed;
    let requests = 0;
    running.app.server.on('request', () => {
      requests += 1;
    });
    const ingest = openIngestWorker(options);
    const settling = setInterval(() => settleLog(ingest, options), SETTLE_LOOK_MS).unref();
    const calls = createControlCaller({
      dataDir: options.dataDir,
      ingest,
      diagnostics: (signal) => serviceDiagnostics(options, port, signal),
      makeSample: () => makeAskedSample(options),
      backUps: {
        storage: () => storageOf(options.dataDir),
        find: (name) => ({ path: backUpPath(options.dataDir, name), name }),
      },
      damagedFile: (incident) => ({ path: damagedFile(options.dataDir, incident) }),
      reader: running.reader,
      keys: running.keys,
      calls: running.calls,
      now: options.now,
      publisherKeys: options.publisherKeys,
      mirror: options.mirror,
      log: options.log,
      openSchedule: (refresh) =>
        openSchedule({
          ...options,
          reader: running.reader,
          isRefreshable: (dataset) => findDataset(dataset) !== undefined,
          refresh,
        }),
    });
    const integrity = watchIntegrity(options);
    let closing: Promise<void> | undefined;
    return {
      port,
      url: `http://127.0.0.1:${port}`,
      calls,
      requests: () => requests - running.refused(),
      damage: () => integrityOf(options.dataDir).damage,
      close: (deadlineMs = CLOSE_DEADLINE_MS) =>
        (closing ??= Promise.resolve(clearInterval(settling))
          .then(() => integrity.close())
          .then(() => calls.close())
          .then(() => ingest.close())
          .then(() => stop(running, deadlineMs))
          .finally(() => lock.release())),
    };
  } catch (error) {
    await composed?.close();
    lock.release();
    throw error;
  }
}

/** Makes nothing. A folder that is in use is told first: whoever starts twice meets his own service on its port. */
async function expectPort({ dataDir, port }: ServiceOptions): Promise<void> {
  try {
    await expectFreePort(port);
  } catch (error) {
    if (existsSync(join(dataDir, LOCK_FILE))) lockFolder(dataDir).release();
    throw error;
  }
}

/** Readers were in the way when the last publish ended: tried again, by the thread that works, until they are not. */
function settleLog(ingest: IngestWorker, { dataDir, log }: ServiceOptions): void {
  if (!needsSettling(dataDir)) return;
  ingest
    .settle()
    .catch((error: unknown) =>
      log(`The log of ${DATA_FILE} stays large: ${error instanceof Error ? error.message : String(error)}`),
    );
}

/** Where it fails nothing is lost: the next start finds what was written. */
function settleQuietly({ dataDir, log }: ServiceOptions): void {
  try {
    settle(dataDir);
  } catch (error) {
    log(`${DATA_FILE} is not in one file yet: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function openOrSetAside<T>(path: string, { now }: ServiceOptions, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'broken_data_file') throw error;
    setAside(path, now());
    return open();
  }
}

async function listen(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    throw await portFailure(port, error);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The service listens on no port');
  return address.port;
}

/** Lets answers under way end; what has not ended at the deadline is cut off. */
async function stop(composed: ComposedApp, deadlineMs: number): Promise<void> {
  composed.startClosing();
  const { server } = composed.app;
  const stopped = composed.close();
  const deadline = Date.now() + deadlineMs;
  let isStopped = false;
  const watched = stopped.finally(() => {
    isStopped = true;
  });
  while (!isStopped && Date.now() < deadline) {
    // A kept-alive connection becomes idle when its answer has ended.
    server.closeIdleConnections();
    await Promise.race([watched, sleep(CLOSE_LOOK_MS)]);
  }
  if (!isStopped) server.closeAllConnections();
  await watched;
}
