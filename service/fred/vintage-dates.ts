import { Type } from 'typebox';
import type { Site } from '../api/index.ts';
import { dateText } from '../calendar/dates.ts';
import { fredRoute } from './fred-route.ts';
import { expectSeries, type FredSeries } from './fred-series.ts';
import { FILE_TYPE, paged, pageOf, realTime, SERIES_ID, sortOrder } from './parameters.ts';
import { EARLIEST, knownValues, LATEST, realTimeFacts, realTimeOf } from './real-time.ts';
import { VINTAGE_DATES_BODY } from './schemas.ts';

const MOST = 10_000;
const ALL = { start: EARLIEST, end: LATEST };

/** `GET /fred/series/vintagedates`. */
export const VINTAGE_DATES = fredRoute(
  {
    path: '/fred/series/vintagedates',
    id: 'get_fred_series_vintagedates',
    summary: 'The days on which values of a series became known here',
    description:
      'As `fred/series/vintagedates` of FRED, but of this Almanac: the days (UTC) on which it fetched or imported new or revised values.',
    query: Type.Object({
      series_id: SERIES_ID,
      file_type: FILE_TYPE,
      ...realTime(ALL),
      ...paged(MOST),
      sort_order: sortOrder('asc'),
    }),
    answered: { description: 'Days', json: { schema: VINTAGE_DATES_BODY }, xml: true },
    missing: {},
  },
  async (values, { site, now }) => {
    const one = expectSeries('series_id', values.series_id);
    const time = realTimeOf(values, now, ALL);
    const days = [...new Set(storedOf(one).flatMap((series) => daysOf(site, series)))]
      .filter((day) => day >= time.start && day <= time.end)
      .sort((a, b) => a - b);
    const sort = values.sort_order ?? 'asc';
    const { page, facts } = pageOf(sort === 'asc' ? days : days.toReversed(), values, MOST);
    return {
      datasets: [one.dataset.id],
      list: 'vintage_dates',
      item: 'vintage_date',
      facts: { ...realTimeFacts(time), order_by: 'vintage_date', sort_order: sort, ...facts },
      items: page.map((day) => ({ facts: {}, text: { name: 'date', value: dateText(day) } })),
    };
  },
);

type StoredSeries = FredSeries['choice'];

/** @returns the series that are stored for one: of a spread its two. */
function storedOf({ series: { spread }, choice }: FredSeries): StoredSeries[] {
  return spread ? [spread.long, spread.short].map((code) => ({ ...choice, code })) : [choice];
}

function daysOf({ reader }: Site, series: StoredSeries): number[] {
  return knownValues(reader.valuesSeen(series)).map(({ start }) => start);
}
