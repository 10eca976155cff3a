import { invalid, type Site } from '../api/index.ts';
import { dateText, dayNumber, instantText } from '../calendar/dates.ts';
import { latestDay, today } from '../calendar/today.ts';
import { shortened } from '../contract/failure.ts';
import { DATASETS, type Dataset } from '../datasets/index.ts';
import { adviceOnId, fredIdOf } from '../datasets/nearest-choices.ts';
import { type SeriesChoice, seriesId } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import type { PublisherId, Series } from '../datasets/types.ts';
import type { Derivation } from '../derived/index.ts';
import { derive } from '../series-math/derive.ts';
import { parseDecimal, printDecimal } from '../series-math/exact-decimal.ts';
import { cadenceOf } from '../series-math/frequency.ts';
import { withWholePeriods } from '../series-math/periods.ts';
import type { TimeSeries } from '../series-math/types.ts';

/** A series of Almanac by FRED's id. A series by state has one for each state. */
export type FredSeries = {
  id: string;
  dataset: Dataset;
  series: Series;
  choice: SeriesChoice;
  /** The conversion to FRED's unit, if it differs from the series' unit. */
  scale: PublisherId['scale'];
};

export const FRED_SERIES: readonly FredSeries[] = DATASETS.flatMap((dataset) =>
  dataset.series.flatMap((series) => {
    const named = series.publisherIds.find(({ system }) => system === 'FRED');
    if (!named) return [];
    return (dataset.byState ? Object.keys(STATES) : ['']).map((area) => ({
      id: named.id.replace('{ST}', area),
      dataset,
      series,
      choice: { dataset: dataset.id, code: series.code, area },
      scale: named.scale,
    }));
  }),
);

const BY_ID = new Map(FRED_SERIES.map((one) => [one.id, one]));

const BY_CHOICE = new Map(FRED_SERIES.map((one) => [seriesId(one.choice), one]));

export function fredSeriesOf(choice: SeriesChoice): FredSeries | undefined {
  return BY_CHOICE.get(seriesId(choice));
}

/** @param parameter that names the series. @throws Refusal 422 for an unknown series */
export function expectSeries(parameter: string, id: string): FredSeries {
  const found = BY_ID.get(id.toUpperCase());
  if (found) return found;
  const shownId = shortened(id, LONGEST_SHOWN_ID);
  throw invalid(
    parameter,
    `The series does not exist.  Almanac has no series of FRED called ${shownId}.${adviceOnId(id, fredIdOf)}`,
  );
}

const LONGEST_SHOWN_ID = 50;

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };

/** An observation in FRED's form: '.' if a period has no value. */
export type FredObservation = { day: number; value: string };

export const MISSING = '.';

type SeriesDays = { first: number; last: number };

/** @returns a series' first and last day as known at an instant; `undefined` if nothing was known. */
export function heldOf(
  { reader }: Pick<Site, 'reader'>,
  one: FredSeries,
  asOf?: string,
): SeriesDays | undefined {
  const [held] = reader.columns({ ...selectionOf(one), from: 1, to: 0, asOf });
  return held;
}

/**
 * @param range first and last day. @param asOf an instant; absent: as known now. @returns every observation,
 * '.' for a period without a result (such as the first change), as in FRED; `undefined` if nothing was known
 */
export function observationsOf(
  { reader }: Pick<Site, 'reader'>,
  one: FredSeries,
  range: { from: number; to: number },
  derivation: Derivation | undefined,
  asOf?: string,
): FredObservation[] | undefined {
  const [column] = reader.columns({ ...selectionOf(one), ...WHOLE, asOf });
  if (!column) return undefined;
  const series: TimeSeries = {
    days: column.days,
    values: column.values.map((value) => inFredUnit(one, value)),
  };
  if (!derivation) return pairsOf(series).filter(({ day }) => day >= range.from && day <= range.to);
  const { units, indexDay, to } = derivation;
  const method = to?.methods[one.series.code];
  const recipe = {
    ...(to && method && { to: { cadence: to.cadence, method } }),
    ...(indexDay !== undefined && { indexDay }),
  };
  const from = cadenceOf(one.dataset);
  const { series: levels, cadence, dropped } = derive(series, from, { ...recipe, units: 'lin' });
  const shown = units === 'lin' ? levels : derive(series, from, { ...recipe, units }).series;
  const values = new Map(pairsOf(shown).map((made) => [made.day, made.value]));
  // FRED also lists a first or last period with too few observations.
  const days = [...levels.days, ...dropped.map(({ date }) => date)].sort((a, b) => a - b);
  const { from: first, to: last } = withWholePeriods(range, column, cadence);
  return days
    .filter((day) => day >= first && day <= last)
    .map((day) => ({ day, value: values.get(day) ?? MISSING }));
}

