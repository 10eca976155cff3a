import { basename } from 'node:path';
import type { CallFailure } from '../contract/call.ts';
import type { ServiceCalls } from '../contract/control.ts';
import type { FailedRun } from '../contract/data-state.ts';
import type { ServiceDiagnostics } from '../contract/diagnostics.ts';
import { Failure } from '../contract/failure.ts';
import type { FileToIngest, IngestRun, RefreshedSource } from '../contract/ingest.ts';
import { FILE_SETTINGS, type FileSettingName, type FileValues } from '../contract/settings.ts';
import type { Storage } from '../contract/storage.ts';
import type { TeamState } from '../contract/team.ts';
import { checkedOrigin, type RecentCalls } from '../http/index.ts';
import type { Schedule } from '../ingest/schedule/index.ts';
import type { IngestWorker } from '../ingest/worker/index.ts';
import type { Keys } from '../keys/index.ts';
import { keysForRefresh, type PublisherKeySource } from '../process/publisher-keys.ts';
import {
  type AnswerOf,
  type CallHandlers,
  type Handle,
  handleBy,
  type InputOf,
  plainFailure,
} from '../process/rpc.ts';
import { checkedFileValues, readFileSettings } from '../settings/index.ts';
import { exportView } from '../tables/index.ts';
import type { Work } from '../work/index.ts';
import { type BriefReader, briefCalls } from './brief-calls.ts';
import { type ExplanationReader, explanationCalls } from './explanation-calls.ts';
import { type FrozenReader, frozenCalls } from './frozen-calls.ts';
import { keyCalls } from './key-calls.ts';
import { type FollowedShared, sharedCalls } from './shared-calls.ts';
import { refusedAtNode, refusedWhereFollowed } from './team-node.ts';
import { workCalls } from './work-calls.ts';

/** Answers the calls that a host makes. */
export type ControlCaller = {
  call: Handle;
  /** Cancels all calls and the schedule. */
  close(): Promise<void>;
};

export type ControlParts = {
  dataDir: string;
  ingest: IngestWorker;
  reader: ExplanationReader & BriefReader & FrozenReader;
  keys: Keys;
  work: Work;
  calls: RecentCalls;
  /** The settings with which this service started. */
  started: FileValues;
  /** Provides the user's keys for publishers; undefined if there is no source of keys, neither a host nor the environment. */
  publisherKeys: PublisherKeySource | undefined;
  /** Whether the data are a copy of a team's. */
  isTeamNode?: boolean;
  /** Of a computer that follows a team: what its people share. */
  shared?: FollowedShared | undefined;
  /** Where data.sqlite is; absent: in `dataDir`. */
  dataFolder?: string;
  /** Of a computer that follows a team: how its copy stands. */
  teamState?: (() => TeamState) | undefined;
  diagnostics: (signal: AbortSignal) => Promise<ServiceDiagnostics>;
  mirror: string | undefined;
  now: () => Date;
  log: (line: string) => void;
  backUps: {
    storage: () => Storage;
    /** @throws Failure 'invalid_file' if no back-up has that name. */
    find: (name: string) => FileToIngest;
  };
  /** @returns the damaged file of an incident. @throws Failure 'invalid_file' if it has none that can be rescued. */
  damagedFile: (incident: string) => FileToIngest;
  /** @returns how many datasets now have sample data. */
  makeSample: () => Promise<number>;
  /** Starts the schedule. `refresh` fetches one dataset and returns how many observations were added or revised. */
  openSchedule: (refresh: (dataset: string, signal: AbortSignal) => Promise<number>) => Schedule;
};

/** How many failed runs are kept. */
const FAILED_KEPT = 100;

/** @returns a list of the runs that failed since the service started. The store only records runs that stored data. */
export function rememberFailedRuns(now: () => Date) {
  const failed: FailedRun[] = [];
  let lastId = 0;
  return {
    note(run: Omit<FailedRun, 'id' | 'failed_at'>): void {
      lastId += 1;
      failed.unshift({ ...run, id: lastId, failed_at: now().toISOString() });
      failed.splice(FAILED_KEPT);
    },
    /** Newest first. */
    list: (): FailedRun[] => [...failed],
  };
}

const BUG = 'An error in Almanac itself; the log of the service says more.';
/** How many of the newest runs the call 'runs' returns. */
const RUNS_LISTED = 100;

