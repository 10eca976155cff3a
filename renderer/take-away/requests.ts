import { dateText } from '../../service/contract/dates.ts';
import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { type DateRange, seriesId } from '../api/index.ts';
import { recipeOf } from '../lines/index.ts';
import { entryOf } from '../picker/index.ts';
import type { View } from '../view/index.ts';

/** One question to the API, as any tool can ask it: the path and its parameters, without key and paging. */
export type ApiRequest = {
  group: 'economic-data' | 'yields';
  path: string;
  parameters: readonly (readonly [name: string, value: string])[];
};

export type ViewRequests = {
  requests: readonly ApiRequest[];
  /** What the view shows and the API has no words for, a phrase each: formulas, moving averages, yields in other units. */
  left: readonly string[];
};

/** @returns what draws the view's visible lines, series of one dataset and treatment together. */
export function requestsOf(view: View, range: DateRange): ViewRequests {
  const requests = new Map<
    string,
    { group: ApiRequest['group']; path: string; codes: string[]; rest: [string, string][] }
  >();
  const left: string[] = [];
  for (const { choice, style, hidden } of view.series) {
    if (hidden) continue;
    const { recipe, units } = recipeOf(view, choice, style, range);
    const name = seriesId(choice);
    if (recipe.average !== undefined) left.push(`${name}: moving average of ${recipe.average} periods`);
    const isYield = entryOf(choice).dataset.group === 'market-data';
    if (isYield && (units !== 'lin' || recipe.to)) left.push(`${name}: units and frequency of yields`);
    const rest: [string, string][] = isYield
      ? []
      : [
          ['date_from', range.from],
          ['date_to', range.to],
          ...(choice.area === '' ? [] : [['state', choice.area] as [string, string]]),
          ...(units === 'lin' ? [] : [['units', units] as [string, string]]),
          ...(recipe.indexDay === undefined
            ? []
            : [['index_date', dateText(recipe.indexDay)] as [string, string]]),
          ...(recipe.to
            ? ([
                ['frequency', recipe.to.cadence.frequency],
                ['aggregation_method', recipe.to.method],
              ] as [string, string][])
            : []),
        ];
    const path = isYield ? '/yields' : `${ECONOMIC_PREFIX}/${choice.dataset}`;
    const key = JSON.stringify([path, rest]);
    const group = isYield ? 'yields' : 'economic-data';
    const request = requests.get(key) ?? { group, path, codes: [], rest };
    request.codes.push(choice.code);
    requests.set(key, request);
  }
  for (const formula of view.formulas) if (!formula.hidden) left.push(`formula ${formula.text}`);
  return {
    requests: [...requests.values()].map(({ group, path, codes, rest }) =>
      group === 'yields'
        ? { group, path: `${path}/series=${codes.join(',')}`, parameters: [] }
        : { group, path, parameters: [['series', codes.join(',')], ...rest] },
    ),
    left,
  };
}

/** @returns path and query of a request; commas stay readable. */
export function requestPath({ path, parameters }: ApiRequest): string {
  const query = parameters.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
