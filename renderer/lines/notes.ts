import { dateText } from '../../service/contract/dates.ts';
import { periodText } from '../../service/series-math/align.ts';
import type { Derived, Recipe } from '../../service/series-math/derive.ts';
import { periodName } from '../../service/series-math/frequency.ts';
import type { DroppedPeriod } from '../../service/series-math/types.ts';
import type { LineRecipe } from './recipes.ts';

/** 'The first or last period, 2026-10, is left out: it has 2 weeks, and needs 3.' */
export function droppedNote({ date, count, needed }: DroppedPeriod, { from, recipe }: LineRecipe): string {
  const period = periodText(date, recipe.to?.cadence ?? from);
  const name = periodName(from.frequency);
  return `${period} is left out: it has ${count} ${name}${count === 1 ? '' : 's'}, and needs ${needed}.`;
}

/** Which day an index has its 100 at, where that is another than the one asked for. */
export function baseNote({ indexDay }: Recipe, { base }: Pick<Derived, 'base'>): string[] {
  if (base === undefined || indexDay === undefined || base.day <= indexDay) return [];
  return [`100 is the value of ${dateText(base.day)}, the first on or after the day asked for.`];
}