/** @returns a value in FRED's unit, exact: `24512345` millions are `24512.345` billions. */
export function inFredUnit({ scale }: Pick<FredSeries, 'scale'>, value: string): string {
  if (!scale) return value;
  const { scaled, places } = parseDecimal(value);
  const whole = printDecimal(scaled, places + scale.power);
  // Removes only the zeros that the division has added.
  return whole.replace(new RegExp(`\\.?0{0,${scale.power}}$`), '');
}

function selectionOf({ choice: { dataset, code, area } }: FredSeries) {
  return { dataset, codes: [code], areas: area === '' ? undefined : [area] };
}

function pairsOf({ days, values }: TimeSeries): FredObservation[] {
  return Array.from(days, (day, i) => ({ day, value: values[i] as string }));
}

/** @throws Refusal 422 for a series not known in a period: says what to do, or since when it is known */
export function refuseUnknown(site: Site, one: FredSeries, { end }: RealTime): never {
  const { id, dataset } = one;
  if (!heldOf(site, one))
    throw invalid(
      'series_id',
      `Almanac holds no observations of ${id} yet.  Import or refresh ${dataset.id} first.`,
    );
  throw invalid(
    'realtime_end',
    `Nothing of ${id} was known here on ${dateText(end)}: real time begins when this Almanac first fetched or imported it.  fred/series/vintagedates lists the days.`,
  );
}

/** A real-time period, as day numbers, both included: days on which values were known here. */
export type RealTime = {
  start: number;
  end: number;
  /** The end as an instant of the store; `undefined` (known now) if it is today or later. */
  asOf: string | undefined;
};

/** The first and last day of FRED's real time. */
export const EARLIEST = '1776-07-04';
export const LATEST = '9999-12-31';

/** @param usual the default period, else today. @throws Refusal 422 for a reversed or future period */
export function realTimeOf(
  words: { realtime_start?: string | undefined; realtime_end?: string | undefined },
  now: Date,
  usual?: { start: string; end: string },
): RealTime {
  const last = today(now);
  const latest = latestDay(now);
  const asked = dayNumber(words.realtime_start ?? usual?.start ?? '');
  const end = dayNumber(words.realtime_end ?? usual?.end ?? '') ?? Math.max(last, asked ?? last);
  const start = asked ?? Math.min(last, end);
  if (start > end)
    throw invalid(
      'realtime_start',
      `The date set by variable realtime_start, ${dateText(start)}, is after that set by realtime_end, ${dateText(end)}.`,
    );
  if (start > latest)
    throw invalid(
      'realtime_start',
      `realtime_start ${dateText(start)} is in the future.  The latest possible date is ${dateText(latest)}, today in the easternmost time zone.`,
    );
  return { start, end, asOf: end >= last ? undefined : instantText(dateText(end)) };
}

export function realTimeFacts({ start, end }: Pick<RealTime, 'start' | 'end'>): {
  realtime_start: string;
  realtime_end: string;
} {
  return { realtime_start: dateText(start), realtime_end: dateText(end) };
}

/** Values with the instant at which this Almanac first knew them (ISO 8601, UTC). */
type SeenValues = ReturnType<Site['reader']['valuesSeen']>;
/** A value, and the days on which it was known: from `start` up to, but not including, `end`. */
type KnownValue = { day: number; value: string; start: number; end: number };

/** @param values by day, then in stored order, even if a clock was set back. The last of a day counts. */
export function knownValues(values: SeenValues): KnownValue[] {
  const found: KnownValue[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (let i = values.length - 1; i >= 0; i--) {
    const { day, value, seen } = values[i] as SeenValues[number];
    if (values[i + 1]?.day !== day) end = Number.POSITIVE_INFINITY;
    const start = dayNumber(seen.slice(0, 10)) ?? 0;
    if (start < end) found.push({ day, value, start, end });
    end = Math.min(end, start);
  }
  return found.reverse();
}
