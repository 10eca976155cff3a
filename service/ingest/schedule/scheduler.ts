import { lastDays } from '../../calendar/freshness.ts';
import {
  businessDaysAfter,
  fileLagDaysOf,
  firstMissingRelease,
  type Released,
  type ReleaseTiming,
  releaseTiming,
} from '../../calendar/releases.ts';
import { Failure } from '../../contract/failure.ts';
import { findDataset } from '../../datasets/index.ts';
import { countOf } from '../../series-math/decimal-text.ts';
import type { DatasetHolding } from '../../store/index.ts';

/** The scheduler's view of the service. Tests set the clock and call `tick` themselves. */
export type SchedulerOptions = {
  /** Wall clock, milliseconds since 1970-01-01 UTC. */
  now: () => number;
  isOn: () => boolean;
  /** True if FRED may supply what a publisher's file does not have yet. */
  allowsFred: () => boolean;
  /** @returns a number from 0 to 1, always the same for one installation and dataset. */
  share: (dataset: string) => number;
  holdings: () => readonly Pick<DatasetHolding, 'dataset' | 'origin' | 'series'>[];
  /** The time of a dataset's last fetch, if it was noted. */
  lastAskedAt: (dataset: string) => number | undefined;
  /** Whether a dataset can be fetched at all. */
  isRefreshable: (dataset: string) => boolean;
  /** Whether it is this node's turn: only one node of a team refreshes at a time. */
  isItsTurn?: () => boolean;
  /** @returns how many rows were added or revised. @throws Failure, whose message screens show. */
  refresh: (dataset: string, signal: AbortSignal) => Promise<number>;
  /** One line per event. */
  log: (line: string) => void;
};

export type ScheduledDataset = {
  dataset: string;
  /** null if the dataset is not refreshed automatically: it is off, or the data are not the publisher's. */
  nextAt: number | null;
  /** When the last attempt failed; null if it did not fail. */
  failedAt: number | null;
  failure: string | null;
  isRunning: boolean;
};

/** The result of a refresh: the rows added or revised, or a sentence on why it failed. */
type RefreshResult = { changed: number } | { failure: string };

const MINUTE = 60_000;
/** The least and most wait after a release; each installation has its own time between them. */
const SPREAD = { least: 2 * MINUTE, most: 20 * MINUTE };
/** A longer gap between two ticks means that the machine slept: the network may need a moment. */
const SLEPT = 3 * MINUTE;
const AFTER_WAKING = MINUTE;
const BUG = 'An error in Almanac itself; the log of the service says more.';

/**
 * Refreshes datasets after their releases, one at a time, and only datasets that a person has fetched once:
 * with sample data or imported files alone it sends no request. Every tick reads the wall clock, so neither
 * sleep nor a changed clock can cause many refreshes at once or none at all.
 */
export function createScheduler(options: SchedulerOptions) {
  const { now } = options;
  const attempts = new Map<string, Attempts>();
  const stopping = new AbortController();
  let running: { dataset: string; ended: Promise<void>; cut: AbortController } | undefined;
  let lastTick = now();
  let notBefore = lastTick + AFTER_WAKING;

  function nextAt(holding: ReturnType<SchedulerOptions['holdings']>[number]): number | null {
    const { dataset } = holding;
    const asked = options.lastAskedAt(dataset);
    if (!options.isOn() || !options.isRefreshable(dataset)) return null;
    if (holding.origin === 'sample' || (holding.origin === 'file' && asked === undefined)) return null;
    const spreadMs = SPREAD.least + options.share(dataset) * (SPREAD.most - SPREAD.least);
    const known = findDataset(dataset);
    return nextAttempt({
      dataset: known,
      lastDays: lastDays(holding),
      lagDays: options.allowsFred() ? 0 : fileLagDaysOf(known),
      lastAskedAt: asked === undefined ? undefined : Math.min(asked, now()),
      spreadMs,
      attempts: attempts.get(dataset),
    });
  }

  /** Notes whether the machine slept. Times in the future come from a wrong clock and count as now. */
  function followClock(at: number): void {
    if (at - lastTick > SLEPT) notBefore = at + AFTER_WAKING;
    if (at < lastTick) notBefore = Math.min(notBefore, at + AFTER_WAKING);
    for (const one of attempts.values()) one.lastAt = Math.min(one.lastAt, at);
    lastTick = at;
  }

  function mostOverdue(at: number): string | undefined {
    const due = options
      .holdings()
      .map((holding) => ({ dataset: holding.dataset, next: nextAt(holding) }))
      .filter((one): one is { dataset: string; next: number } => one.next !== null && one.next <= at);
    return due.sort((a, b) => a.next - b.next)[0]?.dataset;
  }

  function note(dataset: string, outcome: RefreshResult): void {
    const before = attempts.get(dataset);
    const isFailure = 'failure' in outcome;
    attempts.set(dataset, {
      lastAt: now(),
      failures: isFailure ? (before?.failures ?? 0) + 1 : 0,
      idle: isFailure ? (before?.idle ?? 0) : outcome.changed > 0 ? 0 : (before?.idle ?? 0) + 1,
      failure: isFailure ? outcome.failure : null,
    });
  }

  async function refresh(dataset: string, cut: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, cut]);
    try {
      const changed = await options.refresh(dataset, signal);
      note(dataset, { changed });
      options.log(`${dataset} was refreshed as scheduled: ${countOf(changed, 'row')} added or revised.`);
    } catch (error) {
      if (signal.aborted) return;
      note(dataset, { failure: error instanceof Failure ? error.message : BUG });
      const cause = error instanceof Error && !(error instanceof Failure) ? error.stack : error;
      options.log(`The scheduled refresh of ${dataset} failed: ${cause}`);
    }
  }

  return {
    /** Looks at the clock and starts at most one refresh. Resolves when the refresh has ended. */
    async tick(): Promise<void> {
      const at = now();
      followClock(at);
      if (running || stopping.signal.aborted || at < notBefore || options.isItsTurn?.() === false) return;
      const dataset = mostOverdue(at);
      if (dataset === undefined) return;
      const cut = new AbortController();
      running = { dataset, ended: refresh(dataset, cut.signal), cut };
      await running.ended;
      running = undefined;
    },
    datasets: (): ScheduledDataset[] =>
      options.holdings().map((holding) => {
        const { dataset } = holding;
        const { lastAt = null, failure = null } = attempts.get(dataset) ?? {};
        const failedAt = failure === null ? null : lastAt;
        const isRunning = running?.dataset === dataset;
        return { dataset, nextAt: nextAt(holding), failedAt, failure, isRunning };
      }),
    /** Notes a refresh that a person made, so that it is not repeated at once. */
    noteRefresh: note,
    /** Prepares for sleep: cancels a running refresh, which is repeated some time after waking. */
    pause(): void {
      // No signal of waking is needed: the clock shows a longer sleep.
      notBefore = Math.max(notBefore, now() + SLEPT);
      running?.cut.abort();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running?.ended;
    },
  };
}

