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
  /**
   * What the rule's day is: the day itself; about the day, where the publisher follows no exact rule; or the last of the week in which the
   * release comes.
   */
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

/**
 * @param lagDays days by which the dataset's file comes after the release (`fileLagDaysOf`).
 * @returns when a dataset is released, or `undefined` if there is no schedule.
 */
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

/**
 * @param formats ids of the formats in which the newest observations came; if absent, all formats with a lag.
 * @returns how many days after its release the dataset appears in the quickest of these formats.
 */
export function fileLagDaysOf(dataset: Released | undefined, formats?: Iterable<string>): number {
  const lags = dataset?.fileLagDays ?? {};
  const found = formats === undefined ? Object.values(lags) : [...formats].map((id) => lags[id] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** @returns the calendar days by which a series comes later than its dataset's rule says; 0 for most. */
export function extraLagDays({ series }: Released, code: string): number {
  return series.find((one) => one.code === code)?.extraLagDays ?? 0;
}

/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns the day of the newest observation of a series that is released by `now`, by the release rule.
 */
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

/**
 * @param held newest stored day, which may have been released earlier than the rule says.
 * @returns the moment of the next release after `now` with an observation newer than `held`.
 */
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
