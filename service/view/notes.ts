import { dateText } from '../calendar/dates.ts';
import { periodText } from '../series-math/align.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import type { Derived, Recipe } from '../series-math/derive.ts';
import { periodName } from '../series-math/frequency.ts';
import type { DroppedPeriod, TimeSeries } from '../series-math/types.ts';
import type { LineRecipe } from './recipes.ts';

/** 'The first or last period, 2026-10, is left out: it has 2 weeks, and needs 3.' */
export function droppedNote({ date, count, needed }: DroppedPeriod, { from, recipe }: LineRecipe): string {
  const period = periodText(date, recipe.to?.cadence ?? from);
  const name = periodName(from.frequency);
  return `${period} is left out: it has ${count} ${name}${count === 1 ? '' : 's'}, and needs ${needed}.`;
}

/** Which day an index has its 100 at, where that is not the first of the range; or why there is no index. */
export function baseNote(
  { units, indexDay, indexFrom }: Recipe,
  { base }: Pick<Derived, 'base'>,
  published: Pick<TimeSeries, 'days'>,
): string[] {
  if (units !== 'nbd' || published.days.length === 0) return [];
  if (base !== undefined)
    return indexFrom !== undefined && base.day > indexFrom
      ? [`100 is the value of ${dateText(base.day)}, its first in the range.`]
      : [];
  if (indexDay === undefined) return ['There is no value in the range that could be 100.'];
  const next = published.days[indexAtOrAfter(published.days, indexDay)];
  const hint = next === undefined ? '' : ` Its next is of ${dateText(next)}.`;
  return [`No index: it has no value on ${dateText(indexDay)}, which would be 100.${hint}`];
}
