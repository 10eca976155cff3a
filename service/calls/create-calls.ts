import { basename } from 'node:path';
import { checkedOrigin, type EndpointHandlers, type RecentCalls } from '../api/index.ts';
import type { CreateKeyRequest } from '../contract/access.ts';
import type { FailedRun } from '../contract/app-state.ts';
import { Failure } from '../contract/failure.ts';
import type {
  Allowed,
  FileToIngest,
  IngestProgress,
  IngestRun,
  RefreshedSource,
} from '../contract/ingest.ts';
import { DAY_LIMIT, MINUTE_LIMIT } from '../contract/names.ts';
import type { OutgoingRequest } from '../contract/preferences.ts';
import type { AskedItem } from '../contract/saved.ts';
import { FILE_SETTINGS, type FileSettingName, type FileValues } from '../contract/settings.ts';
import { type KnownShared, NO_TEAM, type ShareRequest } from '../contract/shared.ts';
import type { Storage } from '../contract/storage.ts';
import type { ExportRequest } from '../contract/table-export.ts';
import type { TeamState } from '../contract/team.ts';
import { DATASETS } from '../datasets/index.ts';
import type { Schedule } from '../ingest/schedule/index.ts';
import type { IngestWorker } from '../ingest/worker/index.ts';
import { type KeyStore, type ListedKey, unknownKey } from '../keys/index.ts';
import { openIncidents } from '../process/incidents.ts';
import { keysForRefresh, type PublisherKeySource } from '../process/publisher-keys.ts';
import type { JobContext } from '../process/thread-calls.ts';
import { checkFrozen, type FrozenReader, freeze, frozenLines } from '../saved/index.ts';
import { checkedFileValues, readFileSettings } from '../settings/index.ts';
import type { Reader } from '../store/index.ts';
import { exportView } from '../tables/index.ts';
import type { Work } from '../work/index.ts';
import { type BriefReader, briefCalls } from './brief-calls.ts';
import { type ExplanationReader, explanationCalls } from './explanation-calls.ts';

export type CallsParts = {
  dataDir: string;
  ingest: IngestWorker;
  reader: ExplanationReader & BriefReader & FrozenReader & Pick<Reader, 'dataVersion'>;
  keys: KeyStore;
  work: Work;
  calls: RecentCalls;
  started: FileValues;
  /** The user's keys for publishers; `undefined` if neither a vault nor the environment provides keys. */
  publisherKeys: PublisherKeySource | undefined;
  /** On a computer that follows a team: the items that the team shares. */
  shared?: FollowedShared | undefined;
  /** The folder of data.sqlite; absent: `dataDir`. */
  dataFolder?: string;
  /** On a computer that follows a team: the state of its copy. */
  teamState?: (() => TeamState) | undefined;
  mirror: string | undefined;
  now: () => Date;
  log: (line: string) => void;
  backUps: { storage: () => Storage; find: (name: string) => FileToIngest };
  /** @returns an incident's damaged file. @throws Failure 'invalid_file' if nothing can be rescued. */
  damagedFile: (incident: string) => FileToIngest;
  makeSample: () => Promise<number>;
  /** Starts the schedule. `refresh` fetches a dataset and returns how many observations changed. */
  openSchedule: (refresh: (dataset: string, signal: AbortSignal) => Promise<number>) => Schedule;
};

export type WorkContext = JobContext<IngestProgress>;

/** The page's and users' calls on data: `endpoints` answer at once, `work` serves long jobs. */
export type Calls = ReturnType<typeof createCalls>;

const FAILED_KEPT = 100;

/** @returns a list of the runs that failed since the start. The store records only runs that stored data. */
export function rememberFailedRuns(now: () => Date) {
  const failed: FailedRun[] = [];
  let lastId = 0;
  return {
    note(run: Omit<FailedRun, 'id' | 'failed_at'>): void {
      lastId += 1;
      failed.unshift({ ...run, id: lastId, failed_at: now().toISOString() });
      failed.splice(FAILED_KEPT);
    },
    list: (): FailedRun[] => [...failed],
  };
}

