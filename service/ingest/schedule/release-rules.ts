import {
  businessDayOnOrAfter,
  businessDayOnOrBefore,
  observedOnOrBefore,
} from '../../calendar/business-days.ts';
import { dateText, daysFromCivil, weekday } from '../../calendar/dates.ts';
import { findDataset } from '../../datasets/index.ts';

/**
 * When each publisher brings out which observation. Days are day numbers, times are US Eastern. Sources: DOL's and the
 * Board's release pages for the weekly rules, BLS's, BEA's and Census' yearly schedules for what is typical of the monthly
 * ones (they are fixed a year ahead, but follow no rule to the day: hence `isAbout`).
 */
export type ReleaseTiming = {
  /** The newest day on or before `day` that observations are dated on. */
  observedOnOrBefore(day: number): number;
  /** The day of the release that brings the observation of `day`: later for a later observation, or the same. */
  releaseDay(day: number): number;
  /** Minute of the day of the release. */
  minutes: number;
  /** The publisher's calendar is not a rule: the day may be some days off. */
  isAbout: boolean;
  /** So many days before the rule's day the release may be out at the earliest. */
  earliestDays: number;
  /** Business days after the release within which a copy without it is not called late. */
  graceBusinessDays: number;
  /** Whether it is the rule of a file that comes after the release: there is no use in asking more than once a day. */
  isLagging?: true;
};

const [TUESDAY, FRIDAY] = [2, 5];

const EXACT = { isAbout: false, earliestDays: 0, graceBusinessDays: 1 };
const ABOUT = { isAbout: true, earliestDays: 7, graceBusinessDays: 5 };

const saturdays = (day: number) => observedOnOrBefore('Saturday', day);
const wednesdays = (day: number) => observedOnOrBefore('Wednesday', day);
const months = (day: number) => observedOnOrBefore('first of month', day);
const at = (hours: number, minutes: number) => hours * 60 + minutes;

/** Thursday after the week's Saturday; the Department of Labor goes to the day before where that Thursday is a holiday. */
const CLAIMS: ReleaseTiming = {
  ...EXACT,
  observedOnOrBefore: saturdays,
  releaseDay: (day) => businessDayOnOrBefore(day + 5),
  minutes: at(8, 30),
};

const TIMINGS: Readonly<Record<string, ReleaseTiming>> = {
  ui_weekly_claims: CLAIMS,
  ui_state_weekly_claims: CLAIMS,
  jolts: {
    ...ABOUT,
    observedOnOrBefore: months,
    releaseDay: (day) => businessDayOnOrAfter(firstTuesday(monthAfter(day, 2))),
    minutes: at(10, 0),
  },
  personal_income_and_outlays: {
    ...ABOUT,
    observedOnOrBefore: months,
    releaseDay: (day) => businessDayOnOrBefore(lastFriday(monthAfter(day, 1))),
    minutes: at(8, 30),
  },
  us_exports: {
    ...ABOUT,
    earliestDays: 4,
    observedOnOrBefore: months,
    releaseDay: (day) => businessDayOnOrAfter(monthAfter(day, 1) - 1 + 35),
    minutes: at(8, 30),
  },
  // The Board goes to the next business day where Thursday is a holiday.
  factors_affecting_reserve_balances: {
    ...EXACT,
    observedOnOrBefore: wednesdays,
    releaseDay: (day) => businessDayOnOrAfter(day + 1),
    minutes: at(16, 30),
  },
  us_debt: {
    ...EXACT,
    observedOnOrBefore: businessDayOnOrBefore,
    releaseDay: (day) => businessDayOnOrAfter(day + 1),
    minutes: at(16, 15),
  },
  yields: {
    ...EXACT,
    observedOnOrBefore: quotedOnOrBefore,
    releaseDay: (day) => day,
    minutes: at(18, 0),
  },
};

/**
 * Days by which a publisher's own file comes after its release, by dataset and format. The Department of Labor's XML of 28
 * September 2026 ended with the week of 29 August: that of 5 September, released on the 10th, was not in it.
 */
const FILE_LAGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ui_weekly_claims: { 'dol-r539cy-xml': 21 },
};

/**
 * @param lagDays of the way by which the dataset comes (`fileLagDays`).
 * @returns when a dataset comes out, or `undefined` where there is no schedule: constituents change with their index.
 */
export function releaseTiming(datasetId: string, lagDays = 0): ReleaseTiming | undefined {
  const timing = TIMINGS[datasetId];
  if (!timing || lagDays === 0) return timing;
  const { isAbout, graceBusinessDays } = ABOUT;
  const releaseDay = (day: number) => timing.releaseDay(day) + lagDays;
  return { ...timing, isAbout, graceBusinessDays, releaseDay, isLagging: true };
}

/**
 * @param formats in which the newest observations came; the publisher's own where they are not given.
 * @returns by how many days the dataset comes after its release where it comes in these formats: that of the quickest.
 */
export function fileLagDays(datasetId: string, formats?: Iterable<string>): number {
  const lags = FILE_LAGS[datasetId] ?? {};
  const found = formats === undefined ? Object.values(lags) : [...formats].map((id) => lags[id] ?? 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** Calendar days by which a series of a dataset comes later than the dataset's own rule. */
export function extraLagDays(datasetId: string, code: string): number {
  return findDataset(datasetId)?.series.find((series) => series.code === code)?.extraLagDays ?? 0;
}

/** @returns the first day of the month that is `count` months after the month of `day`. */
function monthAfter(day: number, count: number): number {
  const [year = 0, month = 0] = dateText(day).split('-').map(Number);
  const index = year * 12 + month - 1 + count;
  return daysFromCivil(Math.floor(index / 12), (index % 12) + 1, 1);
}

function firstTuesday(monthStart: number): number {
  return monthStart + ((TUESDAY - weekday(monthStart) + 7) % 7);
}

function lastFriday(monthStart: number): number {
  const last = monthAfter(monthStart, 1) - 1;
  return last - ((weekday(last) - FRIDAY + 7) % 7);
}

/** The bond market, and with it the Treasury's curve, keeps the federal holidays and Good Friday. */
function quotedOnOrBefore(day: number): number {
  const on = businessDayOnOrBefore(day);
  return on === goodFriday(Number(dateText(on).slice(0, 4))) ? quotedOnOrBefore(on - 1) : on;
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
