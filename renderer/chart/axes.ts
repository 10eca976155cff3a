import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { ChartSeries, Side } from './types.ts';

export type AxisPlan = {
  left: ChartSeries[];
  right: ChartSeries[];
  /** Series of a third unit, for which there is no axis: to be told, never drawn on a wrong scale. */
  undrawn: ChartSeries[];
};

/**
 * A series that was put on an axis is drawn there. Of the others, the first unit takes the left axis and the second the right
 * one, as far as nothing of another unit was put there. Hidden series take no part.
 */
export function planAxes(series: readonly ChartSeries[]): AxisPlan {
  const shown = series.filter((one) => !one.hidden);
  const put = shown.filter((one) => one.axis);
  const taken = new Map<string, Side>();
  for (const { axis, unitShort } of shown) {
    if (axis || taken.has(unitShort)) continue;
    const sides = new Set(taken.values());
    const free = SIDES.find(
      (side) => !sides.has(side) && put.every((one) => one.axis !== side || one.unitShort === unitShort),
    );
    if (free) taken.set(unitShort, free);
  }
  const on = (side: Side | undefined) =>
    shown.filter((one) => (one.axis ?? taken.get(one.unitShort)) === side);
  return { left: on('left'), right: on('right'), undrawn: on(undefined) };
}

const SIDES = ['left', 'right'] as const;

/** @returns what an axis says of its unit: the labels of its series, each once. */
export function axisLabel(series: readonly ChartSeries[]): string {
  return [...new Set(series.map((one) => one.axisLabel ?? one.unitShort))].join(' · ');
}

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