const BUG = 'An error in Almanac itself; the log of the service says more.';
const RUNS_LISTED = 100;

export function createCalls(parts: CallsParts) {
  const { ingest, mirror, log, openSchedule, publisherKeys } = parts;
  const failed = rememberFailedRuns(parts.now);
  const schedule: Schedule = openSchedule((dataset, signal) =>
    noted({ dataset, kind: 'refresh', is_scheduled: true, location: '' }, signal, async () => {
      const { keys, notes } = await keysForRefresh(dataset, publisherKeys, signal);
      for (const note of notes) log(`${dataset}: ${note}`);
      return changedBy(await ingest.refresh(dataset, { settings: refreshSettings(), keys, signal }));
    }),
  );

  function expectOwnData(what: string): void {
    const state = parts.teamState?.();
    if (!state) return;
    const address = state.follows ? state.address : '';
    throw new Failure(
      'wrong_usage',
      `This computer follows the team at ${address}, so ${what} here; import at the team. Or choose this computer's own data in Settings.`,
    );
  }

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

  function refreshSettings() {
    const { contact, allow_fred: allowFred } = schedule.refreshSettings();
    return { ...(mirror !== undefined && { mirror }), contact, allowFred };
  }

  /** Does the work of a run, and remembers the run as failed unless it was cancelled. */
  async function noted<Result>(
    run: Omit<FailedRun, 'id' | 'failed_at' | 'message'>,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) failed.note({ ...run, message: sentenceOf(error) });
      throw error;
    }
  }

  return {
    endpoints: {
      async 'undo-import'({ run }, { signal }) {
        expectOwnData('no import is undone');
        return ingest.undoImport(run, { signal });
      },
      'data-state': async () => schedule.state(),
      'team-state': async () => parts.teamState?.() ?? { follows: false },
      'auto-refresh': async ({ is_on }) => schedule.setAutoRefresh(is_on),
      'refresh-settings': async (settings) => schedule.setRefreshSettings(settings),
      'file-settings': async () => fileSettings(),
      'set-file-settings': async ({ values }) => {
        const checked = checkedFileValues(values);
        for (const origin of checked.allowed_origins ?? []) checkedOrigin(origin);
        schedule.setFileSettings(checked);
        return fileSettings();
      },
      runs: async () => ({ runs: schedule.runs(RUNS_LISTED), failed: failed.list() }),
      async 'make-sample'() {
        expectOwnData('no sample data are made');
        return { datasets: await parts.makeSample() };
      },
      storage: async () => parts.backUps.storage(),
      'back-up': (_, { signal }) => ingest.backUp({ signal }),
      ...workCalls(parts.work),
      ...explanationCalls(parts.reader, parts.now),
      ...briefCalls(parts.reader, parts.now),
      ...frozenCalls(parts.reader),
      ...sharedCalls(parts.shared),
    } satisfies Partial<EndpointHandlers>,
    work: {
      /** Imports files in the given order, each completely or not at all. */
      async importFiles(files: readonly FileToIngest[], context: WorkContext & Partial<Allowed>) {
        expectOwnData('nothing is imported');
        const { allowShrink = false, allowJumps = false } = context;
        const location = files.map(({ path, name }) => name ?? basename(path)).join(', ');
        return noted({ dataset: null, kind: 'import', is_scheduled: false, location }, context.signal, () =>
          ingest.import(files, { ...context, allowShrink, allowJumps }),
        );
      },
      /** Describes a file's contents and what an import would change. Stores nothing. */
      async preview(file: FileToIngest, context: WorkContext) {
        expectOwnData('nothing is imported');
        return ingest.preview(file, context);
      },
      /** Fetches a dataset from its publishers. Notes on the user's keys come first. */
      async refresh(dataset: string, context: WorkContext & Partial<Allowed>): Promise<RefreshedSource[]> {
        expectOwnData('nothing is refreshed');
        const settings = refreshSettings();
        const { keys, notes } = await keysForRefresh(dataset, publisherKeys, context.signal);
        try {
          const fetched = await noted(
            { dataset, kind: 'refresh', is_scheduled: false, location: '' },
            context.signal,
            () => ingest.refresh(dataset, { ...context, settings, keys }),
          );
          schedule.noteRefresh(dataset, { changed: changedBy(fetched) });
          return withNotes(fetched, notes);
        } catch (error) {
          if (!context.signal.aborted) schedule.noteRefresh(dataset, { failure: sentenceOf(error) });
          if (context.signal.aborted || !(error instanceof Failure) || notes.length === 0) throw error;
          throw new Failure(error.code, [error.message, ...notes].join(' '));
        }
      },
      /** Before the computer sleeps: ends a scheduled refresh, which is repeated after waking. */
      pauseSchedule: () => schedule.pause(),
      /** True if a refresh is running, scheduled or not. */
      isRefreshing: () => schedule.state().datasets.some(({ is_running }) => is_running),
      /** Replaces data by a back-up, given by name or as a file. @throws Failure 'invalid_file' */
      async restore(from: { backUp: string } | { file: FileToIngest }) {
        expectOwnData('nothing is restored');
        return ingest.restore('file' in from ? from.file : parts.backUps.find(from.backUp));
      },
      /** Reads what it can from a damaged file and stores what is missing. @throws Failure 'invalid_file' */
      async rescue(incident: string, context: WorkContext) {
        expectOwnData('nothing is rescued');
        return ingest.rescue(parts.damagedFile(incident), context);
      },
      /** Writes a chart's lines, a board or a list of constituents to files in `folder`. */
      exportView: (
        asked: ExportRequest,
        folder: string,
        signal: AbortSignal,
        onRows: (rows: number) => void,
      ) =>
        exportView(
          { asked, folder, dataDir: parts.dataFolder ?? parts.dataDir, now: parts.now() },
          signal,
          onRows,
        ),
      noteOutgoing: (request: Omit<OutgoingRequest, 'id'>) => parts.work.outgoing.note(request),
    },
    keys: keyCalls(parts.keys, parts.calls),
    /** A text per subject that changes whenever this or another process changes something of the subject. */
    versions: () => ({
      data: parts.reader.dataVersion(),
      work: String(parts.work.version()),
      runs: JSON.stringify([schedule.state(), failed.list()[0]?.id]),
      settings: JSON.stringify(readFileSettings(parts.dataDir)),
      team: JSON.stringify(parts.teamState?.() ?? ''),
    }),
    close: () => schedule.close(),
  };
}

