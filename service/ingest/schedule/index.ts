import type { DataState, RunLine } from '../../contract/app-state.ts';
import { DATASETS } from '../../datasets/index.ts';
import type { LastRun, Reader, StoredRun } from '../../store/index.ts';
import { createScheduler } from './scheduler.ts';
import { installationShare, openScheduleSettings, type RefreshSettings } from './settings-file.ts';

export { type RefreshSettings, readRefreshSettings } from './settings-file.ts';

type ScheduleOptions = {
  dataDir: string;
  reader: Pick<Reader, 'holdings' | 'lastRuns' | 'runs' | 'undoable' | 'fetches'>;
  now: () => Date;
  log: (line: string) => void;
  isRefreshable: (dataset: string) => boolean;
  /** Whether it is this service's turn to refresh; absent if there is no other service. */
  isItsTurn?: () => boolean;
  /** Fetches and publishes. @returns how many rows were added or revised. @throws Failure. */
  refresh: (dataset: string, signal: AbortSignal) => Promise<number>;
  tickMs?: number;
};

/** The schedule of a running service, and its state for screens. */
export type Schedule = ReturnType<typeof openSchedule>;

const TICK_MS = 30_000;
/** How many of the newest runs to search for the last refresh of a dataset. */
const RUNS_LOOKED_AT = 300;

/** Starts refreshing a data folder's datasets after their releases, if its settings allow it. */
export function openSchedule(options: ScheduleOptions) {
  const { reader, now, log } = options;
  const settings = openScheduleSettings(options.dataDir, { now, log });
  const scheduler = createScheduler({
    now: () => now().getTime(),
    isOn: () => settings.read().auto_refresh,
    allowsFred: () => settings.read().allow_fred,
    share: (dataset) => installationShare(settings.read().installation, dataset),
    holdings: reader.holdings,
    lastAskedAt(dataset) {
      const asked = lastAsked(dataset);
      return asked === null ? undefined : Date.parse(asked);
    },
    isRefreshable: options.isRefreshable,
    isItsTurn: options.isItsTurn ?? (() => true),
    refresh: options.refresh,
    log,
  });
  const timer = setInterval(() => {
    scheduler.tick().catch((error: unknown) => {
      // A folder that cannot be read now may be readable at the next tick.
      log(`The schedule could not look at the data: ${error instanceof Error ? error.stack : error}`);
    });
  }, options.tickMs ?? TICK_MS);
  timer.unref();

  /** @returns the time of a dataset's last noted fetch, or of its last refresh that stored something. */
  function lastAsked(dataset: string): string | null {
    const noted = reader.fetches(dataset).map(({ checkedAt }) => checkedAt);
    const refreshed = reader
      .runs(RUNS_LOOKED_AT)
      .find((run) => run.dataset === dataset && run.kind === 'refresh');
    return [...noted, ...(refreshed ? [refreshed.fetchedAt] : [])].sort().at(-1) ?? null;
  }

  function state(): DataState {
    const scheduled = new Map(scheduler.datasets().map((one) => [one.dataset, one]));
    const runs = new Map(reader.lastRuns().map((run) => [run.dataset, run]));
    const { auto_refresh, allow_fred, contact } = settings.read();
    return {
      auto_refresh,
      allow_fred,
      contact,
      settings_notes: settings.notes(),
      datasets: DATASETS.map(({ id }) => {
        const plan = scheduled.get(id);
        const run = runs.get(id);
        return {
          dataset: id,
          can_refresh: options.isRefreshable(id),
          next_refresh: isoOrNull(plan?.nextAt),
          is_running: plan?.isRunning ?? false,
          failed_at: isoOrNull(plan?.failedAt),
          failure: plan?.failure ?? null,
          last_run: run ? runFacts(run) : null,
          last_checked: lastAsked(id),
        };
      }),
    };
  }

  return {
    state,
    runs(limit: number): RunLine[] {
      const undoable = reader.undoable();
      return reader.runs(limit).map((run) => {
        const undo = undoable.get(run.id);
        return { id: run.id, ...runFacts(run), ...(undo && { undo }) };
      });
    },
    setAutoRefresh(isOn: boolean): DataState {
      settings.setAutoRefresh(isOn);
      return state();
    },
    /** The settings for refreshes that bring none of their own. */
    refreshSettings: (): RefreshSettings => settings.read(),
    /** @throws Failure 'wrong_usage' for an invalid contact, 'folder_unusable' if nothing can be written. */
    setRefreshSettings(changed: RefreshSettings): DataState {
      settings.setRefreshSettings(changed);
      return state();
    },
    /** Sets any settings of settings.json together. @throws as `setRefreshSettings`; then nothing changes. */
    setFileSettings: settings.set,
    noteRefresh: scheduler.noteRefresh,
    pause: scheduler.pause,
    /** Stops the schedule and cancels its refresh if one is running. */
    async close(): Promise<void> {
      clearInterval(timer);
      await scheduler.stop();
    },
  };
}

function runFacts(run: LastRun | StoredRun): Omit<RunLine, 'id' | 'undo'> {
  const { dataset, kind, source, location, fetchedAt, added, revised, unchanged, gone } = run;
  const left = gone > 0 ? { left: gone } : {};
  return { dataset, kind, source, location, fetched_at: fetchedAt, added, revised, unchanged, ...left };
}

function isoOrNull(moment: number | null | undefined): string | null {
  return moment === null || moment === undefined ? null : new Date(moment).toISOString();
}
