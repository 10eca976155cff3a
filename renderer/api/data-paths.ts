import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange } from '../../service/view/types.ts';

/** Paths of the data API, as any other tool would write them. */

/** @returns the API path of some series of one economic dataset. */
export function economicPath(choices: readonly SeriesChoice[], range: DateRange): string {
  const query = new URLSearchParams({
    series: [...new Set(choices.map((choice) => choice.code))].join(','),
    date_from: range.from,
    date_to: range.to,
  });
  const states = [...new Set(choices.map((choice) => choice.area).filter((area) => area !== ''))];
  if (states.length > 0) query.set('state', states.join(','));
  return `${ECONOMIC_PREFIX}/${choices[0]?.dataset}?${query}`.replaceAll('%2C', ',');
}

/** @returns the API path of yields, without limit and offset. */
export function yieldsPath(choices: readonly SeriesChoice[]): string {
  return `/yields/series=${[...new Set(choices.map((choice) => choice.code))].join(',')}`;
}

/** @returns the API path of yields as wide CSV, a row a day: of all days, of some, or of the newest on or before `date`. */
export function wideYieldsPath(
  codes: readonly string[],
  narrowed: { date?: string; date_from?: string; date_to?: string; as_of?: string } = {},
): string {
  const query = new URLSearchParams({ ...narrowed, format: CSV_FORMAT, layout: 'wide' });
  return `/yields/series=${codes.join(',')}?${query}`;
}

/** @returns the API path of some series of one dataset as wide CSV, a row a date. @param asOf as known then; absent: as known now */
export function wideSeriesPath(
  choices: readonly SeriesChoice[],
  { from, to }: DateRange,
  asOf?: string,
): string {
  const known = asOf === undefined ? {} : { as_of: asOf };
  if (choices[0] && isMarketData(choices[0].dataset))
    return wideYieldsPath([...new Set(choices.map(({ code }) => code))], {
      ...{ date_from: from, date_to: to },
      ...known,
    });
  const how = new URLSearchParams({ ...known, format: CSV_FORMAT, layout: 'wide' });
  return `${economicPath(choices, { from, to })}&${how}`;
}