/** Starts the schedule. @returns the function that answers the host's calls. */
export function createControlCaller(parts: ControlParts): ControlCaller {
  const { ingest, mirror, log, openSchedule, publisherKeys } = parts;
  const failed = rememberFailedRuns(parts.now);
  const schedule: Schedule = openSchedule((dataset, signal) =>
    noted({ dataset, kind: 'refresh', is_scheduled: true, location: '' }, signal, async () => {
      const { keys, notes } = await keysForRefresh(dataset, publisherKeys, signal);
      for (const note of notes) log(`${dataset}: ${note}`);
      return changedBy(await ingest.refresh(dataset, { settings: settingsFor(), keys, signal }));
    }),
  );
  const handlers: CallHandlers<ServiceCalls> = {
    import: ({ files, allowShrink = false, allowJumps = false }, context) =>
      noted(
        { dataset: null, kind: 'import', is_scheduled: false, location: files.map(fileName).join(', ') },
        context.signal,
        () => ingest.import(files, { ...context, allowShrink, allowJumps }),
      ),
    'undo-import': ({ run }, { signal }) => ingest.undoImport(run, { signal }),
    preview: ({ file }, context) => ingest.preview(file, context),
    refresh: refreshAll,
    'data-state': () => schedule.state(),
    'team-state': () => parts.teamState?.() ?? { follows: false },
    'auto-refresh': ({ is_on }) => schedule.setAutoRefresh(is_on),
    'pause-schedule': () => {
      schedule.pause();
      return null;
    },
    'refresh-settings': (settings) => schedule.setRefreshSettings(settings),
    'file-settings': fileSettings,
    'set-file-settings': ({ values }) => {
      const checked = checkedFileValues(values);
      for (const origin of checked.allowed_origins ?? []) checkedOrigin(origin);
      schedule.setFileSettings(checked);
      return fileSettings();
    },
    runs: () => ({ runs: schedule.runs(RUNS_LISTED), failed: failed.list() }),
    'make-sample': async () => ({ datasets: await parts.makeSample() }),
    'export-view': ({ asked, folder }, { signal, onProgress }) =>
      exportView(
        { asked, folder, dataDir: parts.dataFolder ?? parts.dataDir, now: parts.now() },
        signal,
        (rows) => onProgress({ file: '', phase: 'publish', bytes: 0, totalBytes: 0, rows }),
      ),
    storage: () => parts.backUps.storage(),
    'back-up': (_, { signal }) => ingest.backUp({ signal }),
    restore: (from, { signal }) =>
      ingest.restore('file' in from ? from.file : parts.backUps.find(from.backUp), { signal }),
    rescue: ({ incident }, { signal, onProgress }) =>
      ingest.rescue(parts.damagedFile(incident), { signal, onProgress }),
    diagnostics: (_, { signal }) => parts.diagnostics(signal),
    ...workCalls(parts.work),
    ...explanationCalls(parts.reader, parts.now),
    ...briefCalls(parts.reader, parts.now),
    ...frozenCalls(parts.reader),
    ...sharedCalls(parts.shared),
    ...keyCalls(parts.keys, parts.calls),
    ...(parts.isTeamNode && refusedAtNode()),
    ...(parts.teamState && refusedWhereFollowed(parts.teamState)),
  };
  const closing = new AbortController();
  const handle = handleBy<ServiceCalls>(handlers);

  function fileSettings() {
    const values = readFileSettings(parts.dataDir);
    const waiting = Object.entries(FILE_SETTINGS).flatMap(([name, row]) => {
      const isSame =
        JSON.stringify(values[name as FileSettingName]) ===
        JSON.stringify(parts.started[name as FileSettingName]);
      return 'isOnRestart' in row && !isSame ? [name] : [];
    });
    return { values, waiting, folder: parts.dataDir };
  }

  /** @returns the settings of a refresh: those of the call, otherwise the user's. */
  function settingsFor(contact?: string, allowFred?: boolean) {
    const kept = schedule.refreshSettings();
    return {
      ...(mirror !== undefined && { mirror }),
      contact: contact ?? kept.contact,
      allowFred: allowFred ?? kept.allow_fred,
    };
  }

  async function refreshAll(
    { datasets, contact, allowFred, keys: given, ...input }: InputOf<ServiceCalls['refresh']>,
    context: Parameters<CallHandlers<ServiceCalls>['refresh']>[1],
  ): Promise<AnswerOf<ServiceCalls['refresh']>> {
    const sources: RefreshedSource[] = [];
    const failures: ({ dataset: string } & CallFailure)[] = [];
    for (const dataset of datasets) {
      const settings = settingsFor(contact, allowFred);
      const { keys, notes } = given
        ? { keys: given, notes: [] }
        : await keysForRefresh(dataset, publisherKeys, context.signal);
      try {
        const fetched = await noted(
          { dataset, kind: 'refresh', is_scheduled: false, location: '' },
          context.signal,
          () => ingest.refresh(dataset, { ...input, ...context, settings, keys }),
        );
        schedule.noteRefresh(dataset, { changed: changedBy(fetched) });
        sources.push(...withNotes(fetched, notes));
      } catch (error) {
        if (context.signal.aborted) throw error;
        const failure = plainFailure(error, (bug) => tellBug(bug, log));
        schedule.noteRefresh(dataset, { failure: failure.message });
        failures.push({ dataset, ...failure, message: [failure.message, ...notes].join(' ') });
      }
    }
    return { sources, failures };
  }

  /** Does the work of a run. If it fails and was not cancelled, the run is added to the list of failed runs. */
  async function noted<Result>(
    run: Omit<FailedRun, 'id' | 'failed_at' | 'message'>,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) failed.note({ ...run, message: error instanceof Failure ? error.message : BUG });
      throw error;
    }
  }

  return {
    call: (name, input, context) =>
      handle(name, input, { ...context, signal: AbortSignal.any([context.signal, closing.signal]) }),
    async close() {
      closing.abort();
      await schedule.close();
    },
  };
}

/** Writes an unexpected error to the log. @returns the message for the caller. */
export function tellBug(error: unknown, log: (line: string) => void): string {
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return BUG;
}

/** @returns the sources, with these notes before those of the first one. */
function withNotes(sources: readonly RefreshedSource[], notes: readonly string[]): RefreshedSource[] {
  return sources.map((source, at) =>
    at === 0 ? { ...source, notes: [...notes, ...source.notes] } : { ...source },
  );
}

/** @returns the name by which a person knows the file. */
function fileName({ path, name }: FileToIngest): string {
  return name ?? basename(path);
}

/** @returns how many observations a refresh added or revised. */
function changedBy(sources: readonly RefreshedSource[]): number {
  const count = ({ added, revised }: IngestRun) => added + revised;
  return sources.reduce((sum, { runs }) => sum + runs.reduce((before, run) => before + count(run), 0), 0);
}
