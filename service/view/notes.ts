import { dateText } from '../calendar/dates.ts';
import { periodText } from '../series-math/align.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import type { Derived, Recipe } from '../series-math/derive.ts';
import { periodName } from '../series-math/frequency.ts';
import type { DroppedPeriod, TimeSeries } from '../series-math/types.ts';
import type { LineRecipe } from './recipes.ts';

/** More are named in one sentence, of which the first and the last are enough to find them. */
const MOST_TOLD = 3;

/** '2026-10 is left out: it has 2 weeks, and needs 3.' of each; of many '12 periods from 1964-01 to 2026-10 are left out: …'. */
export function droppedNotes(dropped: readonly DroppedPeriod[], { from, recipe }: LineRecipe): string[] {
  const textOf = ({ date }: DroppedPeriod) => periodText(date, recipe.to?.cadence ?? from);
  const name = periodName(from.frequency);
  const [first, last] = [dropped[0], dropped.at(-1)];
  if (first && last && dropped.length > MOST_TOLD)
    return [
      `${dropped.length} periods from ${textOf(first)} to ${textOf(last)} are left out: they have too few ${name}s, the last ${last.count} of ${last.needed}.`,
    ];
  return dropped.map((one) => {
    const has = `${one.count} ${name}${one.count === 1 ? '' : 's'}`;
    return `${textOf(one)} is left out: it has ${has}, and needs ${one.needed}.`;
  });
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
