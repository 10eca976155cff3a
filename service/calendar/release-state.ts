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
 * How a copy stands against its publisher's releases. 'due': the next observation should be out, or is about to be, but is not
 * here, and there is still time; 'late': it should long be here; 'unscheduled': the publisher has no calendar.
 */
export type ReleaseState = {
  state: 'current' | 'due' | 'late' | 'unscheduled';
  /** Whole days since the release of the oldest observation that is missing; 0 unless late. */
  daysLate: number;
  /** Newest day that should be here, as the dataset's own rule says. */
  expectedLast: number | null;
  /** Moment of the next release; it is in the future. */
  nextRelease: number | null;
  isAbout: boolean;
  /** Codes of series that lack an observation which should be here. */
  behind: string[];
};

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** So long before a release a copy is already called due: 'about to be'. An approximate day is a day ahead. */
const ABOUT_TO_BE = { exact: 15 * MINUTE, about: DAY };

/**
 * Judges each series by the release of the first observation that it lacks; the dataset stands as its worst series does.
 * Without new data a later `now` never makes it better.
 * @param lastDays newest day held of each series, by code; a series that holds nothing is not judged.
 * @param now milliseconds since 1970-01-01 UTC.
 * @param lagDays of the way by which the copy comes (`fileLagDaysOf`).
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
    isAbout: timing?.isAbout ?? false,
    behind: [],
  };
  if (!dataset || !timing) return state;
  let newest = Number.NEGATIVE_INFINITY;
  for (const [code, last] of lastDays) {
    const missing = missingRelease(dataset, timing, code, last);
    if (missing <= now) state.behind.push(code);
    if (
      now >= missing - (timing.isAbout ? ABOUT_TO_BE.about : ABOUT_TO_BE.exact) &&
      state.state === 'current'
    )
      state.state = 'due';
    if (now >= businessDaysAfter(missing, timing.graceBusinessDays)) {
      state.state = 'late';
      state.daysLate = Math.max(state.daysLate, Math.max(1, Math.floor((now - missing) / DAY)));
    }
    newest = Math.max(newest, last);
  }
  state.expectedLast = expectedLast(timing, now);
  state.nextRelease = nextRelease(timing, now, newest);
  return state;
}

/** @returns the moment of the release that brings what follows on `last` in a series: it may be past, or to come. */
function missingRelease(dataset: Released, timing: ReleaseTiming, code: string, last: number): number {
  return releaseMoment(timing, nextObserved(timing, last) + extraLagDays(dataset, code));
}

/**
 * @returns the moment of the first release that a copy lacks, past or to come; `undefined` where there is no schedule or
 * nothing is held.
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
