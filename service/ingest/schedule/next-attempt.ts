import { firstMissingRelease } from '../../calendar/release-state.ts';
import {
  businessDaysAfter,
  type Released,
  type ReleaseTiming,
  releaseTiming,
} from '../../calendar/releases.ts';

/** What the scheduler remembers of a dataset since the service started. Moments are milliseconds since 1970-01-01 UTC. */
export type Attempts = {
  lastAt: number;
  /** Failures in a row. */
  failures: number;
  /** Successes in a row that brought nothing new although something was missing. */
  idle: number;
  /** Why the last one failed, in a sentence; null where it did not. */
  failure: string | null;
};

export type Plan = {
  dataset: Released | undefined;
  lastDays: ReadonlyMap<string, number>;
  /** By how many days the way that is to be taken comes after the release. */
  lagDays: number;
  /** When the dataset was last asked for, as the store knows it; for datasets without a schedule. */
  lastAskedAt: number | undefined;
  /** After a release this installation waits so long, so that not all ask at once. */
  spreadMs: number;
  attempts: Attempts | undefined;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Constituents change a few times in a quarter, on no fixed day. */
const UNSCHEDULED_EVERY = 7 * DAY;
/** Pauses after the first, second … failure, and after asking in vain; the last one is for all that follow. */
const AFTER_FAILURE = [5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
const AFTER_NOTHING = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR];

/**
 * @returns the moment at which a dataset is to be refreshed next: in the past where that is overdue, once, however long the
 * machine slept.
 */
export function nextAttempt(plan: Plan): number {
  const { attempts } = plan;
  const planned = plannedAttempt(plan);
  if (!attempts) return planned;
  if (attempts.failures > 0)
    return Math.max(planned, attempts.lastAt + pause(AFTER_FAILURE, attempts.failures));
  if (attempts.lastAt < planned) return planned;
  const timing = releaseTiming(plan.dataset, plan.lagDays);
  const release = firstMissingRelease(plan.dataset, plan.lastDays, plan.lagDays);
  if (!timing || release === undefined) return attempts.lastAt + UNSCHEDULED_EVERY;
  return attempts.lastAt + untilAskedAgain(timing, release, plan.spreadMs, attempts);
}

/** The first attempt for what is missing: after its release, where that is only about known from its earliest day on. */
function plannedAttempt({ dataset, lastDays, lagDays, lastAskedAt, spreadMs }: Plan): number {
  const timing = releaseTiming(dataset, lagDays);
  const release = firstMissingRelease(dataset, lastDays, lagDays);
  if (!timing || release === undefined)
    return lastAskedAt === undefined ? 0 : lastAskedAt + UNSCHEDULED_EVERY;
  return release - timing.earliestDays * DAY + spreadMs;
}

/** While an approximate release is awaited: once a day, and at its usual hour; else soon, then ever less often. */
function untilAskedAgain(
  timing: ReleaseTiming,
  release: number,
  spreadMs: number,
  { lastAt, idle }: Attempts,
): number {
  const usual = release + spreadMs;
  if (lastAt < usual) return Math.min(DAY, usual - lastAt);
  const isAwaited = timing.isAbout && lastAt < businessDaysAfter(release, timing.graceBusinessDays);
  return isAwaited || timing.isLagging ? DAY : pause(AFTER_NOTHING, idle);
}

function pause(steps: readonly number[], count: number): number {
  return steps[Math.min(Math.max(count, 1), steps.length) - 1] ?? 0;
}
