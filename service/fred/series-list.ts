import { Type } from 'typebox';
import { type DataFacts, invalid, text } from '../api/index.ts';
import { dateText } from '../calendar/dates.ts';
import { findChoices } from '../datasets/find-choices.ts';
import { type SeriesChoice, seriesTitle } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import type { SeasonalAdjustment } from '../datasets/types.ts';
import { cadenceOf, cadenceText } from '../series-math/frequency.ts';
import { type FredFacts, type FredList, fredRoute } from './fred-route.ts';
import {
  expectSeries,
  FRED_SERIES,
  type FredSeries,
  fredSeriesOf,
  heldOf,
  type RealTime,
  realTimeFacts,
  realTimeOf,
  refuseUnknown,
} from './fred-series.ts';
import { FILE_TYPE, paged, pageOf, realTime, SERIES_BODY, SERIES_ID, SERIES_LIST_BODY } from './schemas.ts';

/** Lists of series: a search's results, and a release's series. */

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

export const NO_TAGS = {
  tag_names: 'It has no tags: leave it out.',
  exclude_tag_names: 'It has no tags: leave it out.',
};

/** @param found best first. @returns the stored series, filtered, ordered and paged. @throws Refusal 422 */
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

const ADJUSTMENTS: Readonly<Record<SeasonalAdjustment, string>> = {
  SA: 'Seasonally Adjusted',
  NSA: 'Not Seasonally Adjusted',
  SAAR: 'Seasonally Adjusted Annual Rate',
};

/** @param held first and last day as known at the period's end. `popularity` is 0: nobody counts it here. */
export function seriesFacts(
  one: FredSeries,
  held: { first: number; last: number },
  time: RealTime,
  data: DataFacts,
): FredFacts {
  const { id, dataset, series, choice, scale } = one;
  const units = titled(scale?.unit ?? series.unit);
  return {
    id,
    ...realTimeFacts(time),
    title: seriesTitle(choice),
    observation_start: dateText(held.first),
    observation_end: dateText(held.last),
    // FRED writes 'Weekly, Ending Saturday', 'Weekly, As of Wednesday'.
    frequency: cadenceText(cadenceOf(dataset)).replace(/, ./, (start) => start.toUpperCase()),
    frequency_short: series.frequency.slice(0, 1),
    units,
    units_short: scale ? units : series.unitShort,
    seasonal_adjustment: ADJUSTMENTS[series.seasonalAdjustment],
    seasonal_adjustment_short: series.seasonalAdjustment,
    last_updated: updatedText(data.updatedAt(dataset.id)),
    popularity: 0,
    notes: notesOf(one, data),
  };
}

/** @param instant ISO 8601, UTC. @returns FRED's form, with the offset from UTC: '2026-11-20 13:30:05+00'. */
export function updatedText(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)}+00`;
}

function notesOf({ dataset, series }: FredSeries, data: DataFacts): string {
  const sample = data.origin(dataset.id) === 'sample' ? ['SAMPLE DATA, made up by Almanac.'] : [];
  return [...sample, series.description, `Source: ${dataset.publisher}, ${dataset.source.name}.`].join(' ');
}

/** @returns 'Thousands of Persons'. */
function titled(unit: string): string {
  return unit.replaceAll(/\b(?!(?:of|per)\b)[a-z]/g, (letter) => letter.toUpperCase());
}

const SEARCH_TYPES = ['full_text', 'series_id'] as const;

export const SEARCH = fredRoute(
  {
    path: '/fred/series/search',
    id: 'get_fred_series_search',
    summary: 'Series with an id of FRED that match words, or a part of the id',
    description: 'As `fred/series/search` of FRED, among the series that Almanac holds observations of.',
    query: Type.Object({
      search_text: text(
        'Words, or with `search_type=series_id` a part of an id, in which `*` stands for any letters',
        { example: 'initial claims', right: 'initial+claims', isCheckedLater: true },
      ),
      search_type: Type.Optional(
        text('What is searched', { enum: SEARCH_TYPES, default: 'full_text', right: 'series_id' }),
      ),
      ...LIST_PARAMETERS,
    }),
    answered: { description: 'Series', json: { schema: SERIES_LIST_BODY }, xml: true },
    missing: NO_TAGS,
  },
  async (values, about) => {
    const isById = values.search_type === 'series_id';
    const found = isById ? byId(values.search_text) : byWords(values.search_text);
    return seriesList(found, values, isById ? 'series_id' : 'search_rank', about);
  },
);

/** @returns the best first. A query without a state finds the series of all states, after the others. */
function byWords(query: string): FredSeries[] {
  const found = findChoices(query, ANY_STATE);
  const isForAnyState = ({ area }: SeriesChoice) => area === ANY_STATE;
  const ofStates = found
    .filter(isForAnyState)
    .flatMap((choice) => Object.keys(STATES).map((area) => ({ ...choice, area })));
  return [...found.filter((choice) => !isForAnyState(choice)), ...ofStates].flatMap(
    (choice) => fredSeriesOf(choice) ?? [],
  );
}

const ANY_STATE = '*';

function byId(pattern: string): FredSeries[] {
  const letters = pattern.toUpperCase().replaceAll(/[^A-Z0-9_*]/g, '');
  if (!letters.includes('*')) return FRED_SERIES.filter(({ id }) => id.includes(letters));
  return FRED_SERIES.filter(({ id }) => isLike(id, letters));
}

/** True if an id has the parts between stars in order. A regular expression with many stars would be slow. */
function isLike(id: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!id.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = id.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return id.length - last.length >= from && id.endsWith(last);
}

export const SERIES = fredRoute(
  {
    path: '/fred/series',
    id: 'get_fred_series',
    summary: 'What a series is, by FRED’s id',
    description:
      'As `fred/series` of FRED. Title, units and notes are Almanac’s own; `last_updated` is UTC, and `popularity` 0.',
    query: Type.Object({
      series_id: SERIES_ID,
      file_type: FILE_TYPE,
      ...realTime({ start: 'today', end: 'today' }),
    }),
    answered: { description: 'One series', json: { schema: SERIES_BODY }, xml: true },
    missing: {},
  },
  async (values, { site, data, now }) => {
    const one = expectSeries('series_id', values.series_id);
    const time = realTimeOf(values, now);
    const held = heldOf(site, one, time.asOf) ?? refuseUnknown(site, one, time);
    return {
      datasets: [one.dataset.id],
      list: 'seriess',
      item: 'series',
      facts: realTimeFacts(time),
      items: [{ facts: seriesFacts(one, held, time, data) }],
    };
  },
);
