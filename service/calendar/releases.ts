import {
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  easternInstant,
  easternTime,
  type ObservedOn,
  observedOnOrBefore,
} from './business-days.ts';
import { dateText, daysFromCivil, weekday } from './dates.ts';

/** When a publisher brings out which observation. Days are day numbers, times are US Eastern. */

/** How sure the day of a release is. */
type Certainty = {
  /** The publisher's calendar is not a rule: the day may be some days off. */
  isAbout: boolean;
  /** So many days before the rule's day the release may be out at the earliest. */
  earliestDays: number;
  /** Business days after the release within which a copy without it is not called late. */
  graceBusinessDays: number;
};

/** A release that keeps to its rule, such as that of every Thursday. */
export const EXACT: Certainty = { isAbout: false, earliestDays: 0, graceBusinessDays: 1 };
/** A release that is fixed a year ahead and follows no rule to the day. */
export const ABOUT: Certainty = { isAbout: true, earliestDays: 7, graceBusinessDays: 5 };

export type ReleaseRule = Certainty & {
  /** For people: 'Thursday 08:30 ET, for the week ended the Saturday before'. */
  text: string;
  /** Eastern time of day of the release, `HH:MM`. */
  timeEastern: string;
  /** @returns the day of the release that brings the observation of `day`: later for a later observation, or the same. */
  day(day: number): number;
  /** The newest day on or before `day` that a release brings, where it is not any day of `observedOn`. */
  onOrBefore?(day: number): number;
  /** The publisher has no calendar: nothing is ever late. */
  isUnscheduled?: true;
};

/** What the calendar knows of a dataset. */
export type Released = {
  observedOn: ObservedOn;
  release: ReleaseRule;
  /** Days by which a publisher's own file comes after its release, by the id of the format. */
  fileLagDays?: Readonly<Record<string, number>>;
  series: readonly { code: string; extraLagDays?: number }[];
};

/** The rule of a dataset by one way of getting it. */
export type ReleaseTiming = Certainty & {
  observedOnOrBefore(day: number): number;
  releaseDay(day: number): number;
  /** Minute of the day of the release. */
  minutes: number;
  /** Whether it is the rule of a file that comes after the release: there is no use in asking more than once a day. */
  isLagging?: true;
};

const [TUESDAY, FRIDAY] = [2, 5];

/**
 * @param lagDays of the way by which the dataset comes (`fileLagDaysOf`).
 * @returns when a dataset comes out, or `undefined` where there is no schedule.
 */
export function releaseTiming(dataset: Released | undefined, lagDays = 0): ReleaseTiming | undefined {
  return !dataset || dataset.release.isUnscheduled ? undefined : timingOf(dataset, lagDays);
}

function timingOf({ observedOn, release }: Released, lagDays: number): ReleaseTiming {
  const [hours = 0, minutes = 0] = release.timeEastern.split(':').map(Number);
  const timing = {
    observedOnOrBefore: release.onOrBefore ?? ((day: number) => observedOnOrBefore(observedOn, day)),
    releaseDay: (day: number) => release.day(day) + lagDays,
    minutes: hours * 60 + minutes,
    isAbout: release.isAbout,
    earliestDays: release.earliestDays,
    graceBusinessDays: release.graceBusinessDays,
  };
  if (lagDays === 0) return timing;
  const { isAbout, graceBusinessDays } = ABOUT;
  return { ...timing, isAbout, graceBusinessDays, isLagging: true };
}

/**
 * @param formats in which the newest observations came; the publisher's own where they are not given.
 * @returns by how many days the dataset comes after its release where it comes in these formats: that of the quickest.
 */
export function fileLagDaysOf(dataset: Released | undefined, formats?: Iterable<string>): number {
  const lags = dataset?.fileLagDays ?? {};
  const found = formats === undefined ? Object.values(lags) : [...formats].map((id) => lags[id] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** Calendar days by which a series of a dataset comes later than the dataset's own rule. */
export function extraLagDays({ series }: Released, code: string): number {
  return series.find((one) => one.code === code)?.extraLagDays ?? 0;
}

/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns the day of the newest observation of a series that the release rule lets be out at that moment.
 */
export function newestReleased(dataset: Released, code: string, now: number): number {
  const newest = expectedLast(timingOf(dataset, 0), now);
  const extra = extraLagDays(dataset, code);
  return extra === 0 ? newest : observedOnOrBefore(dataset.observedOn, newest - extra);
}

/** Moments are milliseconds since 1970-01-01 UTC, days are day numbers. A month is the longest step between observations. */
const LONGEST_STEP_DAYS = 31;

/** @returns the moment of the release that brings the observation of `day`. */
export function releaseMoment(timing: ReleaseTiming, day: number): number {
  return easternInstant(timing.releaseDay(day), timing.minutes);
}

/** @returns the first day after `day` that an observation is dated on. */
export function nextObserved(timing: ReleaseTiming, day: number): number {
  let next = timing.observedOnOrBefore(day + LONGEST_STEP_DAYS);
  for (let before = timing.observedOnOrBefore(next - 1); before > day; ) {
    next = before;
    before = timing.observedOnOrBefore(next - 1);
  }
  return next;
}

/** @returns the newest observation day whose release has come by `now`. */
export function expectedLast(timing: ReleaseTiming, now: number): number {
  let day = timing.observedOnOrBefore(easternTime(now).day);
  while (releaseMoment(timing, day) > now) day = timing.observedOnOrBefore(day - 1);
  return day;
}

/**
 * @param held newest observation that is here already, which may have come before its time.
 * @returns the moment of the next release after `now` that brings an observation newer than `held`.
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

/** @param monthStart the first day of a month. @returns its last Friday. */
export function lastFriday(monthStart: number): number {
  const last = monthAfter(monthStart, 1) - 1;
  return last - ((weekday(last) - FRIDAY + 7) % 7);
}

/** @returns the newest day on or before `day` on which the bond market trades: it keeps the federal holidays and Good Friday. */
export function tradedOnOrBefore(day: number): number {
  const on = businessDayOnOrBefore(day);
  return on === goodFriday(Number(dateText(on).slice(0, 4))) ? tradedOnOrBefore(on - 1) : on;
}

/** Two days before Easter Sunday (Gregorian; the algorithm of Meeus, Jones and Butcher). */
export function goodFriday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const epact =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const toSunday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - epact - (c % 4)) % 7;
  const m = Math.floor((a + 11 * epact + 22 * toSunday) / 451);
  const index = epact + toSunday - 7 * m + 114;
  return daysFromCivil(year, Math.floor(index / 31), (index % 31) + 1) - 2;
}
