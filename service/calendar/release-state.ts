import {
  businessDaysAfter,
  expectedLast,
  extraLagDays,
  nextObserved,
  nextRelease,
  type Released,
  type ReleaseTiming,
  releaseMoment,
  releaseTiming,
} from './releases.ts';

/**
 * Whether the stored data are up to date with the publisher's releases. 'due': the next observation is released, or is about to be, but
 * is not stored yet; 'late': it is missing a business day after the latest day of its release; 'unscheduled': the publisher has no
 * calendar.
 */
export type ReleaseState = {
  state: 'current' | 'due' | 'late' | 'unscheduled';
  /** Whole days since the latest day of the release of the oldest missing observation; 0 unless late. */
  daysLate: number;
  /** Day number of the newest observation that is surely released, by the latest days of the dataset's rule. */
  expectedLast: number | null;
  /** Time of the next release, in the future; milliseconds since 1970-01-01 UTC. */
  nextRelease: number | null;
  /** What the day of the release is. */
  dayIs: ReleaseTiming['dayIs'];
  /** Codes of the series that lack an observation which is surely released. */
  behind: string[];
};

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How long before a release the data already count as due, in milliseconds; where it comes on some day of a week, from the first on. */
const ABOUT_TO_BE = { exact: 15 * MINUTE, about: DAY, 'in the week to': 6 * DAY };

/**
 * Judges each series by the release of the first observation that it lacks. The dataset gets the state of its worst series.
 * Without new data the state never improves as `now` advances.
 * @param lastDays newest stored day of each series, by code; a series without data is not judged.
 * @param now milliseconds since 1970-01-01 UTC.
 * @param lagDays days by which the dataset's file comes after the release (`fileLagDaysOf`).
 */
export function releaseState(
  dataset: Released | undefined,
  lastDays: ReadonlyMap<string, number>,
  now: number,
  lagDays = 0,
): ReleaseState {
  const timing = releaseTiming(dataset, lagDays);
  const state: ReleaseState = {
    state: timing ? 'current' : 'unscheduled',
    daysLate: 0,
    expectedLast: null,
    nextRelease: null,
    dayIs: timing?.dayIs ?? 'exact',
    behind: [],
  };
  if (!dataset || !timing) return state;
  let newest = Number.NEGATIVE_INFINITY;
  for (const [code, last] of lastDays) {
    const missing = missingRelease(dataset, timing, code, last);
    const latest = businessDaysAfter(missing, timing.latestBusinessDays);
    if (latest <= now) state.behind.push(code);
    if (now >= missing - ABOUT_TO_BE[timing.dayIs] && state.state === 'current') state.state = 'due';
    if (now >= businessDaysAfter(latest, 1)) {
      state.state = 'late';
      state.daysLate = Math.max(state.daysLate, Math.max(1, Math.floor((now - latest) / DAY)));
    }
    newest = Math.max(newest, last);
  }
  state.expectedLast = surelyReleased(timing, now);
  state.nextRelease = nextRelease(timing, now, newest);
  return state;
}

/** @returns the newest observation day whose release has had its latest day by `now`. */
function surelyReleased(timing: ReleaseTiming, now: number): number {
  let day = expectedLast(timing, now);
  while (businessDaysAfter(releaseMoment(timing, day), timing.latestBusinessDays) > now)
    day = timing.observedOnOrBefore(day - 1);
  return day;
}

/** @returns the time of the release with the first observation after `last` of a series, in the past or the future. */
function missingRelease(dataset: Released, timing: ReleaseTiming, code: string, last: number): number {
  return releaseMoment(timing, nextObserved(timing, last) + extraLagDays(dataset, code));
}

/**
 * @param lastDays, lagDays as for `releaseState`.
 * @returns the time of the first release that the stored data lack, in the past or the future (milliseconds since 1970-01-01 UTC);
 * `undefined` if there is no schedule or nothing is stored.
 */
export function firstMissingRelease(
  dataset: Released | undefined,
  lastDays: ReadonlyMap<string, number>,
  lagDays = 0,
): number | undefined {
  const timing = releaseTiming(dataset, lagDays);
  if (!dataset || !timing || lastDays.size === 0) return undefined;
  return Math.min(...[...lastDays].map(([code, last]) => missingRelease(dataset, timing, code, last)));
}
