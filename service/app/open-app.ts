import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type EndpointHandlers, type Entrance, notFound, type PagePort, Refusal } from '../api/index.ts';
import type { Calls, WorkContext } from '../calls/index.ts';
import type {
  AppState,
  DataJob,
  DataJobs,
  StartupMarks,
  Upload,
  UploadRequest,
} from '../contract/app-state.ts';
import type { DataDamage } from '../contract/incidents.ts';
import type { FileToIngest } from '../contract/ingest.ts';
import type { PageStart } from '../contract/service-channel.ts';
import type { FolderInspection, Restored, RestoreRequest } from '../contract/storage.ts';
import type { PageServer } from '../page/index.ts';
import { dismissIncident, openIncidents } from '../process/incidents.ts';
import { makeBearer } from '../process/page-bearer.ts';
import { targetOf } from '../process/path-kind.ts';
import { findPortHolder, holderText } from '../process/port-holder.ts';
import { almanacVersion } from '../process/version.ts';
import { writeWholeFile } from '../process/whole-file.ts';
import { changeSettingsFile, readFileSettings } from '../settings/index.ts';
import type { Vault } from '../vault/index.ts';
import { accessHandlers } from './access-handlers.ts';
import { diagnosticsReport } from './diagnostics.ts';
import { openEvents, versionOf } from './events.ts';
import {
  type BorrowedUpload,
  BrokenOff,
  createExports,
  createUploads,
  type Exports,
  LARGEST_BYTES,
  receiveCsv,
  type Uploads,
} from './exports.ts';
import { followTeamHandlers } from './follow-team.ts';
import { createJobs, type JobResult, type Jobs } from './jobs.ts';
import { openPagePort, openPageSessions } from './page-port.ts';

export type AppOptions = {
  start: PageStart;
  vault: Vault;
  /** Masks this secret in all later lines of the log. */
  learn: (secret: string) => void;
  /** Given if the entry of the process has opened the page's port already. */
  server?: PageServer | undefined;
  /** Ends the service once running requests are answered; with 'restart' the shell starts it again. */
  end: (how: 'quit' | 'restart') => void;
};

export type AppService = {
  dataDir: string;
  /** The address of the team whose data are shown; undefined for this computer's own data. */
  team: string | undefined;
  calls: Calls;
  /** The address of the API, known once it listens. */
  apiUrl: () => string;
  /** The page's port: its names, its connections and the page's files. */
  entrance: Entrance;
  server: Pick<PageServer, 'files' | 'isOf' | 'token'>;
  /** The credential of requests that the API lets in without a key. */
  internalCredential: string;
  damage: () => DataDamage | null;
  inspect: (signal: AbortSignal) => Promise<FolderInspection>;
  expectFiles: () => void;
  log: (line: string) => void;
};

export type App = {
  port: PagePort;
  issueToken(): string;
  listening(): Promise<void>;
  /** Cancels jobs; removes uploaded and exported files. */
  close(): Promise<void>;
};

