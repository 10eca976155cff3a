import { type TSchema, Type } from 'typebox';
import { type DataFacts, invalid, text } from '../api/index.ts';
import { easternTime } from '../calendar/business-days.ts';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { nextObserved, releaseMoment, releaseTiming } from '../calendar/releases.ts';
import { today } from '../calendar/today.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import type { FredRelease } from '../datasets/types.ts';
import { type FredFacts, fredRoute } from './fred-route.ts';
import {
  EARLIEST,
  expectSeries,
  FRED_SERIES,
  type FredSeries,
  LATEST,
  realTimeFacts,
  realTimeOf,
} from './fred-series.ts';
import {
  ALL_RELEASE_DATES_BODY,
  FILE_TYPE,
  paged,
  pageOf,
  RELEASE_DATES_BODY,
  realTime,
  SERIES_ID,
  SERIES_LIST_BODY,
  SERIES_RELEASE_BODY,
  sortOrder,
} from './schemas.ts';
import { LIST_PARAMETERS, NO_TAGS, seriesList, updatedText } from './series-list.ts';

/** FRED's release numbers: the release of each series, and the series of each release. */

export const RELEASE_ID = text('FRED’s number of the release', {
  example: '180',
  right: '180',
  isCheckedLater: true,
});

/** A release and the dataset of its series, whose rule dates the release. */
export type ReleasedDataset = FredRelease & { dataset: Dataset };

const RELEASES: readonly ReleasedDataset[] = DATASETS.flatMap((dataset) => {
  const all = [dataset, ...dataset.series].flatMap(({ fredRelease }) => fredRelease ?? []);
  return [...new Map(all.map((one) => [one.id, { ...one, dataset }])).values()];
});

/** @returns FRED's release of a series, or `undefined`. */
function releaseOf({ dataset, series }: Pick<FredSeries, 'dataset' | 'series'>): FredRelease | undefined {
  return series.fredRelease ?? dataset.fredRelease;
}

/** @returns a release, or all. @throws Refusal 422 for an unknown release, with a list of the known ones */
export function expectRelease(id?: string): readonly ReleasedDataset[] {
  const found = RELEASES.filter((one) => id === undefined || String(one.id) === id);
  if (found.length > 0) return found;
  const known = RELEASES.map((one) => `${one.id} (${one.name})`).join(', ');
  throw invalid('release_id', `The release does not exist.  Almanac has series of the releases ${known}.`);
}

export const RELEASE_SERIES = fredRoute(
  {
    path: '/fred/release/series',
    id: 'get_fred_release_series',
    summary: 'The series of a release',
    description: 'As `fred/release/series` of FRED: those that Almanac holds observations of.',
    query: Type.Object({ release_id: RELEASE_ID, ...LIST_PARAMETERS }),
    answered: { description: 'Series', json: { schema: SERIES_LIST_BODY }, xml: true },
    missing: NO_TAGS,
  },
  async (values, about) => {
    expectRelease(values.release_id);
    const found = FRED_SERIES.filter((one) => String(releaseOf(one)?.id) === values.release_id);
    return seriesList(found, values, 'series_id', about);
  },
);

export const SERIES_RELEASE = fredRoute(
  {
    path: '/fred/series/release',
    id: 'get_fred_series_release',
    summary: 'The release of a series',
    description:
      'As `fred/series/release` of FRED; a series whose release FRED has no number for here has none.',
    query: Type.Object({
      series_id: SERIES_ID,
      file_type: FILE_TYPE,
      ...realTime({ start: 'today', end: 'today' }),
    }),
    answered: { description: 'One release', json: { schema: SERIES_RELEASE_BODY }, xml: true },
    missing: {},
  },
  async (values, { now }) => {
    const one = expectSeries('series_id', values.series_id);
    const { dataset, series } = one;
    const time = realTimeFacts(realTimeOf(values, now));
    const release = releaseOf(one);
    // Nobody publishes spreads: FRED computes them itself.
    const isPublished = series.spread === undefined;
    return {
      datasets: [dataset.id],
      list: 'releases',
      item: 'release',
      facts: time,
      items: release
        ? [
            {
              facts: {
                id: release.id,
                ...time,
                name: release.name,
                press_release: String(isPublished),
                ...(isPublished && { link: dataset.source.url }),
              },
            },
          ]
        : [],
    };
  },
);

const MOST = 1000;
/** How many days ahead the publishers' rules give dates. */
const DAYS_AHEAD = 366;
/** The oldest observation that a release brings, in days: two months and the time until release. */
const OLDEST = 100;
/** How reliable the days are, for descriptions. */
const BY_RULE =
  'The days follow the publisher’s rule. If the rule is not exact, only coming days are listed: they have `is_about`, and the real day can differ by some days.';
const ORDERS = ['release_date', 'release_id', 'release_name'] as const;

type ReleaseDay = { id: number; name: string; day: number; isAbout: boolean; dataset: string };

const DATES = {
  file_type: FILE_TYPE,
  ...paged(MOST),
  include_release_dates_with_no_data: Type.Optional(
    text(
      'Whether coming days are there too, up to a year ahead; those of rules that are not exact have `is_about`',
      { enum: ['true', 'false'], default: 'false', right: 'true' },
    ),
  ),
};
const answered = (schema: TSchema) => ({ description: 'Days', json: { schema }, xml: true as const });

