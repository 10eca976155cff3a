import { FRIDAY } from '../../../service/series-math/frequency.ts';
import type { Cadence } from '../../../service/series-math/types.ts';
import type { Average, Program } from '../program.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = { m: 1, q: 3, sa: 6, a: 12 } as const;
const NAMES = { d: 'weekday', m: 'month', q: 'quarter', sa: 'half_year', a: 'year' } as const;

/**
 * A function of a date that counts periods, which an average needs to know a hole: consecutive periods are consecutive numbers.
 * Working days: Monday to Friday, and a weekend's day between them. Weeks: whole weeks since a day, `shift` days after its
 * beginning. Months: so many months each.
 */
export type PeriodFunction = { name: string } & (
  | { kind: 'working-days' }
  | { kind: 'weeks'; shift: number }
  | { kind: 'months'; months: number }
);

export function periodFunction({ frequency, weekEnd = FRIDAY }: Cadence): PeriodFunction {
  if (frequency === 'd') return { name: NAMES.d, kind: 'working-days' };
  if (frequency === 'w')
    // Day 0, 1 January 1970, was a Thursday.
    return { name: `week_to_${WEEKDAYS[weekEnd]}`, kind: 'weeks', shift: 10 - weekEnd };
  return { name: NAMES[frequency], kind: 'months', months: MONTHS[frequency] };
}

/** @returns those that the program's averages need, each once. */
export function periodFunctions({ fetched, formulas }: Program): PeriodFunction[] {
  const averaged = [...fetched, ...formulas].filter(
    (line): line is (typeof fetched)[number] & { average: Average } => line.average !== undefined,
  );
  const functions = averaged.map(({ cadence }) => periodFunction(cadence));
  return [...new Map(functions.map((one) => [one.name, one])).values()];
}
