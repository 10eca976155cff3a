import { countOf } from '../../service/series-math/decimal-text.ts';
import type { DateRange } from '../../service/view/types.ts';
import { planAxes } from './axes.ts';
import type { ChartSeries } from './types.ts';
import { notOnLog } from './value-axis.ts';
import { toDays, withLastWeek } from './zoom.ts';

/**
 * @returns short notes on what a chart does not show, and why. Lines without an axis are not among them: Explore names those and offers
 * what can be done.
 */
export function chartNotes(series: readonly ChartSeries[], range: DateRange, isLog: boolean): string[] {
  const { left, right } = planAxes(series);
  const notes: string[] = [];
  const { from, to } = withLastWeek(toDays(range), series);
  const leftOut = isLog ? notOnLog(left, from, to) + notOnLog(right, from, to) : 0;
  if (leftOut > 0) {
    notes.push(
      `${countOf(leftOut, 'observation')} of zero or below not drawn: a log axis has no place for them`,
    );
  }
  const drawn = [...left, ...right];
  const without = drawn.filter(({ column }) => column.days.length === 0 && column.rest === undefined);
  // A chart without any observation says so in the middle of the plot.
  if (without.length > 0 && without.length < drawn.length)
    notes.push(`No observations in this range: ${without.map(({ title }) => title).join(', ')}`);
  const stacked = drawn.filter(({ type }) => type === 'stacked');
  const lengths = new Set(stacked.map(({ column }) => column.days.length));
  if (lengths.size > 1) notes.push('Stacked on the days that all of them have');
  if (stacked.length > 1) notes.push(...new Set(stacked.flatMap(({ notWhole }) => notWhole ?? [])));
  return notes;
}
