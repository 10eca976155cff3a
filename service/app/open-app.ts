import type { Calls } from '../calls/index.ts';
import type { FolderInspection } from '../contract/diagnostics.ts';
import type { HostState } from '../contract/host.ts';
import type { DataDamage } from '../contract/integrity.ts';
import type { PageStart } from '../contract/service-channel.ts';
import type { EndpointHandlers } from '../process/endpoint-input.ts';
import { openIncidents } from '../process/incidents.ts';
import { makeBearer } from '../process/page-bearer.ts';
import { almanacVersion } from '../process/version.ts';
import { changeSettingsFile, readFileSettings } from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';
import { accessHandlers } from './access-handlers.ts';
import { appHandlers } from './app-handlers.ts';
import { dataHandlers } from './data-handlers.ts';
import { diagnosticsReport } from './diagnostics.ts';
import { openEvents, versionOf } from './events.ts';
import { exportHandlers } from './export-handlers.ts';
import { createExports } from './exports.ts';
import { followTeamHandlers } from './follow-team.ts';
import { createJobs } from './jobs.ts';
import { openPagePort, type PagePort } from './page-port.ts';
import { openPageSessions } from './sessions.ts';
import { openStartupReport } from './startup-report.ts';
import { createUploads } from './uploads.ts';

/** What the shell gives a service that serves the app's page. */
export type AppOptions = {
  start: PageStart;
  /** Keeps the user's keys. */
  vault: Vault;
  /** From now on this secret is masked in the log. */
  learn: (secret: string) => void;
  /** Ends the service once running requests are answered; with 'restart' the shell starts it again. */
  end: (how: 'quit' | 'restart') => void;
};

/** The service that the app belongs to. */
export type AppService = {
  dataDir: string;
  /** The address of the team whose data are shown; undefined for those of this computer. */
  team: string | undefined;
  calls: Calls;
  apiUrl: string;
  /** Known once the port listens. */
  pageUrl: () => string;
  /** The credential of requests that the API lets in without a key. */
  internalCredential: string;
  damage: () => DataDamage | null;
  inspect: (signal: AbortSignal) => Promise<FolderInspection>;
  expectFiles: () => void;
  log: (line: string) => void;
};

export type App = {
  port: PagePort;
  /** @returns a token that signs a page in, once. */
  issueToken(): string;
  /** Notes that the page can be asked now. */
  listening(): Promise<void>;
  /** Cancels jobs; removes uploaded and exported files. */
  close(): Promise<void>;
};

export function openApp({ start, vault, learn, end }: AppOptions, service: AppService): App {
  const { dataDir, calls, log } = service;
  const version = almanacVersion();
  const startedAt = new Date().toISOString();
  const sessions = openPageSessions(start.sessionSecret);
  const exports = createExports();
  const uploads = createUploads();
  const jobs = createJobs(log, () => events.look());
  const startup = openStartupReport({ ...start, version, log });
  const bearer = makeBearer(start.sessionSecret);
  const state = (): HostState => ({
    mode: start.mode,
    version,
    can: service.team === undefined ? ['computer', 'keys', 'import'] : ['computer', 'keys'],
    started_at: startedAt,
    base_url: service.apiUrl,
    ...(service.team !== undefined && { team: service.team }),
    damage: service.damage(),
    incidents: openIncidents(dataDir),
  });
  const events = openEvents(() => {
    const { data, work, runs, settings, team } = calls.versions();
    return {
      ...{ data, work, runs: versionOf(runs), settings: versionOf(settings), team: versionOf(team) },
      ...{ state: versionOf(state()), jobs: versionOf(jobs.list()) },
    };
  }, log);
  const handlers: EndpointHandlers = {
    ...calls.endpoints,
    ...appHandlers({
      dataDir,
      state,
      startup,
      report: () =>
        diagnosticsReport({
          ...start,
          dataDir,
          usualPort: () => readFileSettings(dataDir).port,
          state,
          inspect: service.inspect,
          vaultState: vault.state,
          marks: startup.marks,
          page: service.pageUrl,
        }),
      restart: () => end('restart'),
      quit: () => end('quit'),
    }),
    ...dataHandlers({ work: calls.work, jobs, uploads }),
    ...exportHandlers({
      work: calls.work,
      exports,
      ask: (target, signal) =>
        fetch(service.pageUrl() + target, {
          headers: { Authorization: `Bearer ${bearer}` },
          signal,
          redirect: 'manual',
        }),
    }),
    ...accessHandlers({ dataDir, apiUrl: service.apiUrl, vault, keys: calls.keys }),
    ...followTeamHandlers({
      vault,
      setting: {
        read: () => readFileSettings(dataDir).team,
        write: (address) => void changeSettingsFile(dataDir, { team: address }),
      },
      async ask(followed) {
        learn(followed.key);
        // Loaded only when a person asks for a team.
        const { askTeam } = await import('../team/ask/index.ts');
        return askTeam(followed, calls.work.noteOutgoing);
      },
      restart: () => end('restart'),
      isBusy: () => jobs.list().some((job) => job.state === 'running') || calls.work.isRefreshing(),
      log,
    }),
  };
  return {
    port: openPagePort({
      sessions,
      events,
      exports,
      handlers,
      control: {
        state: () => ({ clients: events.count(), signIns: sessions.signIns() }),
        open: () => ({ address: `${service.pageUrl()}/#t=${sessions.issueToken()}` }),
        stop: () => end('quit'),
        pause: () => calls.work.pauseSchedule(),
      },
      controlSecret: start.controlSecret,
      internalCredential: service.internalCredential,
      folder: start.folder,
      expectFiles: service.expectFiles,
    }),
    issueToken: sessions.issueToken,
    listening: startup.listening,
    async close() {
      events.close();
      jobs.cancel(undefined);
      await Promise.all([uploads.close(), exports.close()]);
    },
  };
}
