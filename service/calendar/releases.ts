import {
  businessDayOnOrAfter,
  easternInstant,
  easternTime,
  type ObservedOn,
  observedOnOrBefore,
} from './business-days.ts';
import { dateText, daysFromCivil, weekday } from './dates.ts';

/** When publishers release observations. Days are day numbers, times Eastern, moments ms since 1970 UTC. */

/** How certain the day of a release is. */
type Certainty = {
  /** The meaning of the rule's day: the exact day, about that day, or the last day of the release's week. */
  dayIs: 'exact' | 'about' | 'in the week to';
  /** The most days that the release can come before the rule's day. */
  earliestDays: number;
  /** The most business days that the release can come after the rule's day. */
  latestBusinessDays: number;
};

/** A release that follows its rule exactly, such as every Thursday. */
export const EXACT: Certainty = { dayIs: 'exact', earliestDays: 0, latestBusinessDays: 0 };
/** A release without an exact rule, whose dates the publisher sets a year ahead. */
export const ABOUT: Certainty = { dayIs: 'about', earliestDays: 7, latestBusinessDays: 5 };
/** Like `ABOUT`, but any day of the week is equally likely. */
export const IN_A_WEEK: Certainty = { dayIs: 'in the week to', earliestDays: 6, latestBusinessDays: 5 };

export type ReleaseRule = Certainty & {
  /** The rule in words: 'Thursday 08:30 ET, for the week ended the Saturday before'. */
  text: string;
  /** The release's time of day, Eastern time, `HH:MM`. */
  timeEastern: string;
  /** @returns the release day of the observation of `day`. It never decreases for later observations. */
  day(day: number): number;
  /** The publisher has no calendar, so that nothing is ever late. */
  isUnscheduled?: true;
};

/** The facts about a dataset that its release calendar needs. */
export type Released = {
  observedOn: ObservedOn;
  release: ReleaseRule;
  /** How many days after the release the publisher's file appears, by the file format's id. */
  fileLagDays?: Readonly<Record<string, number>>;
  /** `extraLagDays`: calendar days that a series comes after the dataset's rule. */
  series: readonly { code: string; extraLagDays?: number }[];
};

/** A dataset's release rule, adjusted to the file in which it comes. */
export type ReleaseTiming = Certainty & {
  observedOnOrBefore(day: number): number;
  releaseDay(day: number): number;
  /** The release's minute of the day. */
  minutes: number;
  /** The file appears after the release, so that fetching it more than once a day is useless. */
  isLagging?: true;
};

const TUESDAY = 2;

/** @returns when a dataset is released, `lagDays` later for its file; `undefined` without a schedule. */
export function releaseTiming(dataset: Released | undefined, lagDays = 0): ReleaseTiming | undefined {
  return !dataset || dataset.release.isUnscheduled ? undefined : timingOf(dataset, lagDays);
}

function timingOf({ observedOn, release }: Released, lagDays: number): ReleaseTiming {
  const [hours = 0, minutes = 0] = release.timeEastern.split(':').map(Number);
  const timing = {
    observedOnOrBefore: (day: number) => observedOnOrBefore(observedOn, day),
    releaseDay: release.day,
    minutes: hours * 60 + minutes,
    dayIs: release.dayIs,
    earliestDays: release.earliestDays,
    latestBusinessDays: release.latestBusinessDays,
  };
  if (lagDays === 0) return timing;
  const { dayIs, latestBusinessDays } = ABOUT;
  const releaseDay = (day: number) => businessDayOnOrAfter(release.day(day) + lagDays);
  return { ...timing, releaseDay, dayIs, latestBusinessDays, isLagging: true };
}

