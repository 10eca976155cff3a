import { civilNumber, daysFromCivil } from '../calendar/dates.ts';
import { assertNever } from '../contract/failure.ts';
import { FRIDAY } from './frequency.ts';
import type { Cadence } from './types.ts';

/**
 * Numbers the periods of a cadence consecutively, so that a lag is a subtraction even if observations are
 * missing. An observation belongs to the period that contains its date (FRED: week ending Friday 2010-09-03 →
 * September).
 */

const MONTHS = { m: 1, q: 3, sa: 6, a: 12 } as const;
/** Day −3 is a Monday (1969-12-29). */
const MONDAY_SHIFT = 3;

/**
 * @returns the number of the period that contains a day. Daily periods are Mondays to Fridays; Saturdays and
 * Sundays get fractions in between, so that no lag finds them.
 */
export function periodOf(day: number, { frequency, weekEnd }: Cadence): number {
  switch (frequency) {
    case 'd': {
      const week = Math.floor((day + MONDAY_SHIFT) / 7);
      const weekday = day + MONDAY_SHIFT - week * 7;
      return week * 5 + (weekday < 5 ? weekday : 4 + (weekday - 4) / 4);
    }
    case 'w':
      return Math.floor((day - firstWeekEnd(weekEnd) + 6) / 7);
    case 'm':
    case 'q':
    case 'sa':
    case 'a': {
      const civil = civilNumber(day);
      const month = Math.floor(civil / 10000) * 12 + (Math.floor(civil / 100) % 100) - 1;
      return Math.floor(month / MONTHS[frequency]);
    }
    default:
      return assertNever(frequency);
  }
}

/** @returns the day that dates a period: the last day of a week, the first day of a longer period. */
export function periodDate(period: number, { frequency, weekEnd }: Cadence): number {
  switch (frequency) {
    case 'd': {
      const week = Math.floor(period / 5);
      return week * 7 + (period - week * 5) - MONDAY_SHIFT;
    }
    case 'w':
      return firstWeekEnd(weekEnd) + period * 7;
    case 'm':
    case 'q':
    case 'sa':
    case 'a': {
      const month = period * MONTHS[frequency];
      return daysFromCivil(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 1);
    }
    default:
      return assertNever(frequency);
  }
}

/** @returns the first day of a whole period. */
export function firstDayOf(period: number, cadence: Cadence): number {
  const date = periodDate(period, cadence);
  return cadence.frequency === 'w' ? date - 6 : date;
}

/** @returns the last day of a whole period. The daily period of a Friday lasts until Sunday. */
export function lastDayOf(period: number, cadence: Cadence): number {
  return firstDayOf(period + 1, cadence) - 1;
}

/** Averages and lags of daily series span holes up to this many days, such as weekends and holidays. */
export const LONGEST_HOLE = 7;
/** Added to an observation's number after a hole: more than any average or lag counts. */
const OVER_A_HOLE = 1_000_000;

/**
 * Numbers observations so that neighbours have successive numbers. Daily series count observations, since
 * publishers skip weekends and holidays; others use the period's number, which skips missing periods.
 * `isObservation` selects the days with an observation, by default all.
 */
export function sequenceOf(
  days: Int32Array,
  cadence: Cadence,
  isObservation: (index: number) => boolean = () => true,
): Float64Array {
  if (cadence.frequency !== 'd') return new Float64Array(days).map((day) => periodOf(day, cadence));
  let [count, last] = [0, days[0] ?? 0];
  return new Float64Array(days).map((day, index) => {
    const next = count + (day - last - 1 > LONGEST_HOLE ? OVER_A_HOLE : 1);
    if (isObservation(index)) [count, last] = [next, day];
    return next;
  });
}

/**
 * Widens a range to the dates of its outer periods, which may lie outside their observations: 1 January for a
 * year, Sunday for a week. Adds the first period's date only if no observation lies before the range, and the
 * last period's only if none lies after it.
 */
export function withWholePeriods(
  range: { from: number; to: number },
  held: { first: number; last: number },
  cadence: Cadence,
): { from: number; to: number } {
  const { from, to } = range;
  if (cadence.frequency === 'd') return { from, to };
  return {
    from: from > held.first ? from : Math.min(from, periodDate(periodOf(held.first, cadence), cadence)),
    to: to < held.last ? to : Math.max(to, periodDate(periodOf(held.last, cadence), cadence)),
  };
}

/** @returns the first day from −4 on (a Sunday; day 0 is a Thursday) that falls on this weekday. */
function firstWeekEnd(weekEnd = FRIDAY): number {
  return weekEnd - 4;
}
