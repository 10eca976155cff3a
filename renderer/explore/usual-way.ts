import { entryOf } from '../../service/datasets/series-choice.ts';
import { AGGREGATION_NAMES } from '../../service/series-math/fred-codes.ts';

import type { View } from '../view/index.ts';

/** @returns 'Usual: average', 'Usual: average, sum': how the series go to a lower frequency where nothing else is asked. */
export function usualWay({ series }: Pick<View, 'series'>): string {
  const methods = series.flatMap(({ choice }) => entryOf(choice).series.defaultAggregation ?? []);
  const names = [...new Set(methods)].map((method) => AGGREGATION_NAMES[method].toLowerCase());
  return names.length === 0 ? 'Usual way' : `Usual: ${names.join(', ')}`;
}