/** @returns the days from release to file for the quickest of `formats`, or without them of all that lag. */
export function fileLagDaysOf(dataset: Released | undefined, formats?: Iterable<string>): number {
  const lags = dataset?.fileLagDays ?? {};
  const found = formats === undefined ? Object.values(lags) : [...formats].map((id) => lags[id] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** @returns the calendar days that a series comes after its dataset's rule; 0 for most. */
export function extraLagDays({ series }: Released, code: string): number {
  return series.find((one) => one.code === code)?.extraLagDays ?? 0;
}

/** @returns the day of a series' newest observation released by `now` (ms since 1970 UTC), by the rule. */
export function newestReleased(dataset: Released, code: string, now: number): number {
  const newest = expectedLast(timingOf(dataset, 0), now);
  const extra = extraLagDays(dataset, code);
  return extra === 0 ? newest : observedOnOrBefore(dataset.observedOn, newest - extra);
}

/** The longest step between two observations, in days: a month. */
const LONGEST_STEP_DAYS = 31;

/** @returns the moment of the release with the observation of `day`. */
export function releaseMoment(timing: ReleaseTiming, day: number): number {
  return easternInstant(timing.releaseDay(day), timing.minutes);
}

/** @returns the first observation day after `day`. */
export function nextObserved(timing: ReleaseTiming, day: number): number {
  let next = timing.observedOnOrBefore(day + LONGEST_STEP_DAYS);
  for (let before = timing.observedOnOrBefore(next - 1); before > day; ) {
    next = before;
    before = timing.observedOnOrBefore(next - 1);
  }
  return next;
}

/** @returns the newest observation day that is released by `now`. */
export function expectedLast(timing: ReleaseTiming, now: number): number {
  let day = timing.observedOnOrBefore(easternTime(now).day);
  while (releaseMoment(timing, day) > now) day = timing.observedOnOrBefore(day - 1);
  return day;
}

/** @returns the next release after `now` with an observation newer than `held`, which may have come early. */
export function nextRelease(timing: ReleaseTiming, now: number, held?: number): number {
  let day = nextObserved(timing, Math.max(expectedLast(timing, now), held ?? Number.NEGATIVE_INFINITY));
  while (releaseMoment(timing, day) <= now) day = nextObserved(timing, day);
  return releaseMoment(timing, day);
}

/** @returns the same time of day, `count` business days after a moment. */
export function businessDaysAfter(moment: number, count: number): number {
  const { day, minutes } = easternTime(moment);
  let on = day;
  for (let i = 0; i < count; i++) on = businessDayOnOrAfter(on + 1);
  return easternInstant(on, minutes);
}

/** @returns the first day of the month `count` months after the month of `day`. */
export function monthAfter(day: number, count: number): number {
  const [year = 0, month = 0] = dateText(day).split('-').map(Number);
  const index = year * 12 + month - 1 + count;
  return daysFromCivil(Math.floor(index / 12), (index % 12) + 1, 1);
}

/** @param monthStart the first day of a month. @returns its first Tuesday. */
export function firstTuesday(monthStart: number): number {
  return monthStart + ((TUESDAY - weekday(monthStart) + 7) % 7);
}

/**
 * Whether stored data are up to date. 'due': the next observation is released, or soon will be, but is not
 * stored; 'late': it is still missing a business day after its latest release day; 'unscheduled': the
 * publisher has no calendar.
 */
type ReleaseState = {
  state: 'current' | 'due' | 'late' | 'unscheduled';
  /** Whole days since the latest release day of the oldest missing observation; 0 unless late. */
  daysLate: number;
  /** Day number of the newest observation that is surely released, by the rule's latest days. */
  expectedLast: number | null;
  /** The next release after now, in milliseconds since 1970-01-01 UTC. */
  nextRelease: number | null;
  dayIs: ReleaseTiming['dayIs'];
  /** Codes of the series that lack a surely released observation. */
  behind: string[];
};

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** From how long before a release data count as due, in ms; for 'in the week to', from the week's start. */
const DUE_BEFORE_MS = { exact: 15 * MINUTE, about: DAY, 'in the week to': 6 * DAY };

/**
 * Judges each series by the release of its first missing observation. The dataset gets its worst series'
 * state, which without new data never improves as `now` advances. @param lastDays each series' newest stored
 * day, by code; series without data are not judged. @param now milliseconds since 1970-01-01 UTC. @param
 * lagDays days from the release to the dataset's file (`fileLagDaysOf`)
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
    if (now >= missing - DUE_BEFORE_MS[timing.dayIs] && state.state === 'current') state.state = 'due';
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

/** @returns the newest observation day whose latest release day is past at `now`. */
function surelyReleased(timing: ReleaseTiming, now: number): number {
  let day = expectedLast(timing, now);
  while (businessDaysAfter(releaseMoment(timing, day), timing.latestBusinessDays) > now)
    day = timing.observedOnOrBefore(day - 1);
  return day;
}

/** @returns the release time of a series' first observation after `last`, past or future. */
function missingRelease(dataset: Released, timing: ReleaseTiming, code: string, last: number): number {
  return releaseMoment(timing, nextObserved(timing, last) + extraLagDays(dataset, code));
}

/** @returns the first release (ms since 1970 UTC) missing in stored data, past or future, or `undefined`. */
export function firstMissingRelease(
  dataset: Released | undefined,
  lastDays: ReadonlyMap<string, number>,
  lagDays = 0,
): number | undefined {
  const timing = releaseTiming(dataset, lagDays);
  if (!dataset || !timing || lastDays.size === 0) return undefined;
  return Math.min(...[...lastDays].map(([code, last]) => missingRelease(dataset, timing, code, last)));
}
