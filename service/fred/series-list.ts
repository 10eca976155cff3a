import { Type } from 'typebox';
import { type DataFacts, invalid, text } from '../api/index.ts';
import type { FredSeries } from './fred-series.ts';
import { FILE_TYPE, paged, pageOf, realTime } from './parameters.ts';
import { realTimeFacts, realTimeOf } from './real-time.ts';
import { seriesFacts } from './series-facts.ts';
import type { FredFacts, FredList } from './written.ts';

/** Lists of series: what a search finds, and what a release has. */

const MOST = 1000;
const FILTERS = ['frequency', 'units', 'seasonal_adjustment'] as const;
const ORDERS = [
  'search_rank',
  'series_id',
  'title',
  'units',
  'frequency',
  'seasonal_adjustment',
  'realtime_start',
  'realtime_end',
  'last_updated',
  'observation_start',
  'observation_end',
  'popularity',
  'group_popularity',
] as const;

/** The parameters of every list. */
export const LIST_PARAMETERS = {
  file_type: FILE_TYPE,
  ...realTime({ start: 'today', end: 'today' }),
  ...paged(MOST),
  order_by: Type.Optional(text('What the list is sorted by', { enum: ORDERS, right: 'title' })),
  sort_order: Type.Optional(
    text('Order of the list; `desc` for search_rank and popularity where it is missing, else `asc`', {
      enum: ['asc', 'desc'],
      right: 'desc',
    }),
  ),
  filter_variable: Type.Optional(
    text('What the results are narrowed by', { enum: FILTERS, right: 'frequency' }),
  ),
  filter_value: Type.Optional(
    text('The value of it, as the answers have it', { right: 'Monthly', isCheckedLater: true }),
  ),
};

type ListWords = {
  [Name in keyof typeof LIST_PARAMETERS]?: (Name extends 'limit' | 'offset' ? bigint : string) | undefined;
};

/** What lists that have no tags say of them. */
export const NO_TAGS = {
  tag_names: 'It has no tags: leave it out.',
  exclude_tag_names: 'It has no tags: leave it out.',
};

/**
 * @param found the series, the best first. @param usual order where none is asked for.
 * @returns those of them that Almanac holds observations of: filtered, ordered and paged.
 * @throws Refusal 422 for a real-time period that ends before today, and for half a filter.
 */
export function seriesList(
  found: readonly FredSeries[],
  values: ListWords,
  usual: (typeof ORDERS)[number],
  { data, now }: { data: DataFacts; now: Date },
): FredList & { datasets: readonly string[] } {
  const time = realTimeOf(values, now);
  if (time.asOf !== undefined)
    throw invalid(
      'realtime_end',
      'Series are searched as they are known now.  Leave the real-time period out.',
    );
  const listed = found.flatMap((one) => {
    const held = heldNow(one, data);
    return held ? [{ one, facts: seriesFacts(one, held, time, data) }] : [];
  });
  const { filter_variable: by, filter_value: value } = values;
  if ((by === undefined) !== (value === undefined))
    throw invalid('filter_variable', 'filter_variable and filter_value go together.  Add the other one.');
  const kept =
    by === undefined ? listed : listed.filter(({ facts }) => facts[by as (typeof FILTERS)[number]] === value);
  const order = values.order_by ?? usual;
  const isBestFirst = order === 'search_rank' || order.endsWith('popularity');
  const sort = values.sort_order ?? (isBestFirst ? 'desc' : 'asc');
  const ordered = isBestFirst
    ? kept.toReversed()
    : kept.toSorted((a, b) => compared(a.facts, b.facts, order));
  const { page, facts } = pageOf(sort === 'asc' ? ordered : ordered.toReversed(), values, MOST);
  return {
    datasets: page.map(({ one }) => one.dataset.id),
    list: 'seriess',
    item: 'series',
    facts: { ...realTimeFacts(time), order_by: order, sort_order: sort, ...facts },
    items: page.map((one) => ({ facts: one.facts })),
  };
}

function heldNow({ choice }: FredSeries, data: DataFacts): { first: number; last: number } | undefined {
  return data
    .holdings()
    .find(({ dataset }) => dataset === choice.dataset)
    ?.series.find(({ code, area }) => code === choice.code && area === choice.area);
}

function compared(a: FredFacts, b: FredFacts, order: string): number {
  const name = order === 'series_id' ? 'id' : order;
  const [one, other] = [String(a[name] ?? ''), String(b[name] ?? '')];
  return one < other ? -1 : one > other ? 1 : 0;
}
