import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { AxisPlan } from './axes.ts';

/**
 * @returns what the chart does not show, and why, a phrase each. That a line has no axis is told by who can mend it.
 * @param leftOut observations of zero and below on a log axis
 */
export function chartNotes(plan: AxisPlan, leftOut: number): string[] {
  const notes: string[] = [];
  if (leftOut > 0) {
    notes.push(
      `${groupDigits(String(leftOut))} ${leftOut === 1 ? 'observation' : 'observations'} of zero or below not drawn: a log axis has no place for them`,
    );
  }
  const drawn = [...plan.left, ...plan.right];
  const without = drawn.filter(({ column }) => column.days.length === 0 && column.rest === undefined);
  // That there is nothing at all is said in the middle of the plot.
  if (without.length > 0 && without.length < drawn.length)
    notes.push(`No observations in this range: ${without.map(({ title }) => title).join(', ')}`);
  const stacked = drawn.filter(({ type }) => type === 'stacked');
  const lengths = new Set(stacked.map(({ column }) => column.days.length));
  if (lengths.size > 1) notes.push('Stacked on the days that all of them have');
  return notes;
}
