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
  const stacked = [...plan.left, ...plan.right].filter(({ type }) => type === 'stacked');
  const lengths = new Set(stacked.map(({ column }) => column.days.length));
  if (lengths.size > 1) notes.push('Stacked on the days that all of them have');
  return notes;
}
