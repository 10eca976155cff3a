import type { Aggregation } from '../../service/contract/catalogue/types.ts';
import { dayNumber } from '../../service/contract/dates.ts';
import { AGGREGATION_NAMES, FREQUENCY_NAMES, type Units } from '../../service/contract/transforms.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import { cadenceOf, compareFrequencies, outputCadence } from '../../service/series-math/frequency.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import type { DateRange, SeriesChoice } from '../api/index.ts';
import { entryOf } from '../picker/index.ts';
import type { LineStyle, View } from '../view/index.ts';

/** What is made of a shown series, and what is to be said of that. */
export type LineRecipe = { from: Cadence; recipe: Recipe; units: Units; notes: readonly string[] };

/** @param range what is on the screen: an index begins with it where the view names no day. */
export function recipeOf(
  view: Pick<View, 'units' | 'indexDate' | 'frequency' | 'aggregation'>,
  choice: SeriesChoice,
  style: LineStyle,
  range: DateRange,
): LineRecipe {
  const { dataset, series } = entryOf(choice);
  const from = cadenceOf(dataset);
  const units = style.units ?? view.units;
  const notes: string[] = [];
  const recipe: Recipe = { units };
  if (units === 'nbd') recipe.indexDay = indexDayOf(view, range);
  if (style.average !== undefined) recipe.average = style.average;
  const { frequency } = view;
  if (frequency !== undefined && compareFrequencies(frequency, from.frequency) > 0) {
    const { wanted, method } = wayDown(view, choice);
    if (method === null)
      notes.push(`It stays ${series.frequency.toLowerCase()}: it is not to be aggregated.`);
    else {
      recipe.to = { cadence: outputCadence(from, frequency), method };
      notes.push(
        `${FREQUENCY_NAMES[frequency]}: ${METHOD_WORDS[method]} of ${series.frequency.toLowerCase()} observations.`,
      );
      if (method !== wanted && wanted !== null)
        notes.push(
          `${AGGREGATION_NAMES[wanted]} means nothing for ${series.unit}${series.seasonalAdjustment === 'SAAR' ? ' at an annual rate' : ''}: ${METHOD_WORDS[method]} is shown.`,
        );
    }
  }
  return { from, recipe, units, notes };
}

/** How a series goes to a lower frequency: as is asked, where that means something for it; `null`: not at all. */
export function wayDown(
  view: Pick<View, 'aggregation'>,
  choice: SeriesChoice,
): Record<'wanted' | 'method', Aggregation | null> {
  const { defaultAggregation: usual, allowedAggregations: allowed } = entryOf(choice).series;
  const wanted = view.aggregation ?? usual;
  return { wanted, method: wanted && allowed.includes(wanted) ? wanted : usual };
}

const METHOD_WORDS = { avg: 'the average', sum: 'the sum', eop: 'the last value' } as const;

/** The day at which an index is 100, a day number. */
export function indexDayOf({ indexDate }: Pick<View, 'indexDate'>, range: DateRange): number {
  return dayNumber(indexDate ?? range.from) ?? 0;
}

/** Whether nothing is done to the published values. */
export function isPlain({ recipe: { units, to, average } }: LineRecipe): boolean {
  return units === 'lin' && to === undefined && average === undefined;
}
