import { dateText, dayNumber, weekday } from '../service/calendar/dates.ts';

/** Yields and the debt have no values on weekends: days for made-up files of them. */

/** @returns the day number of the `at`-th Monday to Friday, counted from Monday 1970-01-05; negative ones are before it. */
export function weekdayAt(at: number): number {
  return 4 + Math.floor(at / 5) * 7 + (((at % 5) + 5) % 5);
}

/** @returns `MM/DD/YYYY`, as the Treasury's CSV has it. */
export function usDate(date: string): string {
  return `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
}

/** @returns the same date (`YYYY-MM-DD`) where it is no weekend, else the Friday before, or the Monday after where that is asked for. */
export function noWeekend(date: string, move: 'back' | 'on' = 'back'): string {
  let day = dayNumber(date) ?? 0;
  while (weekday(day) % 6 === 0) day += move === 'back' ? -1 : 1;
  return dateText(day);
}
