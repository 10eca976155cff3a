import { dateText } from '../../service/calendar/dates.ts';
import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import type { DatasetGroup } from '../../service/datasets/types.ts';
import { parseFormula } from '../../service/series-math/formula.ts';
import { askedFrequency } from '../../service/series-math/frequency.ts';
import type { DateRange } from '../api/index.ts';
import { recipeOf } from '../lines/index.ts';

import { type ShownSeries, slotLetter, type View } from '../view/index.ts';

/** One question to the API, as any tool can ask it: the path and its parameters, without key and paging. */
export type ApiRequest = {
  group: DatasetGroup;
  path: string;
  parameters: readonly (readonly [name: string, value: string])[];
};

export type ViewRequests = {
  requests: readonly ApiRequest[];
  /** What the view shows and the API has no words for, a phrase each: formulas, moving averages, yields in other units. */
  left: readonly string[];
};

/**
 * @returns what draws the view's visible lines, series of one dataset and treatment together; of formulas the series that stand in
 * them.
 */
export function requestsOf(view: View, range: DateRange): ViewRequests {
  const inFormulas = new Set(
    view.formulas.filter(({ hidden }) => !hidden).flatMap(({ text }) => lettersIn(text)),
  );
  const shown = view.series.filter(({ hidden, slot }) => !hidden || inFormulas.has(slotLetter(slot)));
  const left = shown.flatMap((one) => [...averageLeft(view, one, range), ...unitsLeft(view, one, range)]);
  for (const formula of view.formulas) if (!formula.hidden) left.push(`formula ${formula.text}`);
  return {
    requests: requestsFor(
      shown.map((series) => ({ series, from: range.from })),
      view,
      range,
    ),
    left,
  };
}

function lettersIn(text: string): readonly string[] {
  const parsed = parseFormula(text);
  return parsed.isRight ? parsed.variables : [];
}

function averageLeft(view: View, { choice, style }: ShownSeries, range: DateRange): string[] {
  const { average } = recipeOf(view, choice, style, range).recipe;
  return average === undefined ? [] : [averagePhrase(choice, average)];
}

export function averagePhrase(choice: ShownSeries['choice'], average: number): string {
  return `${seriesId(choice)}: moving average of ${average} periods`;
}

export function isYield({ choice }: ShownSeries): boolean {
  return entryOf(choice).dataset.group === 'market-data';
}

/** @returns the phrase for a yield that is shown in units or a frequency, for which the API has parameters of economic data only. */
export function unitsLeft(view: View, series: ShownSeries, range: DateRange): string[] {
  const { recipe, units } = recipeOf(view, series.choice, series.style, range);
  const isMade = isYield(series) && (units !== 'lin' || recipe.to !== undefined);
  return isMade ? [`${seriesId(series.choice)}: units and frequency of yields`] : [];
}

/**
 * @param asked series with the day to ask from, which may lie before the range that is shown.
 * @returns what answers them up to the end of the range, series of one dataset and treatment together; yields whole.
 */
export function requestsFor(
  asked: readonly { series: ShownSeries; from: string }[],
  view: View,
  range: DateRange,
): ApiRequest[] {
  const requests = new Map<
    string,
    { group: ApiRequest['group']; path: string; codes: Set<string>; rest: [string, string][] }
  >();
  for (const { series, from } of asked) {
    const { choice, style } = series;
    const { recipe, units } = recipeOf(view, choice, style, range);
    // A view with `withIndexDates` has the day itself.
    const indexDay = recipe.indexDay ?? recipe.indexFrom;
    const rest: [string, string][] = isYield(series)
      ? []
      : [
          ['date_from', from],
          ['date_to', range.to],
          ...(choice.area === '' ? [] : [['state', choice.area] as [string, string]]),
          ...(units === 'lin' ? [] : [['units', units] as [string, string]]),
          ...(indexDay === undefined ? [] : [['index_date', dateText(indexDay)] as [string, string]]),
          ...(recipe.to
            ? ([
                ['frequency', askedFrequency(recipe.to.cadence)],
                ['aggregation_method', recipe.to.method],
              ] as [string, string][])
            : []),
        ];
    const group = entryOf(choice).dataset.group;
    const path = group === 'market-data' ? `/${choice.dataset}` : `${ECONOMIC_PREFIX}/${choice.dataset}`;
    const key = JSON.stringify([path, rest]);
    const request = requests.get(key) ?? { group, path, codes: new Set(), rest };
    request.codes.add(choice.code);
    requests.set(key, request);
  }
  return [...requests.values()].map(({ group, path, codes, rest }) =>
    group === 'market-data'
      ? { group, path: `${path}/series=${[...codes].join(',')}`, parameters: [] }
      : { group, path, parameters: [['series', [...codes].join(',')], ...rest] },
  );
}

/** @returns path and query of a request; commas stay readable. */
export function requestPath({ path, parameters }: ApiRequest): string {
  const query = parameters.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
