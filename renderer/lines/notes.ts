import { periodText } from '../../service/series-math/align.ts';
import { periodName } from '../../service/series-math/frequency.ts';
import type { DroppedPeriod } from '../../service/series-math/types.ts';
import type { LineRecipe } from './recipes.ts';

/** 'The first or last period, 2026-10, is left out: it has 2 weeks, and needs 3.' */
export function droppedNote({ date, count, needed }: DroppedPeriod, { from, recipe }: LineRecipe): string {
  const period = periodText(date, recipe.to?.cadence ?? from);
  const name = periodName(from.frequency);
  return `${period} is left out: it has ${count} ${name}${count === 1 ? '' : 's'}, and needs ${needed}.`;
}
