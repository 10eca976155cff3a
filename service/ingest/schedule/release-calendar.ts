import { businessDayOnOrAfter, easternInstant, easternTime } from '../../calendar/business-days.ts';
import type { ReleaseTiming } from './release-rules.ts';

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
