import { Type } from 'typebox';
import { findChoices, namedState } from '../datasets/find-choices.ts';
import { type SeriesChoice, seriesId } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import { type DataState, invalid, text } from '../http/index.ts';
import { fredRoute } from './fred-route.ts';
import { FRED_SERIES, type FredSeries } from './fred-series.ts';
import { FILE_TYPE, paged, pageOf, realTime } from './parameters.ts';
import { realTimeFacts, realTimeOf } from './real-time.ts';
import { seriesFacts } from './series-facts.ts';
import type { Facts } from './written.ts';

const MOST = 1000;
const SEARCH_TYPES = ['full_text', 'series_id'] as const;
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
const NO_TAGS = 'It has no tags: leave it out.';

/** `GET /fred/series/search`. */
export const SEARCH = fredRoute(
  {
    path: '/fred/series/search',
    id: 'get_fred_series_search',
    summary: 'Series with an id of FRED that match words, or a part of the id',
    description: 'As `fred/series/search` of FRED, among the series that Almanac holds observations of.',
    query: Type.Object({
      search_text: text(
        'Words, or with `search_type=series_id` a part of an id, in which `*` stands for any letters',
        {
          example: 'initial claims',
          right: 'initial+claims',
          isCheckedLater: true,
        },
      ),
      search_type: Type.Optional(
        text('What is searched', { enum: SEARCH_TYPES, default: 'full_text', right: 'series_id' }),
      ),
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
    }),
    answered: { description: 'Series', json: { schema: Type.Unsafe({ type: 'object' }) }, xml: true },
    missing: { tag_names: NO_TAGS, exclude_tag_names: NO_TAGS },
  },
  (values, { data, now }) => {
    const time = realTimeOf(values, now);
    if (time.asOf !== undefined)
      throw invalid(
        'realtime_end',
        'Series are searched as they are known now.  Leave the real-time period out.',
      );
    const isById = values.search_type === 'series_id';
    const found = isById ? byId(values.search_text) : byWords(values.search_text);
    const listed = found.flatMap((one) => {
      const held = heldNow(one, data);
      return held ? [{ one, facts: seriesFacts(one, held, time, data) }] : [];
    });
    const { filter_variable: by, filter_value: value } = values;
    if ((by === undefined) !== (value === undefined))
      throw invalid('filter_variable', 'filter_variable and filter_value go together.  Add the other one.');
    const kept =
      by === undefined
        ? listed
        : listed.filter(({ facts }) => facts[by as (typeof FILTERS)[number]] === value);
    const order = values.order_by ?? (isById ? 'series_id' : 'search_rank');
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
  },
);

/** @returns the best first. A query that names no state finds the series of all states, after the others. */
function byWords(query: string): FredSeries[] {
  const state = namedState(query)?.state;
  const found = findChoices(query, state ?? ANY_STATE);
  const isOfAny = ({ area }: SeriesChoice) => area === ANY_STATE;
  const ofStates = found
    .filter(isOfAny)
    .flatMap((choice) => Object.keys(STATES).map((area) => ({ ...choice, area })));
  return [...found.filter((choice) => !isOfAny(choice)), ...ofStates].flatMap(
    (choice) => BY_CHOICE.get(seriesId(choice)) ?? [],
  );
}

/** Stands for every state. */
const ANY_STATE = '*';
const BY_CHOICE = new Map(FRED_SERIES.map((one) => [seriesId(one.choice), one]));

function byId(pattern: string): FredSeries[] {
  const letters = pattern.toUpperCase().replaceAll(/[^A-Z0-9_*]/g, '');
  if (!letters.includes('*')) return FRED_SERIES.filter(({ id }) => id.includes(letters));
  const like = new RegExp(`^${letters.split(/\*+/).join('.*')}$`);
  return FRED_SERIES.filter(({ id }) => like.test(id));
}

function heldNow({ choice }: FredSeries, data: DataState): { first: number; last: number } | undefined {
  return data
    .holdings()
    .find(({ dataset }) => dataset === choice.dataset)
    ?.series.find(({ code, area }) => code === choice.code && area === choice.area);
}

function compared(a: Facts, b: Facts, order: string): number {
  const name = order === 'series_id' ? 'id' : order;
  const [one, other] = [String(a[name] ?? ''), String(b[name] ?? '')];
  return one < other ? -1 : one > other ? 1 : 0;
}
