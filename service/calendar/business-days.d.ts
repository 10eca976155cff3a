/** @returns the days on which the federal holidays of a year are kept, ascending; New Year may be kept on 31 December before. */
export declare function federalHolidays(year: number): number[];
/** @returns whether a federal holiday is kept on this day. */
export declare function isFederalHoliday(day: number): boolean;
/** @returns whether the day is Monday to Friday and no federal holiday. */
export declare function isBusinessDay(day: number): boolean;
/** @returns the day itself where it is a business day, else the next one. */
export declare function businessDayOnOrAfter(day: number): number;
/** @returns the day itself where it is a business day, else the one before. */
export declare function businessDayOnOrBefore(day: number): number;
/** The days that observations are dated on. */
export type ObservedOn = 'Saturday' | 'Wednesday' | 'first of month' | 'business day';
export type ReleaseRule = {
  /** For people: 'Thursday 08:30 ET, for the week ended the Saturday before'. */
  text: string;
  /** Calendar days from an observation's date to its usual release (the next business day where that is none). */
  lagDays: number;
  /** Eastern time of day of the release, `HH:MM`. */
  timeEastern: string;
};
/** @returns the newest day on or before `day` that observations of this kind are dated on. */
export declare function observedOnOrBefore(kind: ObservedOn, day: number): number;
/** How a series comes out: from its dataset, with the series' own `extraLagDays`. */
export type ReleaseSchedule = {
  observedOn: ObservedOn;
  release: ReleaseRule;
  extraLagDays?: number;
};
/** @returns the day on which the observation dated `day` is usually released; after a holiday the next business day. */
export declare function releaseDay(schedule: ReleaseSchedule, day: number): number;
/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns the date of the newest observation that the release rule lets be out at that moment, to the minute in Eastern time.
 */
export declare function newestReleased(schedule: ReleaseSchedule, now: number): number;
/**
 * US Eastern day and minute of the day of a moment (milliseconds since 1970-01-01 UTC). Daylight saving as in force
 * since 2007 (15 U.S.C. 260a): from 2:00 on the second Sunday of March to 2:00 on the first Sunday of November.
 */
export declare function easternTime(now: number): {
  day: number;
  minutes: number;
};
/**
 * The moment (milliseconds since 1970-01-01 UTC) at which clocks in US Eastern time show this minute of this day. A minute
 * that is skipped in March is taken as the one an hour later; of one that comes twice in November, the first.
 */
export declare function easternInstant(day: number, minutes: number): number;
