import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { day, derivationOf, invalid, type Site, text } from '../api/index.ts';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { type FredListItem, fredRoute } from './fred-route.ts';
import {
  EARLIEST,
  expectSeries,
  type FredObservation,
  type FredSeries,
  inFredUnit,
  knownValues,
  LATEST,
  observationsOf,
  type RealTime,
  realTimeFacts,
  realTimeOf,
  refuseUnknown,
} from './fred-series.ts';
import {
  DERIVED,
  FILE_TYPE,
  OBSERVATIONS_BODY,
  paged,
  pageOf,
  realTime,
  SERIES_ID,
  sortOrder,
  VINTAGE_DATES_BODY,
} from './schemas.ts';

const MOST = 100_000;
/** FRED's range if none is requested. */
const WHOLE_RANGE = { from: '1600-01-01', to: LATEST };
const TODAY = { start: 'today', end: 'today' };

const QUERY = Type.Object({
  series_id: SERIES_ID,
  file_type: FILE_TYPE,
  ...realTime(TODAY),
  ...paged(MOST),
  sort_order: sortOrder('asc'),
  observation_start: Type.Optional(day('First day of the range', '2024-01-01')),
  observation_end: Type.Optional(day('Last day of the range', '2024-12-31')),
  ...DERIVED,
  output_type: Type.Optional(
    text('Observations by real-time period. FRED’s other types are of vintages that Almanac never saw', {
      enum: ['1'],
      default: '1',
      right: '1',
      isCheckedLater: true,
    }),
  ),
  vintage_dates: Type.Optional(
    text('One day: the same as `realtime_start` and `realtime_end` of that day', {
      format: 'date',
      right: '2025-06-30',
    }),
  ),
});

export const OBSERVATIONS = fredRoute(
  {
    path: '/fred/series/observations',
    id: 'get_fred_observations',
    summary: 'Observations of a series by FRED’s id',
    description:
      'As `fred/series/observations` of FRED. Values are the publisher’s own number texts, in FRED’s unit; a change or rate that has no result is `.`. Days without an observation (holidays) are left out, and a change over them is from the observation before. A real-time period of several days lists every value that was known on one of them, in published units and frequency.',
    query: QUERY,
    answered: {
      description: 'Observations by date, and of one date by when they were known',
      json: { schema: OBSERVATIONS_BODY },
      xml: true,
    },
    missing: {},
  },
  async (values, { site, now, fileType }) => {
    const one = expectSeries('series_id', values.series_id);
    expectOutputType(values.output_type);
    const time = realTimeOf(wordsOf(values), now);
    const derivation = derivationOf(
      one.dataset,
      [one.series.code],
      {
        units: values.units,
        frequency: values.frequency,
        aggregation_method: values.frequency === undefined ? undefined : (values.aggregation_method ?? 'avg'),
      },
      now,
    );
    const range = {
      from: values.observation_start ?? WHOLE_RANGE.from,
      to: values.observation_end ?? WHOLE_RANGE.to,
    };
    const [from, to] = [dayNumber(range.from) as number, dayNumber(range.to) as number];
    if (from > to)
      throw invalid(
        'observation_start',
        `The date set by variable observation_start, ${range.from}, is after that set by observation_end, ${range.to}.`,
      );
    const asked =
      time.start === time.end
        ? (observationsOf(site, one, { from, to }, derivation, time.asOf) ?? refuseUnknown(site, one, time))
        : between(site, one, time, derivation !== undefined).filter(({ day }) => day >= from && day <= to);
    // Lets other requests run.
    await turn();
    const sort = values.sort_order ?? 'asc';
    const { page, facts } = pageOf(sort === 'asc' ? asked : asked.toReversed(), values, MOST);
    const periods = realTimeFacts(time);
    return {
      datasets: [one.dataset.id],
      list: 'observations',
      item: 'observation',
      facts: {
        ...periods,
        observation_start: range.from,
        observation_end: range.to,
        units: values.units ?? 'lin',
        output_type: 1,
        file_type: fileType,
        order_by: 'observation_date',
        sort_order: sort,
        ...facts,
      },
      items: page.map(
        ({ day, value, ...known }): FredListItem => ({
          facts: { ...periods, ...known, date: dateText(day), value },
        }),
      ),
    };
  },
);

type KnownObservation = FredObservation & { realtime_start?: string; realtime_end?: string };

/** @returns every value known on one of the days. @throws Refusal 422 if it is not stored or not computed */
function between(site: Site, one: FredSeries, time: RealTime, isDerived: boolean): KnownObservation[] {
  if (isDerived)
    throw invalid(
      'realtime_start',
      'units and frequency are computed for one real-time day.  Set realtime_start and realtime_end to the same date, or leave units and frequency out.',
    );
  if (one.series.spread)
    throw invalid(
      'realtime_start',
      `${one.id} is computed here from two yields, which have revisions of their own.  Set realtime_start and realtime_end to the same date.`,
    );
  const known = knownValues(site.reader.valuesSeen(one.choice)).filter(
    ({ start, end }) => start <= time.end && end > time.start,
  );
  if (known.length === 0) refuseUnknown(site, one, time);
  return known.map(({ day, value, start, end }) => ({
    day,
    value: inFredUnit(one, value),
    ...realTimeFacts({ start: Math.max(start, time.start), end: Math.min(end - 1, time.end) }),
  }));
}

function wordsOf(values: { vintage_dates?: string; realtime_start?: string; realtime_end?: string }) {
  const { vintage_dates: vintage, ...words } = values;
  if (vintage === undefined) return words;
  if (words.realtime_start !== undefined || words.realtime_end !== undefined)
    throw invalid(
      'vintage_dates',
      'vintage_dates and a real-time period exclude each other.  Leave one of them out.',
    );
  return { realtime_start: vintage, realtime_end: vintage };
}

function expectOutputType(type: string | undefined): void {
  if (type === undefined || type === '1') return;
  throw invalid(
    'output_type',
    /^[234]$/.test(type)
      ? `output_type ${type} needs all vintages of a publisher, and Almanac has only those it saw.  Use output_type 1, with a real-time period for the values that were known here.`
      : 'Value of output_type is not one of: 1.',
  );
}

const MOST_VINTAGES = 10_000;
const ALL = { start: EARLIEST, end: LATEST };

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
      ...paged(MOST_VINTAGES),
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
    const { page, facts } = pageOf(sort === 'asc' ? days : days.toReversed(), values, MOST_VINTAGES);
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

/** @returns the stored series behind one: for a spread both of its series. */
function storedOf({ series: { spread }, choice }: FredSeries): StoredSeries[] {
  return spread ? [spread.long, spread.short].map((code) => ({ ...choice, code })) : [choice];
}

function daysOf({ reader }: Site, series: StoredSeries): number[] {
  return knownValues(reader.valuesSeen(series)).map(({ start }) => start);
}