/** The scheduler's memory of a dataset since the service started. Times are ms since 1970-01-01 UTC. */
type Attempts = {
  lastAt: number;
  /** Failures in a row. */
  failures: number;
  /** Successful attempts in a row that brought nothing new although something was missing. */
  idle: number;
  /** Sentence on why the last attempt failed; null if it did not. */
  failure: string | null;
};

type Plan = {
  dataset: Released | undefined;
  lastDays: ReadonlyMap<string, number>;
  /** Days between the release and its appearance in the file of the chosen way. */
  lagDays: number;
  /** When the store last noted a fetch of the dataset; for datasets without a schedule. */
  lastAskedAt: number | undefined;
  /** This installation's wait after a release, so that not all installations fetch at once. */
  spreadMs: number;
  attempts: Attempts | undefined;
};

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Constituents change a few times in a quarter, on no fixed day. */
const UNSCHEDULED_EVERY = 7 * DAY;
/** Pauses after the first, second … failure, or attempt without anything new; the last pause repeats. */
const PAUSES_AFTER_FAILURE = [5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
const PAUSES_WITHOUT_NEWS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR];

/** @returns the time of the next refresh, in the past if overdue: one refresh, however long the sleep. */
function nextAttempt({ dataset, lastDays, lagDays, lastAskedAt, spreadMs, attempts }: Plan): number {
  const timing = releaseTiming(dataset, lagDays);
  const release = firstMissingRelease(dataset, lastDays, lagDays);
  const isScheduled = timing !== undefined && release !== undefined;
  const unscheduled = lastAskedAt === undefined ? 0 : lastAskedAt + UNSCHEDULED_EVERY;
  // After the missing release; if its day is not exactly known, from its earliest day on.
  const planned = isScheduled ? release - timing.earliestDays * DAY + spreadMs : unscheduled;
  if (!attempts) return planned;
  if (attempts.failures > 0)
    return Math.max(planned, attempts.lastAt + pause(PAUSES_AFTER_FAILURE, attempts.failures));
  if (attempts.lastAt < planned) return planned;
  if (!isScheduled) return attempts.lastAt + UNSCHEDULED_EVERY;
  return attempts.lastAt + untilAskedAgain(timing, release, spreadMs, attempts);
}
/**
 * @returns the pause before the next try. While a release without an exact day is awaited, it lasts until the
 * usual hour, then a day. Otherwise the pauses grow.
 */
function untilAskedAgain(
  timing: ReleaseTiming,
  release: number,
  spreadMs: number,
  { lastAt, idle }: Attempts,
): number {
  const usual = release + spreadMs;
  if (lastAt < usual) return Math.min(DAY, usual - lastAt);
  const isAwaited =
    timing.dayIs !== 'exact' && lastAt < businessDaysAfter(release, timing.latestBusinessDays);
  return isAwaited || timing.isLagging ? DAY : pause(PAUSES_WITHOUT_NEWS, idle);
}

function pause(steps: readonly number[], count: number): number {
  return steps[Math.min(Math.max(count, 1), steps.length) - 1] ?? 0;
}