export const ONE_RELEASE_DATES = fredRoute(
  {
    path: '/fred/release/dates',
    id: 'get_fred_release_dates',
    summary: 'The days on which one release comes out',
    description: `As \`fred/release/dates\` of FRED. ${BY_RULE}`,
    query: Type.Object({
      release_id: RELEASE_ID,
      ...DATES,
      ...realTime({ start: 'the first day that Almanac has data of', end: LATEST }),
      sort_order: sortOrder('asc'),
    }),
    answered: answered(RELEASE_DATES_BODY),
    missing: {},
  },
  async (values, { now }) => {
    const releases = expectRelease(values.release_id);
    const isAhead = values.include_release_dates_with_no_data === 'true';
    const start = dayNumber(values.realtime_start ?? EARLIEST) as number;
    const end = dayNumber(values.realtime_end ?? LATEST) as number;
    const all = releasesOf({ start, end, isAhead, now }, releases).sort((a, b) => a.day - b.day);
    const sort = values.sort_order ?? 'asc';
    const { page, facts } = pageOf(sort === 'asc' ? all : all.toReversed(), values, MOST);
    return {
      datasets: releases.map(({ dataset }) => dataset.id),
      list: 'release_dates',
      item: 'release_date',
      facts: { ...realTimeFacts({ start, end }), order_by: 'release_date', sort_order: sort, ...facts },
      items: page.map(({ id, day, isAbout }) => ({
        facts: { release_id: id, ...(isAbout && { is_about: 'true' }) },
        text: { name: 'date', value: dateText(day) },
      })),
    };
  },
);

export const RELEASE_DATES = fredRoute(
  {
    path: '/fred/releases/dates',
    id: 'get_fred_releases_dates',
    summary: 'The days on which publishers release',
    description: `As \`fred/releases/dates\` of FRED, for the releases that Almanac has series of, with FRED’s numbers and names. ${BY_RULE} The real-time period bounds the dates.`,
    query: Type.Object({
      ...DATES,
      ...realTime({ start: 'the first day of this year', end: LATEST }),
      order_by: Type.Optional(
        text('What the list is sorted by', { enum: ORDERS, default: 'release_date', right: 'release_id' }),
      ),
      sort_order: sortOrder('desc'),
    }),
    answered: answered(ALL_RELEASE_DATES_BODY),
    missing: { release_id: 'fred/release/dates covers one release; this path has all.' },
  },
  async (values, { data, now }) => {
    const isAhead = values.include_release_dates_with_no_data === 'true';
    const start = dayNumber(values.realtime_start ?? `${dateText(today(now)).slice(0, 4)}-01-01`) as number;
    const end = dayNumber(values.realtime_end ?? LATEST) as number;
    const all = releasesOf({ start, end, isAhead, now }, expectRelease());
    const order = values.order_by ?? 'release_date';
    const sort = values.sort_order ?? 'desc';
    const ordered = all.toSorted(
      (a, b) => compared(a, b, order) * (sort === 'asc' ? 1 : -1) || compared(a, b, 'release_name'),
    );
    const { page, facts } = pageOf(ordered, values, MOST);
    return {
      datasets: page.map(({ dataset }) => dataset),
      list: 'release_dates',
      item: 'release_date',
      facts: { ...realTimeFacts({ start, end }), order_by: order, sort_order: sort, ...facts },
      items: page.map((one) => ({
        facts: factsOf(one, isAhead, data),
        text: { name: 'date', value: dateText(one.day) },
      })),
    };
  },
);

function factsOf({ id, name, isAbout, dataset }: ReleaseDay, isAhead: boolean, data: DataFacts): FredFacts {
  const updated = data.updatedAt(dataset);
  return {
    release_id: id,
    release_name: name,
    ...(isAhead && updated !== '' && { release_last_updated: updatedText(updated) }),
    ...(isAbout && { is_about: 'true' }),
  };
}

type ReleaseRange = { start: number; end: number; isAhead: boolean; now: Date };

/** @returns the releases of a range: past ones with an exact rule and, if requested, coming ones. */
function releasesOf(asked: ReleaseRange, releases: readonly ReleasedDataset[]): ReleaseDay[] {
  const { start, isAhead } = asked;
  const now = asked.now.getTime();
  const easternDay = easternTime(now).day;
  const end = Math.min(asked.end, isAhead ? easternDay + DAYS_AHEAD : easternDay);
  return releases.flatMap(({ dataset, ...release }) => {
    const timing = releaseTiming(dataset);
    if (!timing) return [];
    const first = Math.max(start, dayNumber('historyFrom' in dataset ? dataset.historyFrom : '') ?? start);
    const found: ReleaseDay[] = [];
    let day = nextObserved(timing, first - OLDEST);
    for (let on = timing.releaseDay(day); on <= end; on = timing.releaseDay(day)) {
      const isAbout = timing.dayIs !== 'exact';
      const isOut = isAbout ? on < easternDay : releaseMoment(timing, day) <= now;
      if (on >= first && (isOut ? !isAbout : isAhead))
        found.push({ ...release, day: on, isAbout, dataset: dataset.id });
      day = nextObserved(timing, day);
    }
    return found;
  });
}

function compared(a: ReleaseDay, b: ReleaseDay, order: string): number {
  if (order === 'release_id') return a.id - b.id;
  if (order === 'release_date') return a.day - b.day;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
