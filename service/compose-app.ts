import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  type AddRoutes,
  API_ROUTES,
  allowedOrigins,
  buildApp,
  internalCheck,
  openEntrance,
  openPageCache,
  type PagePort,
  pagingTokens,
  type RecentCalls,
  readTls,
  rememberCalls,
} from './api/index.ts';
import { fillWithSample, lacksSample } from './calls/index.ts';
import { Failure } from './contract/failure.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from './contract/names.ts';
import { withSpreads } from './derived/index.ts';
import { FRED_ROUTES } from './fred/index.ts';
import { type KeyStore, openKeys } from './keys/index.ts';
import { serviceAssistants } from './mcp/index.ts';
import type { PageServer } from './page/index.ts';
import { hasLostData, incidentLine, openIncidents } from './process/incidents.ts';
import { almanacVersion } from './process/version.ts';
import type { ServiceOptions } from './service-options.ts';
import { readFileSettings } from './settings/index.ts';
import { checkpoint, openReader, type Reader, setAside } from './store/index.ts';
import type { Followed } from './team/feed/index.ts';
import type { Membership } from './team/index.ts';
import type { openTeamWeb, TeamWeb } from './team/web/index.ts';
import { openWork, type Work } from './work/index.ts';

/** All parts of the service, connected but not listening yet. `app.inject` answers like the socket. */
export type ComposedApp = {
  app: FastifyInstance;
  reader: Reader;
  keys: KeyStore;
  work: Work;
  calls: RecentCalls;
  /** Answers requests from people's browsers; only at a node of a team. */
  web: TeamWeb | undefined;
  /** Answers all requests with 503 from now on. */
  startClosing(): void;
  /** Adds the app's page. Only before `app` listens. */
  addPage(page: PagePort): void;
  /** Sets the port that a request's Host header must name. Before that it is the port of the options. */
  answerOn(port: number): void;
  close(): Promise<void>;
};

/**
 * Opens the files of a data folder and builds the API on them. A damaged file is renamed, never deleted; the
 * log reports it at every start until a person dismisses the incident.
 * `options.sample`: fills an empty folder. `followed`: shows a team's data.
 * `pageServer`: answers at the page's port too.
 * `team`: for a node, which uses the team's keys (the caller closes them) and has no sample data.
 * @throws Failure 'folder_unusable', 'newer_version'.
 */
export async function composeApp(
  options: ServiceOptions,
  team?: Membership,
  followed?: Pick<Followed, 'folder' | 'team'>,
  pageServer?: Pick<PageServer, 'answerBy'>,
): Promise<ComposedApp> {
  const { dataDir, now, log } = options;
  const dataFolder = followed?.folder ?? dataDir;
  const reader = openOrSetAside(join(dataFolder, DATA_FILE), options, () =>
    withSpreads(openReader(dataFolder)),
  );
  let keys: KeyStore | undefined;
  let work: Work | undefined;
  try {
    keys = team?.keys ?? openOrSetAside(join(dataDir, KEYS_FILE), options, () => openKeys(dataDir, { now }));
    work = openOrSetAside(join(dataDir, WORK_FILE), options, () => openWork(dataDir, { now }));
    for (const incident of openIncidents(dataDir)) log(incidentLine(incident, dataDir));
    if (reader.isCopy())
      log(
        `${dataFolder} cannot be written: the data in it are read and answered, and nothing can be imported, refreshed or changed.`,
      );
    // If data were lost here, an empty folder is not a first start.
    if (
      options.sample &&
      !team &&
      !followed &&
      lacksSample(reader) &&
      !reader.isCopy() &&
      !hasLostData(dataDir)
    )
      await fillWithSample(options);
    const addTeam = team ? [(await import('./team/feed/index.ts')).teamRoutes(team.feed)] : [];
    const makeWeb = team && (await import('./team/web/index.ts')).openTeamWeb;
    return composed(options, reader, keys, work, addTeam, makeWeb);
  } catch (error) {
    work?.close();
    if (!team) await keys?.close();
    reader.close();
    throw error;
  }

  function composed(
    { port, pageSize, internalCredential, serving }: ServiceOptions,
    reader: Reader,
    keys: KeyStore,
    work: Work,
    addTeam: readonly AddRoutes[],
    makeWeb: typeof openTeamWeb | undefined,
  ) {
    let answersOn = port;
    let isClosing = false;
    const calls = rememberCalls(now);
    const entrance = openEntrance(() => answersOn, serving);
    const web = team && makeWeb?.({ team, url: entrance.url, now, log });
    const isOwn = internalCheck(internalCredential);
    let page: PagePort | undefined;
    const app = buildApp({
      reader,
      dataFolder,
      keys,
      tokens: pagingTokens(secretOf(keys, followed), now, team?.version),
      pages: openPageCache(),
      calls,
      // The smaller of the given page size and the page size in the settings.
      pageSize: Math.min(pageSize, readFileSettings(dataDir).page_size),
      now,
      log,
      version: almanacVersion(),
      isInternal: (authorization) => isOwn(authorization) || web?.isLetIn(authorization) === true,
      readiness: team?.readiness,
      copyHas: team?.copyHas,
      routes: [...API_ROUTES, ...FRED_ROUTES, ...addTeam],
      isOpen: (what) => readFileSettings(dataDir)[what],
      isClosing: () => isClosing,
      entrance,
      web,
      pageOf: (request) => (page?.isOf(request) ? page : undefined),
      serve: pageServer?.answerBy,
      tls: serving?.tls && readTls(serving.tls),
      assistants: serviceAssistants({ ...options, reader, url: entrance.url, hasPage: web !== undefined }),
      allowedOrigins: allowedOrigins(dataDir, options.allowedOrigins ?? [], log),
    });
    return {
      app,
      reader,
      keys,
      work,
      calls,
      web,
      startClosing: () => {
        isClosing = true;
      },
      addPage: (added: PagePort) => {
        page = added;
        added.addTo(app);
      },
      answerOn: (chosen: number) => {
        answersOn = chosen;
      },
      async close() {
        await app.close();
        work.close();
        if (!team) await keys.close();
        const isCopy = reader.isCopy();
        reader.close();
        if (!isCopy) checkpointOrLog({ ...options, dataDir: dataFolder });
      },
    };
  }
}

/** @returns the secret that signs paging tokens. It depends on the team: other data make a token void. */
function secretOf(keys: KeyStore, followed: Pick<Followed, 'team'> | undefined): Buffer {
  const secret = keys.tokenSecret();
  return followed ? createHmac('sha256', secret).update(followed.team).digest() : secret;
}

/** Moves the write-ahead log into the data file. A failure loses nothing: the next start reads the log. */
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