const sentenceOf = (error: unknown): string => (error instanceof Failure ? error.message : BUG);

function withNotes(sources: readonly RefreshedSource[], notes: readonly string[]): RefreshedSource[] {
  return sources.map((source, at) =>
    at === 0 ? { ...source, notes: [...notes, ...source.notes] } : { ...source },
  );
}

function changedBy(sources: readonly RefreshedSource[]): number {
  const count = ({ added, revised }: IngestRun) => added + revised;
  return sources.reduce((sum, { runs }) => sum + runs.reduce((before, run) => before + count(run), 0), 0);
}

function frozenCalls(reader: FrozenReader) {
  return {
    freeze: ({ address }) => freeze(reader, address),
    'check-frozen': ({ address, frozen }) => checkFrozen(reader, address, frozen),
    'frozen-lines': async ({ address, frozen }) => ({ lines: await frozenLines(reader, address, frozen) }),
  } satisfies Partial<EndpointHandlers>;
}

/** The page's calls on API keys. All but `list` and `create` throw Failure 'unknown_key' for a wrong id. */
function keyCalls(keys: KeyStore, calls: RecentCalls) {
  const held = async (id: string): Promise<ListedKey> => {
    const found = (await keys.list()).find((key) => key.id === id);
    if (!found) throw unknownKey(id);
    return found;
  };
  return {
    list: async () => ({ keys: await keys.list(), limits: { minute: MINUTE_LIMIT, day: DAY_LIMIT } }),
    /** The only answer with a key. @throws Failure 'wrong_usage' for an empty, long or multi-line label */
    async create({ label, for_fred: isForFred }: CreateKeyRequest) {
      const { key, ...made } = await (isForFred ? keys.createForFred(label) : keys.create(label));
      return { line: { ...made, today: 0, this_minute: 0 }, key };
    },
    /** Takes effect with the next request. Revoking a key again is not an error. */
    revoke: async (id: string) => held((await keys.revoke(id)).id),
    /** The last calls of a key, newest first. */
    recent: async (id: string) => ({ calls: calls.of((await held(id)).id) }),
  };
}

