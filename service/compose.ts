import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server as NetServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { followCertificate, openEntrance } from './api/index.ts';
import type { AppOptions, AppService } from './app/index.ts';
import { type Calls, createCalls, makeAskedSample } from './calls/index.ts';
import { type ComposedApp, composeApp } from './compose-app.ts';
import { Failure } from './contract/failure.ts';
import { API_PREFIX, DATA_FILE } from './contract/names.ts';
import type { FollowedTeam } from './contract/team.ts';
import { findDataset } from './datasets/index.ts';
import { openSchedule } from './ingest/schedule/index.ts';
import { type IngestWorker, openIngestWorker, watchIntegrity } from './ingest/worker/index.ts';
import { createPageServer, type PageServer } from './page/index.ts';
import { closeIdle, noteUnused, portOf } from './process/http-server.ts';
import { damagedFile } from './process/incidents.ts';
import { expectFreePort, findPortHolder, holderText, portFailure } from './process/port-holder.ts';
import type { RunningService, ServiceOptions, TeamOptions } from './service-options.ts';
import { readFileSettings, removeStaleTurn } from './settings/index.ts';
import {
  backUpPath,
  integrityOf,
  LOCK_FILE,
  lockFolder,
  needsCheckpoint,
  openReader,
  storageOf,
} from './store/index.ts';
import type { Followed, Sent } from './team/feed/index.ts';
import type { Membership } from './team/index.ts';

const LOOPBACK = '127.0.0.1';
/** Hosts that stand for all addresses of this computer. */
const ALL_ADDRESSES = ['0.0.0.0', '::'];
const CLOSE_DEADLINE_MS = 5000;
const CLOSE_LOOK_MS = 25;
const LOG_LOOK_MS = 60_000;

/**
 * Locks the data folder, joins a node's team, builds the app, and listens on 127.0.0.1 or as `serving` says.
 * @throws Failure 'folder_in_use', 'port_in_use', and like `composeApp`, `openMembership`, `openFollowed`.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const free = await freePort(options);
  const started = readFileSettings(options.dataDir);
  const lock = lockFolder(options.dataDir);
  removeStaleTurn(options.dataDir);
  let team: Membership | undefined;
  let followed: Followed | undefined;
  let shared: Awaited<ReturnType<typeof sharing>> | undefined;
  let page: Awaited<ReturnType<typeof openPage>> | undefined;
  let calls: Calls | undefined;
  let pageServer: PageServer | undefined;
  let composed: ComposedApp | undefined;
  try {
    team = options.team && (await joined(options, options.team));
    const { follow } = options;
    followed = follow && (await following(options, follow, (sent) => composed?.work.outgoing.note(sent)));
    const dataFolder = followed?.folder ?? options.dataDir;
    pageServer = options.app && (options.app.server ?? createPageServer(options.app.start.folder));
    composed = await composeApp(options, team, followed, pageServer);
    await pageServer?.catchUp();
    const running = composed;
    const { tls, host = LOOPBACK } = options.serving ?? {};
    let port = free;
    const urlAt = (name: string) =>
      `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
    shared =
      options.follow &&
      followed &&
      (await sharing(options, options.follow, followed, (sent) => running.work.outgoing.note(sent)));
    const ingest = openIngestWorker(options);
    const made = createCalls({
      dataDir: options.dataDir,
      ingest,
      teamState: followed?.state,
      shared,
      dataFolder,
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
          isItsTurn: () => !followed && (team?.mayRefresh() ?? true),
          refresh,
        }),
    });
    calls = made;
    running.web?.answerBy(made);
    const damage = () => (followed ? null : integrityOf(options.dataDir).damage);
    const apiUrl = () => urlAt(host);
    page =
      options.app &&
      pageServer &&
      (await openPage(options, options.app, running, pageServer, { calls: made, apiUrl, damage }));
    await pageServer?.catchUp();
    port = await listen(running.app, free, host);
    const leaveCertificate = tls && followCertificate(running.app.server, tls, options.log);
    running.answerOn(port);
    lock.announce(port);
    await team?.join(urlAt(ALL_ADDRESSES.includes(host) ? hostname() : host));
    followed?.start();
    const pagePort = await page?.listen();
    const checkpoints = setInterval(() => checkpointLargeLog(ingest, options), LOG_LOOK_MS).unref();
    // The copy of a team is checked by its hashes, and made again if it is wrong.
    const integrity = followed ? undefined : watchIntegrity(options);
    let closing: Promise<void> | undefined;
    return {
      port,
      url: apiUrl(),
      dataFolder,
      calls: made,
      page: page && pagePort !== undefined ? { port: pagePort, token: page.app.issueToken() } : undefined,
      async warmUp() {
        // An import of ‘node:http’ would also load the code of `fetch`: 40 ms and 10 MB.
        const { get } = process.getBuiltinModule('node:http');
        const [answer] = await once(get({ host: LOOPBACK, port, path: `${API_PREFIX}/catalog` }), 'response');
        answer.resume();
      },
      damage,
      close: (deadlineMs = CLOSE_DEADLINE_MS) =>
        (closing ??= Promise.resolve(clearInterval(checkpoints))
          .then(() => integrity?.close())
          .then(() => followed?.close())
          .then(() => shared?.close())
          .then(() => page?.app.close())
          .then(() => made.close())
          .then(() => ingest.close())
          .then(() => stop(running, pageServer?.port, deadlineMs))
          .then(() => team?.close())
          .finally(() => {
            leaveCertificate?.();
            lock.release();
          })),
    };
  } catch (error) {
    await followed?.close();
    await shared?.close();
    await calls?.close();
    pageServer?.port.close();
    await composed?.close();
    await team?.close();
    lock.release();
    throw error;
  }
}

/** Loads the code for following a team, only on a computer that follows one. */
async function following(
  { dataDir, log }: ServiceOptions,
  follow: FollowedTeam,
  onSent: (sent: Sent) => void,
): Promise<Followed> {
  const { openFollowed } = await import('./team/feed/index.ts');
  const followed = await openFollowed({ ...follow, dataDir, log, onSent });
  // A back-up needs a data file to hold the person's own work, even if there are no own data yet.
  if (!existsSync(join(dataDir, DATA_FILE))) openReader(dataDir).close();
  return followed;
}

