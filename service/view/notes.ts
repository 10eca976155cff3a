import { dateText } from '../calendar/dates.ts';
import { periodText } from '../series-math/align.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import type { Derived, Recipe } from '../series-math/derive.ts';
import { AGGREGATION_NAMES } from '../series-math/fred-codes.ts';
import { frequencyName, isSameCadence, outputCadence, periodName } from '../series-math/frequency.ts';
import type { DroppedPeriod, TimeSeries } from '../series-math/types.ts';
import { formulaCadence, formulaWay, type LineRecipe } from './recipes.ts';
import type { ShownFormula, View } from './types.ts';

/** More are named in one sentence, of which the first and the last are enough to find them. */
const MOST_TOLD = 3;

/** '2026-10 is left out: it has 2 weeks, and needs 3.' of each; of many one sentence, with what the last lacks. */
export function droppedNotes(dropped: readonly DroppedPeriod[], { from, recipe }: LineRecipe): string[] {
  const textOf = ({ date }: DroppedPeriod) => periodText(date, recipe.to?.cadence ?? from);
  const lackOf = ({ count, needed, hole }: DroppedPeriod) => {
    const name = `${periodName(from.frequency)}${count === 1 ? '' : 's'}`;
    return hole === undefined
      ? `has ${count} ${name}, and needs ${needed}`
      : `has none on ${hole} days in a row`;
  };
  const [first, last] = [dropped[0], dropped.at(-1)];
  if (first && last && dropped.length > MOST_TOLD)
    return [
      `${dropped.length} periods from ${textOf(first)} to ${textOf(last)} are left out; the last ${lackOf(last)}.`,
    ];
  return dropped.map((one) => `${textOf(one)} is left out: it ${lackOf(one)}.`);
}

/** Where a formula cannot have the frequency that it is to have, or cannot bring its lines to it in the way that it is to. */
export function misfitNotes(view: View, shown: ShownFormula): string[] {
  const { frequency = 'own', aggregation = 'usual' } = shown.style;
  if (frequency === 'own' && aggregation === 'usual') return [];
  const cadence = formulaCadence(view, shown);
  const name = frequencyName(cadence.frequency).toLowerCase();
  return [
    ...(frequency === 'own' || isSameCadence(outputCadence(cadence, frequency), cadence)
      ? []
      : [`It stays ${name}, the lowest frequency of its lines.`]),
    ...(aggregation === 'usual' || formulaWay(view, shown) === aggregation
      ? []
      : [`${AGGREGATION_NAMES[aggregation]} means nothing for all its lines: each goes its own way.`]),
  ];
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