const OUTGOING_PAGE = 250;

export function workCalls({ sameCompanies, saved, preferences, outgoing, version }: Work) {
  const pairs = () => ({ pairs: sameCompanies.list() });
  const items = () => ({ version: version(), items: saved.list() });
  const values = () => ({ version: version(), values: preferences.values() });
  return {
    'work-version': async () => ({ version: version() }),
    saved: async () => items(),
    'save-item': async (request) => saved.save(request),
    'remove-item': async ({ id }) => {
      saved.remove(id);
      return items();
    },
    'item-versions': async ({ id }) => ({ versions: saved.versions(id) }),
    preferences: async () => values(),
    'set-preferences': async ({ values: given }) => {
      preferences.set(given);
      return values();
    },
    outgoing: async ({ before }) => {
      // Loaded only here, because the sources load all parsers.
      const { publisherHosts } = await import('../datasets/sources/index.ts');
      return outgoing.list(
        { limit: OUTGOING_PAGE, before: before === '' ? undefined : Number(before) },
        publisherHosts(),
      );
    },
    'same-companies': async () => pairs(),
    'set-same-company': async (request) => {
      sameCompanies.set(request);
      return pairs();
    },
  } satisfies Partial<EndpointHandlers>;
}

/** The shared items, on a computer that follows a team. */
export type FollowedShared = {
  /** @returns the list, or the last known one if the team does not answer. */
  list(): Promise<KnownShared>;
  /** @returns the new list. @throws Failure with one line that says why it failed. */
  share(item: ShareRequest): Promise<KnownShared>;
  /** @returns the new list. @throws Failure with one line that says why it failed. */
  withdraw(asked: AskedItem): Promise<KnownShared>;
};

function sharedCalls(shared: FollowedShared | undefined) {
  const ofTeam = (): FollowedShared => {
    if (shared) return shared;
    throw new Failure(
      'wrong_usage',
      "This Almanac belongs to no team. Choose a team's address in Settings, Data from.",
    );
  };
  return {
    'shared-items': async () => (await shared?.list()) ?? NO_TEAM,
    'share-item': async (item) => ofTeam().share(item),
    'withdraw-item': async (asked) => ofTeam().withdraw(asked),
  } satisfies Partial<EndpointHandlers>;
}

/** @returns whether `fillWithSample` would make something, without loading the sample maker. */
export function lacksSample({ origin }: Pick<Reader, 'origin'>): boolean {
  const origins = DATASETS.map(({ id }) => origin(id));
  return origins.includes(undefined) && origins.every((one) => one === undefined || one === 'sample');
}

/** Makes sample data in an empty folder; does nothing if it has other data. @returns a run per dataset */
export async function fillWithSample({ dataDir, now }: { dataDir: string; now: () => Date }) {
  const { makeSample } = await import('../ingest/sample/index.ts');
  return makeSample({ dataDir, now });
}

/**
 * @returns how many datasets were filled. @throws Failure 'wrong_usage' until the user has dismissed the
 * notice of lost data
 */
export async function makeAskedSample(options: { dataDir: string; now: () => Date }): Promise<number> {
  if (openIncidents(options.dataDir).some(({ what }) => what === 'data'))
    throw new Failure(
      'wrong_usage',
      'The data that were here are lost or set aside: no sample data are made in their place. Rescue, restore or refresh them, or dismiss the notice first.',
    );
  return (await fillWithSample(options)).length;
}
