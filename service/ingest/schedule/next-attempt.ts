import { firstMissingRelease } from '../../calendar/release-state.ts';
import {
  businessDaysAfter,
  type Released,
  type ReleaseTiming,
  releaseTiming,
} from '../../calendar/releases.ts';

/** What the scheduler remembers about a dataset since the service started. Moments are milliseconds since 1970-01-01 UTC. */
export type Attempts = {
  lastAt: number;
  /** Failures in a row. */
  failures: number;
  /** Attempts in a row that succeeded without anything new although something was missing. */
  idle: number;
  /** Why the last attempt failed, as a sentence; null where it did not fail. */
  failure: string | null;
};

export type Plan = {
  dataset: Released | undefined;
  lastDays: ReadonlyMap<string, number>;
  /** How many days after the release the file of the way comes that will be used. */
  lagDays: number;
  /** When the dataset was last fetched, as the store knows it; for datasets without a schedule. */
  lastAskedAt: number | undefined;
  /** How long this installation waits after a release, so that not all installations fetch at once. */
  spreadMs: number;
  attempts: Attempts | undefined;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Constituents change a few times in a quarter, on no fixed day. */
const UNSCHEDULED_EVERY = 7 * DAY;
/** Pauses after the first, second … failure, and after attempts without anything new; the last pause is for all further ones. */
const AFTER_FAILURE = [5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR];
const AFTER_NOTHING = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR];

/**
 * @returns the moment of the next refresh of a dataset. Where it is overdue the moment is in the past; however long the machine slept,
 *   that is one refresh.
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

/** @returns the first attempt for what is missing: after its release, or from its earliest day on where the day is not exactly known. */
function plannedAttempt({ dataset, lastDays, lagDays, lastAskedAt, spreadMs }: Plan): number {
  const timing = releaseTiming(dataset, lagDays);
  const release = firstMissingRelease(dataset, lastDays, lagDays);
  if (!timing || release === undefined)
    return lastAskedAt === undefined ? 0 : lastAskedAt + UNSCHEDULED_EVERY;
  return release - timing.earliestDays * DAY + spreadMs;
}

/** While a release without an exact day is awaited: once a day, and at its usual hour. Otherwise soon, then less and less often. */
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
  return isAwaited || timing.isLagging ? DAY : pause(AFTER_NOTHING, idle);
}

function pause(steps: readonly number[], count: number): number {
  return steps[Math.min(Math.max(count, 1), steps.length) - 1] ?? 0;
}
