import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  createControlCaller,
  fillWithSample,
  lacksSample,
  makeAskedSample,
  serviceDiagnostics,
} from './calls/index.ts';
import { Failure } from './contract/failure.ts';
import { API_PREFIX, DATA_FILE, KEYS_FILE, WORK_FILE } from './contract/names.ts';
import { findDataset } from './datasets/index.ts';
import { withSpreads } from './derived/index.ts';
import { FRED_ROUTES } from './fred/index.ts';
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
import { readFileSettings } from './settings/index.ts';
import {
  backUpPath,
  checkpoint,
  integrityOf,
  LOCK_FILE,
  lockFolder,
  needsCheckpoint,
  openReader,
  type Reader,
  setAside,
  storageOf,
} from './store/index.ts';
import { openWork, type Work } from './work/index.ts';

/** All parts of the service, connected but not listening yet. `app.inject` answers like the socket. */
export type ComposedApp = {
  app: FastifyInstance;
  reader: Reader;
  keys: Keys;
  work: Work;
  calls: RecentCalls;
  /** Answers all requests with 503 from now on. */
  startClosing(): void;
  /** @returns how many requests were refused because they had no valid key. */
  refused(): number;
  /** Sets the port that a request's Host header must name. Before that it is the port of the options. */
  answerOn(port: number): void;
  close(): Promise<void>;
};

const CLOSE_DEADLINE_MS = 5000;
const CLOSE_LOOK_MS = 25;
const LOG_LOOK_MS = 60_000;

/**
 * Opens the files of a data folder and builds the API on them. With `options.sample` it makes sample data in an empty folder. A damaged
 * file is renamed, never deleted; the log reports it at every start until a person dismisses the incident, and no sample data are
 * made in its place.
 * @throws Failure 'folder_unusable', 'newer_version'.
 */
export async function composeApp(options: ServiceOptions): Promise<ComposedApp> {
  const { dataDir, now, log } = options;
  const reader = openOrSetAside(join(dataDir, DATA_FILE), options, () => withSpreads(openReader(dataDir)));
  let keys: Keys | undefined;
  let work: Work | undefined;
  try {
    keys = openOrSetAside(join(dataDir, KEYS_FILE), options, () => openKeys(dataDir, { now }));
    work = openOrSetAside(join(dataDir, WORK_FILE), options, () => openWork(dataDir, { now }));
    for (const incident of openIncidents(dataDir)) log(incidentLine(incident));
    if (reader.isCopy())
      log(
        `${dataDir} cannot be written: the data in it are read and answered, and nothing can be imported, refreshed or changed.`,
      );
    // If data were lost here, an empty folder is not a first start.
    if (options.sample && lacksSample(reader) && !reader.isCopy() && !hasLostData(dataDir))
      await fillWithSample(options);
    return composed(options, reader, keys, work);
  } catch (error) {
    work?.close();
    keys?.close();
    reader.close();
    throw error;
  }

  function composed(
    { port, pageSize, internalCredential }: ServiceOptions,
    reader: Reader,
    keys: Keys,
    work: Work,
  ) {
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
      // What was given counts, else the setting.
      pageSize: Math.min(pageSize, readFileSettings(dataDir).page_size),
      now,
      log,
      version: almanacVersion(),
      isInternal: internalCheck(internalCredential),
      port: () => answersOn,
      allowedOrigins: allowedOrigins(dataDir, options.allowedOrigins ?? [], log),
      moreRoutes: readFileSettings(dataDir).fred_clients ? FRED_ROUTES : [],
      isClosing: () => isClosing,
      onRefused: () => {
        refused += 1;
      },
    });
    return {
      app,
      reader,
      keys,
      work,
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
        work.close();
        keys.close();
        const isCopy = reader.isCopy();
        reader.close();
        if (!isCopy) checkpointOrLog(options);
      },
    };
  }
}

/**
 * Starts the service: locks the data folder, builds the app, and listens on 127.0.0.1 only.
 * @throws Failure 'folder_in_use', 'port_in_use', and those of `composeApp`.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  await expectPort(options);
  const started = readFileSettings(options.dataDir);
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
    const checkpoints = setInterval(() => checkpointLargeLog(ingest, options), LOG_LOOK_MS).unref();
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
      work: running.work,
      calls: running.calls,
      started,
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
      async warmUp() {
        await running.app.inject({ url: `${API_PREFIX}/catalog`, headers: { host: `127.0.0.1:${port}` } });
      },
      requests: () => requests - running.refused(),
      damage: () => integrityOf(options.dataDir).damage,
      close: (deadlineMs = CLOSE_DEADLINE_MS) =>
        (closing ??= Promise.resolve(clearInterval(checkpoints))
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

/**
 * Checks the port without creating any file. If the port is taken and the folder is in use too, it reports the folder: the person has
 * probably started Almanac twice, and the first one uses the port.
 * @throws Failure 'folder_in_use', 'port_in_use'.
 */
async function expectPort({ dataDir, port }: ServiceOptions): Promise<void> {
  try {
    await expectFreePort(port);
  } catch (error) {
    if (existsSync(join(dataDir, LOCK_FILE))) lockFolder(dataDir).release();
    throw error;
  }
}

/** Empties SQLite's write-ahead log if readers prevented that at the end of the last publish. The ingest thread does it, so that requests do not wait. */
function checkpointLargeLog(ingest: IngestWorker, { dataDir, log }: ServiceOptions): void {
  if (!needsCheckpoint(dataDir)) return;
  ingest
    .checkpoint()
    .catch((error: unknown) =>
      log(`The log of ${DATA_FILE} stays large: ${error instanceof Error ? error.message : String(error)}`),
    );
}

/** Moves the write-ahead log into the data file. If that fails no data are lost, because the next start reads the log too. */
function checkpointOrLog({ dataDir, log }: ServiceOptions): void {
  try {
    checkpoint(dataDir);
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

/** Waits until running requests are answered. At the deadline it closes the remaining connections. */
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
    // A keep-alive connection becomes idle after its answer.
    server.closeIdleConnections();
    await Promise.race([watched, sleep(CLOSE_LOOK_MS)]);
  }
  if (!isStopped) server.closeAllConnections();
  await watched;
}
