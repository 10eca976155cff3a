import { dateText, dayNumber, weekday } from '../service/calendar/dates.ts';
import { STATES } from '../service/datasets/states.ts';

/** Days for made-up files: yields and the debt have no values on weekends, and no series has any before its first day. */

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

const CODES = ['initial_claims', 'continued_claims', 'covered_employment', 'insured_unemployment_rate'];
const SERIES = Object.keys(STATES).flatMap((state) => CODES.map((code) => ({ state, code })));
/** The Saturday 1986-06-07. */
const FIRST_WEEK = 6_001;

/** @returns up to 400,000 rows of the long CSV with a column `state`, ascending by week, without its header. */
export function stateRows(count: number, value: string): string[] {
  return Array.from({ length: count }, (_, at) => {
    const { code, state } = SERIES[at % SERIES.length] as (typeof SERIES)[number];
    const date = dateText(FIRST_WEEK + 7 * Math.floor(at / SERIES.length));
    return `ui_state_weekly_claims,${code},${date},${value},${state}`;
  });
}
