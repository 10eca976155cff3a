import {
  businessDayOnOrAfter,
  easternInstant,
  easternTime,
  type ObservedOn,
  observedOnOrBefore,
} from './business-days.ts';
import { dateText, daysFromCivil, weekday } from './dates.ts';

/** When publishers release their observations. Days are day numbers, times of day are US Eastern, moments are milliseconds since 1970-01-01 UTC. */

/** How certain the day of a release is. */
type Certainty = {
  /** What the rule's day is: the day itself, about the day, or the last of the week in which the release comes. */
  dayIs: 'exact' | 'about' | 'in the week to';
  /** How many days before the rule's day the release can come at the earliest. */
  earliestDays: number;
  /** How many business days after the rule's day it can come at the latest. */
  latestBusinessDays: number;
};

/** A release that follows its rule exactly, such as every Thursday. */
export const EXACT: Certainty = { dayIs: 'exact', earliestDays: 0, latestBusinessDays: 0 };
/** A release whose dates the publisher sets a year ahead, without an exact rule. */
export const ABOUT: Certainty = { dayIs: 'about', earliestDays: 7, latestBusinessDays: 5 };
/** The same, where no day of the week is more likely than another. */
export const IN_A_WEEK: Certainty = { dayIs: 'in the week to', earliestDays: 6, latestBusinessDays: 5 };

export type ReleaseRule = Certainty & {
  /** For people: 'Thursday 08:30 ET, for the week ended the Saturday before'. */
  text: string;
  /** Eastern time of day of the release, `HH:MM`. */
  timeEastern: string;
  /** @returns the day of the release with the observation of `day`. For a later observation it is never earlier. */
  day(day: number): number;
  /** The publisher has no calendar: nothing is ever late. */
  isUnscheduled?: true;
};

/** The facts about a dataset that its release calendar needs. */
export type Released = {
  observedOn: ObservedOn;
  release: ReleaseRule;
  /** How many days after the release the publisher's own file appears, by the id of the file's format. */
  fileLagDays?: Readonly<Record<string, number>>;
  /** `extraLagDays`: calendar days by which the series comes later than the dataset's rule says. */
  series: readonly { code: string; extraLagDays?: number }[];
};

/** The release rule of a dataset, adjusted to the file that it comes in. */
export type ReleaseTiming = Certainty & {
  observedOnOrBefore(day: number): number;
  releaseDay(day: number): number;
  /** Time of the release: minute of the day. */
  minutes: number;
  /** Whether the file appears after the release. Fetching it more than once a day is then useless. */
  isLagging?: true;
};

const TUESDAY = 2;

/** @returns when a dataset is released, `lagDays` later for its file (`fileLagDaysOf`); `undefined` without a schedule. */
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

/** @returns how many days after its release the dataset appears in the quickest of these formats; of all with a lag if absent. */
export function fileLagDaysOf(dataset: Released | undefined, formats?: Iterable<string>): number {
  const lags = dataset?.fileLagDays ?? {};
  const found = formats === undefined ? Object.values(lags) : [...formats].map((id) => lags[id] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** @returns the calendar days by which a series comes later than its dataset's rule says; 0 for most. */
export function extraLagDays({ series }: Released, code: string): number {
  return series.find((one) => one.code === code)?.extraLagDays ?? 0;
}

/** @returns the day of the newest observation of a series that is released by `now` (ms since 1970 UTC), by the release rule. */
export function newestReleased(dataset: Released, code: string, now: number): number {
  const newest = expectedLast(timingOf(dataset, 0), now);
  const extra = extraLagDays(dataset, code);
  return extra === 0 ? newest : observedOnOrBefore(dataset.observedOn, newest - extra);
}

/** The longest step between two observations is a month. */
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

/** @returns the moment of the next release after `now` with an observation newer than `held`, which may have come early. */
export function nextRelease(timing: ReleaseTiming, now: number, held?: number): number {
  let day = nextObserved(timing, Math.max(expectedLast(timing, now), held ?? Number.NEGATIVE_INFINITY));
  while (releaseMoment(timing, day) <= now) day = nextObserved(timing, day);
  return releaseMoment(timing, day);
}

/** @returns the same time of day, `count` business days after the day of a moment. */
export function businessDaysAfter(moment: number, count: number): number {
  const { day, minutes } = easternTime(moment);
  let on = day;
  for (let i = 0; i < count; i++) on = businessDayOnOrAfter(on + 1);
  return easternInstant(on, minutes);
}

/** @returns the first day of the month that is `count` months after the month of `day`. */
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
 * Whether the stored data are up to date with the publisher's releases. 'due': the next observation is released, or is about to be, but
 * is not stored yet; 'late': it is missing a business day after the latest day of its release; 'unscheduled': the publisher has no
 * calendar.
 */
type ReleaseState = {
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

/** @returns the time (ms since 1970 UTC) of the first release that the stored data lack, past or future; `undefined` if there is none. */
export function firstMissingRelease(
  dataset: Released | undefined,
  lastDays: ReadonlyMap<string, number>,
  lagDays = 0,
): number | undefined {
  const timing = releaseTiming(dataset, lagDays);
  if (!dataset || !timing || lastDays.size === 0) return undefined;
  return Math.min(...[...lastDays].map(([code, last]) => missingRelease(dataset, timing, code, last)));
}