export function openApp({ start, vault, learn, end }: AppOptions, service: AppService): App {
  const { dataDir, calls, log } = service;
  const { url: pageUrl } = service.entrance;
  const version = almanacVersion();
  const startedAt = new Date().toISOString();
  const sessions = openPageSessions(start.sessionSecret, undefined, service.server.token);
  const exports = createExports();
  const uploads = createUploads();
  const jobs = createJobs(log, () => events.look());
  const startup = openStartupReport({ ...start, version, log });
  const bearer = makeBearer(start.sessionSecret);
  const state = (): AppState => ({
    mode: start.mode,
    version,
    can: service.team === undefined ? ['computer', 'keys', 'import'] : ['computer', 'keys'],
    started_at: startedAt,
    base_url: service.apiUrl(),
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
          page: pageUrl,
        }),
      restart: () => end('restart'),
      quit: () => end('quit'),
    }),
    ...dataHandlers({ work: calls.work, jobs, uploads }),
    ...exportHandlers({
      work: calls.work,
      exports,
      ask: (target, signal) =>
        fetch(pageUrl() + target, {
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
        // Loaded only when the user looks up a team.
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
        open: () => ({ address: `${pageUrl()}/#t=${sessions.issueToken()}` }),
        stop: () => end('quit'),
        pause: () => calls.work.pauseSchedule(),
      },
      controlSecret: start.controlSecret,
      internalCredential: service.internalCredential,
      expectFiles: service.expectFiles,
      entrance: service.entrance,
      server: service.server,
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

type ExportParts = {
  work: Pick<Calls['work'], 'exportView'>;
  exports: Exports;
  /** Requests a path of the API at the page's own port, as a page may. */
  ask: (target: string, signal: AbortSignal) => Promise<Response>;
};

function exportHandlers({ work, exports, ask }: ExportParts) {
  return {
    download: async ({ path }) => ({ url: exports.offerTarget(dataTarget(path)) }),
    export: (asked, { query: { id = '' }, signal }) =>
      exports.make(id, signal, (folder, way) => work.exportView(asked, folder, way.signal, way.onRows)),
    async 'export-published'({ path }, { query: { id = '' }, signal }) {
      const target = dataTarget(path);
      try {
        return await exports.make(id, signal, async (folder, way) => {
          const answer = await ask(target, way.signal);
          if (!answer.ok) throw new Refusal(answer.status, await answer.json());
          return receiveCsv(answer, folder, way);
        });
      } catch (error) {
        if (error instanceof BrokenOff) throw new Refusal(502, { detail: error.message });
        throw error;
      }
    },
    // The page may ask shortly before or after the export runs.
    'export-progress': async ({ id }) => exports.progress(id) ?? { rows: 0, total: null },
    async 'cancel-export'({ id }) {
      exports.cancel(id);
      return {};
    },
    sidecar: async ({ ticket }) => (await exports.takeSidecar(ticket)) ?? '',
  } satisfies Partial<EndpointHandlers>;
}

/** @returns path and query if the text is a path of the data API. @throws Refusal 422. */
function dataTarget(text: string): string {
  const target = targetOf(text, ['data']);
  if (target !== undefined) return target;
  throw new Refusal(422, {
    detail: 'path must be one of the data API, such as /api/v1/economic-data/us_debt?…',
  });
}

const MARKS = ['evaluated', 'ready', 'listening', 'first_paint', 'data_visible'] as const;
/** `evaluated`: the shell's entry has run; `ready`: a window can open; the page sends the last two. */
type StartupMark = (typeof MARKS)[number];

/** Measures ms since the shell's process started, and writes them as JSON if a report is wanted. */
export function openStartupReport({
  mode,
  startup: { origin, marks: before, report },
  version,
  log,
}: Pick<PageStart, 'mode' | 'startup'> & { version: string; log: (line: string) => void }) {
  const known = new Map<string, number>(Object.entries(before));
  const marks = (): Partial<Record<StartupMark, number>> =>
    Object.fromEntries(MARKS.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));

  /** Records a mark the first time only. */
  function note(name: StartupMark, atMs: number): void {
    if (!known.has(name)) known.set(name, Math.round((atMs - origin) * 10) / 10);
  }

  async function write(): Promise<void> {
    if (report === null) return;
    const content = { mode, version, unit: 'ms since the process started', marks: marks() };
    try {
      await mkdir(path.dirname(report), { recursive: true });
      writeWholeFile(report, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o666, isLasting: false });
    } catch (error) {
      log(`The start-up report could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    marks,
    async listening(): Promise<void> {
      note('listening', performance.timeOrigin + performance.now());
      await write();
    },
    async fromPage({ first_paint, data_visible }: StartupMarks): Promise<void> {
      note('first_paint', first_paint);
      note('data_visible', data_visible);
      await write();
    },
  };
}

type AppParts = {
  dataDir: string;
  state: () => AppState;
  startup: { fromPage: (marks: StartupMarks) => Promise<void> };
  report: () => Promise<string>;
  /** Restart and quit happen after this request is answered. */
  restart: () => void;
  quit: () => void;
};

function appHandlers(parts: AppParts) {
  return {
    state: async () => parts.state(),
    async 'restart-service'() {
      parts.restart();
      return {};
    },
    async quit() {
      parts.quit();
      return {};
    },
    async 'port-holder'({ port }) {
      const holder = await findPortHolder(Number(port));
      return { holder: holder === undefined ? null : holderText(holder) };
    },
    async 'dismiss-incident'({ id }) {
      dismissIncident(parts.dataDir, id);
      return parts.state();
    },
    async 'startup-marks'(marks) {
      await parts.startup.fromPage(marks);
      return {};
    },
    diagnostics: parts.report,
  } satisfies Partial<EndpointHandlers>;
}

type DataParts = { work: Calls['work']; jobs: Jobs; uploads: Uploads };

const MEBIBYTE = 1024 * 1024;

export function dataHandlers(parts: DataParts) {
  const { jobs, uploads, work } = parts;
  return {
    jobs: async () => ({ jobs: jobs.list() }),
    refresh: async ({ datasets, ...allowed }) => ({
      jobs: [...new Set(datasets)].map((dataset) =>
        jobs.start('refresh', dataset, async (how) => {
          const sources = await work.refresh(dataset, { ...how, ...allowedOf(allowed) });
          return { ...storedBy(sources), preview: null };
        }),
      ),
    }),
    async upload({ name }, { bytes }): Promise<Upload> {
      const upload = await uploads.take(name, bytes);
      if (upload !== 'too-large') return upload;
      const detail = `${name} is larger than ${LARGEST_BYTES / MEBIBYTE} MB, more than any publisher's file.`;
      throw new Refusal(413, { detail });
    },
    preview: async (asked) =>
      startOnCopy('preview', asked, parts, async (file, how) => ({
        runs: [],
        notes: [],
        preview: await work.preview(file, how),
      })),
    import: async (asked) =>
      startOnCopy('import', asked, parts, async (file, how) => {
        const imported = await work.importFiles([file], { ...how, ...allowedOf(asked) });
        await uploads.discard(asked.upload);
        return { ...storedBy(imported), preview: null };
      }),
    async discard({ upload }) {
      await uploads.discard(upload);
      return {};
    },
    async cancel({ job }) {
      jobs.cancel(job);
      return { jobs: jobs.list() };
    },
    restore: (asked) => restore(asked, parts),
    // The page shows the result with the incident, where it is stored.
    rescue: async ({ id }) => ({
      jobs: [
        jobs.start('rescue', id, async (how) => {
          const { notes } = await work.rescue(id, how);
          return { runs: [], notes, preview: null };
        }),
      ],
    }),
  } satisfies Partial<EndpointHandlers>;
}

function allowedOf({ allow_shrink = false, allow_jumps = false }: Partial<UploadRequest>) {
  return { allowShrink: allow_shrink, allowJumps: allow_jumps };
}

function storedBy(stored: readonly Pick<JobResult, 'runs' | 'notes'>[]): Pick<JobResult, 'runs' | 'notes'> {
  return { runs: stored.flatMap(({ runs }) => runs), notes: stored.flatMap(({ notes }) => notes) };
}

/** Starts a job on an upload's copy, which is removed afterwards. @throws Refusal 404 without an upload. */
function startOnCopy(
  kind: 'preview' | 'import',
  { upload, list_date: listDate, list_code: listCode }: UploadRequest,
  { jobs, uploads }: DataParts,
  work: (file: FileToIngest, how: WorkContext) => Promise<JobResult>,
): DataJobs {
  const { path, name, release } = borrowed(uploads, upload);
  const file = { path, name, ...(listDate && { listDate }), ...(listCode && { listCode }) };
  const job: DataJob = jobs.start(kind, name, (how) => work(file, how).finally(release));
  return { jobs: [job] };
}

/** Replaces the data by a back-up. An uploaded back-up is removed afterwards. */
async function restore(body: RestoreRequest, { work, uploads }: DataParts): Promise<Restored> {
  if ('back_up' in body) return work.restore({ backUp: body.back_up });
  const { path, name, release } = borrowed(uploads, body.upload);
  try {
    return await work.restore({ file: { path, name } });
  } finally {
    await release();
    await uploads.discard(body.upload);
  }
}

function borrowed(uploads: Uploads, upload: string): BorrowedUpload {
  const found = uploads.borrow(upload);
  if (!found) throw notFound();
  return found;
}
