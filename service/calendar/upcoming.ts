import { easternInstant, easternTime } from './business-days.ts';
import {
  expectedLast,
  nextObserved,
  type Released,
  type ReleaseTiming,
  releaseMoment,
  releaseTiming,
} from './releases.ts';

/** A release of a publisher: when (milliseconds since 1970-01-01 UTC), and the day number of the observation that it brings. */
export type Upcoming = { moment: number; day: number; dayIs: ReleaseTiming['dayIs'] };

/**
 * @param now milliseconds since 1970-01-01 UTC. @param days how many days after today.
 * @returns the releases by the publisher's rule, whatever is stored: from the beginning of today, Eastern time, in order. None where the
 * publisher has no calendar.
 */
export function upcomingReleases(dataset: Released, now: number, days: number): Upcoming[] {
  const timing = releaseTiming(dataset);
  if (!timing) return [];
  const today = easternTime(now).day;
  const end = easternInstant(today + days + 1, 0);
  const found: Upcoming[] = [];
  let day = expectedLast(timing, easternInstant(today, 0) - 1);
  for (;;) {
    day = nextObserved(timing, day);
    const moment = releaseMoment(timing, day);
    if (moment >= end) return found;
    found.push({ moment, day, dayIs: timing.dayIs });
  }
}
