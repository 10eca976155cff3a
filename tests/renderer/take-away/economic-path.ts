import { dateText } from '../../../service/calendar/dates.ts';
import { findDataset } from '../../../service/datasets/index.ts';
import { askedFrequency } from '../../../service/series-math/frequency.ts';
import { recipeOf } from '../../../service/view/recipes.ts';
import type { DateRange, View } from '../../../service/view/types.ts';

/** @returns the address of economic data or yields for the series of a view: one dataset, one treatment */
export function economicPath(view: View, range: DateRange): string {
  const [first] = view.series;
  if (!first) throw new Error('The view has no series');
  const { dataset, area } = first.choice;
  const codes = view.series.map(({ choice }) => choice.code).join(',');
  if (findDataset(dataset)?.group === 'market-data') return `/yields/series=${codes}`;
  const { recipe, units } = recipeOf(view, first.choice, first.style, range);
  const indexDay = recipe.indexDay ?? recipe.indexFrom;
  const words = {
    ...{ series: codes, date_from: range.from, date_to: range.to },
    ...(area !== '' && { state: area }),
    ...(units !== 'lin' && { units }),
    ...(indexDay !== undefined && { index_date: dateText(indexDay) }),
    ...(recipe.to && {
      frequency: askedFrequency(recipe.to.cadence),
      aggregation_method: recipe.to.method,
    }),
  };
  const query = Object.entries(words).map(([name, value]) => `${name}=${value}`);
  return `/api/v1/economic-data/${dataset}?${query.join('&')}`;
}
