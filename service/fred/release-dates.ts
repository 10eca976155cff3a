import { type TSchema, Type } from 'typebox';
import { type DataFacts, text } from '../api/index.ts';
import { easternTime } from '../calendar/business-days.ts';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { nextObserved, releaseMoment, releaseTiming } from '../calendar/releases.ts';
import { today } from '../calendar/today.ts';
import { fredRoute } from './fred-route.ts';
import { FILE_TYPE, paged, pageOf, realTime, sortOrder } from './parameters.ts';
import { EARLIEST, LATEST, realTimeFacts } from './real-time.ts';
import { expectRelease, RELEASE_ID, type ReleasedDataset } from './releases.ts';
import { ALL_RELEASE_DATES_BODY, RELEASE_DATES_BODY } from './schemas.ts';
import { updatedText } from './series-facts.ts';
import type { FredFacts } from './written.ts';

const MOST = 1000;
/** How far the rules of publishers are followed into the future. */
const DAYS_AHEAD = 366;
/** No release brings an observation older than this, in days: two months and the days until they come out. */
const OLDEST = 100;
/** What is known of the days. */
const BY_RULE =
  'The days follow the publisher’s rule. Where that is not exact there are coming days only: they have `is_about`, and the real day can differ by some days.';
const ORDERS = ['release_date', 'release_id', 'release_name'] as const;

type ReleaseDay = { id: number; name: string; day: number; isAbout: boolean; dataset: string };

const DATES = {
  file_type: FILE_TYPE,
  ...paged(MOST),
  include_release_dates_with_no_data: Type.Optional(
    text(
      'Whether coming days are there too, up to a year ahead; those of rules that are not exact have `is_about`',
      {
        enum: ['true', 'false'],
        default: 'false',
        right: 'true',
      },
    ),
  ),
};
const answered = (schema: TSchema) => ({ description: 'Days', json: { schema }, xml: true as const });

/** `GET /fred/release/dates`. */
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

/** `GET /fred/releases/dates`. */
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
    missing: { release_id: 'fred/release/dates is of one release; this path has all.' },
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

/**
 * @returns the releases from one day to another, both included: those that are out, which a rule says only where it is exact, and where
 * they are asked for those that are not.
 */
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