/** Loads the code for sharing with a team, only on a computer that follows one. */
async function sharing(
  { now }: ServiceOptions,
  follow: FollowedTeam,
  { folder }: Followed,
  onSent: (sent: Sent) => void,
) {
  const { openFollowedShared } = await import('./team/web/index.ts');
  return openFollowedShared({ ...follow, folder, now, onSent });
}

/** Loads the code for PostgreSQL, only at a team's node. */
async function joined(options: ServiceOptions, team: TeamOptions): Promise<Membership> {
  const { openMembership } = await import('./team/index.ts');
  return openMembership({ ...options, ...team });
}

/** Adds the page to the service. `listen`: on the wanted port, or on a free one unless `isPortFixed` is set. */
async function openPage(
  { dataDir, now, log, follow, team, internalCredential = '', expectFiles = () => undefined }: ServiceOptions,
  options: AppOptions,
  composed: ComposedApp,
  server: PageServer,
  service: Pick<AppService, 'calls' | 'apiUrl' | 'damage'>,
) {
  const { openApp } = await import('./app/index.ts');
  const { port: wanted, isPortFixed } = options.start;
  const app = openApp(options, {
    ...service,
    dataDir,
    team: follow?.address,
    entrance: openEntrance(() => portOf(server.port)),
    server,
    internalCredential,
    async inspect(signal) {
      // A thread of its own: neither requests nor a running refresh wait for it.
      const thread = openIngestWorker({ dataDir, now, log, team });
      return thread.inspect({ signal }).finally(() => thread.close());
    },
    expectFiles,
    log,
  });
  composed.addPage(app.port);
  async function listen(): Promise<number> {
    try {
      if (!server.port.listening) await server.listen(wanted);
    } catch (given) {
      const error = await portFailure(wanted, given);
      if (!(error instanceof Failure && error.code === 'port_in_use')) throw error;
      if (isPortFixed) {
        const advice = 'choose another one with --port, or leave --port out to take any free one.';
        throw new Failure('port_in_use', `Port ${wanted} ${await heldBy(wanted)}: ${advice}`);
      }
      log(`Port ${wanted} ${await heldBy(wanted)}, so the page takes a free one this time.`);
      await server.listen(0);
    }
    server.open();
    await app.listening();
    return portOf(server.port);
  }
  return { app, listen };
}

/** @returns 'is in use by node (process 4242)'. */
const heldBy = async (port: number): Promise<string> =>
  `is in use by ${holderText(await findPortHolder(port))}`;

/**
 * @returns the first free port. If it is taken and the folder is in use too, reports the folder, because the
 * person has probably started Almanac twice. @throws Failure 'folder_in_use', 'port_in_use'.
 */
async function freePort({ dataDir, port, otherPorts = [], serving, log }: ServiceOptions): Promise<number> {
  for (const [at, wanted] of [port, ...otherPorts].entries()) {
    try {
      await expectFreePort(wanted, serving?.host);
      return wanted;
    } catch (error) {
      if (existsSync(join(dataDir, LOCK_FILE))) lockFolder(dataDir).release();
      const next = otherPorts[at];
      if (next === undefined) throw error;
      const other = next === 0 ? 'a free one' : `port ${next}`;
      log(`Port ${wanted} ${await heldBy(wanted)}, so the API for other tools takes ${other} this time.`);
    }
  }
  return 0;
}

/** Empties SQLite's log if readers prevented that. In the ingest thread, so that requests do not wait. */
function checkpointLargeLog(ingest: IngestWorker, { dataDir, log }: ServiceOptions): void {
  if (!needsCheckpoint(dataDir)) return;
  ingest
    .checkpoint()
    .catch((error: unknown) =>
      log(`The log of ${DATA_FILE} stays large: ${error instanceof Error ? error.message : String(error)}`),
    );
}

/** @throws Failure 'port_in_use'. */
async function listen(app: FastifyInstance, port: number, host = LOOPBACK): Promise<number> {
  noteUnused(app.server);
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw await portFailure(port, error);
  }
  return portOf(app.server);
}

/** Waits until running requests are answered. At the deadline it closes the remaining connections. */
async function stop(composed: ComposedApp, page: NetServer | undefined, deadlineMs: number): Promise<void> {
  composed.startClosing();
  const { server } = composed.app;
  const pageClosed = page?.listening ? once(page.close(), 'close') : undefined;
  const deadline = Date.now() + deadlineMs;
  let isStopped = false;
  const stopped = Promise.all([composed.app.close(), pageClosed]).then(() => composed.close());
  const watched = stopped.finally(() => {
    isStopped = true;
  });
  while (!isStopped && Date.now() < deadline) {
    // A keep-alive connection becomes idle after its answer.
    closeIdle(server);
    await Promise.race([watched, sleep(CLOSE_LOOK_MS)]);
  }
  if (!isStopped) server.closeAllConnections();
  await watched;
}
