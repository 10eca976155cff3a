import { useMemo } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import {
  STATE_CLAIMS,
  UI_STATE_WEEKLY_CLAIMS,
} from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { areaTable } from '../../service/series-math/areas/area-table.ts';
import {
  type AreaData,
  isRate,
  type MeasureId,
  type RateId,
} from '../../service/series-math/areas/measures.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useWideTable, wideSeriesPath } from '../api/index.ts';
import type { MapState } from './map-state.ts';

export const RATE_CODES: Readonly<Record<RateId, string>> = {
  weekrate: STATE_CLAIMS.weekRate,
  rate: STATE_CLAIMS.rate,
};
const RATES = Object.keys(RATE_CODES) as RateId[];

export type HeldClaims = { range: DateRange; hasCovered: boolean; rates: readonly RateId[] };

/** Sentence start for data published a week after initial claims; `undefined` if none are shown. */
type PublishedLater = 'Continued claims are' | 'The insured rate is' | undefined;

export function heldClaims(
  { series }: CatalogDataset,
  claimsSeries: MapState['series'],
): HeldClaims | undefined {
  const find = (code: string) => series.find((one) => one.code === code && one.count > 0);
  const claims = find(STATE_CLAIMS[claimsSeries]);
  const [from, to] = [claims?.first_date, claims?.last_date];
  if (!from || !to) return undefined;
  return {
    range: { from, to },
    hasCovered: find(STATE_CLAIMS.covered) !== undefined,
    rates: RATES.filter((id) => find(RATE_CODES[id]) !== undefined),
  };
}

/** @returns the weeks with data for a measure. Insured rates come a week later than initial claims. */
function heldOfMeasure(held: HeldClaims, measure: MeasureId, { series }: CatalogDataset): HeldClaims {
  if (!isRate(measure)) return held;
  const last = series.find(({ code }) => code === RATE_CODES[measure])?.last_date;
  if (!last || last >= held.range.to) return held;
  return { ...held, range: { ...held.range, to: last } };
}

export function publishedLater(series: MapState['series'], measure: MeasureId): PublishedLater {
  if (series === 'continued') return 'Continued claims are';
  return isRate(measure) ? 'The insured rate is' : undefined;
}

/** @returns the requested measure if its series has data; otherwise another one and a sentence why. */
export function measureToShow(
  asked: MeasureId | undefined,
  { hasCovered, rates }: Pick<HeldClaims, 'hasCovered' | 'rates'>,
): { measure: MeasureId; problem?: string } {
  if (asked === undefined) return { measure: hasCovered ? 'thousand' : 'persons' };
  if (asked === 'thousand' && !hasCovered)
    return { measure: 'persons', problem: `${NO_COVERED} These are claims.` };
  if (isRate(asked) && !rates.includes(asked))
    return {
      measure: hasCovered ? 'thousand' : 'persons',
      problem: 'This insured unemployment rate is not here yet. Refresh the claims by state to get it.',
    };
  return { measure: asked };
}

/** @returns the measure, week and data to show, and sentences if they differ from the request. */
export function claimsToShow(
  dataset: CatalogDataset,
  state: Pick<MapState, 'series' | 'measure' | 'week'>,
  all: HeldClaims,
) {
  const { measure, problem: ofMeasure } = measureToShow(state.measure, all);
  const held = heldOfMeasure(all, measure, dataset);
  const later = publishedLater(state.series, measure);
  return { measure, held, later, ofMeasure, ...claimsWeekToShow(state.week, held.range, later) };
}

export const NO_COVERED =
  'Covered employment is not here yet: refresh the claims by state to see them per thousand.';

/** @returns the week to show and, if it is not the requested one, a sentence that explains it. */
export function claimsWeekToShow(
  asked: string | undefined,
  { from, to }: DateRange,
  later: PublishedLater,
): { week: string; problem?: string; note?: string } {
  if (asked === undefined) return { week: to };
  const day = dayNumber(asked);
  if (day === undefined)
    return { week: to, problem: `'${asked}' is not a date of the form YYYY-MM-DD: this is the newest week.` };
  if (asked > to)
    return later !== undefined && day - (dayNumber(to) as number) <= 7
      ? { week: to, note: `${later} known a week later: this is the week before ${asked}.` }
      : { week: to, problem: `There are no claims of ${asked} yet: ${to}, the newest week, is shown.` };
  if (asked < from)
    return { week: from, problem: `The claims begin with the week ending ${from}, which is shown.` };
  const week = claimsWeek(day);
  return week === asked
    ? { week }
    : { week, problem: `${asked} is not a Saturday: the week ending ${week} is shown.` };
}

/** @returns the Saturday that ends the week of a day; it is the week's date. */
export function claimsWeek(day: number): string {
  // 1970-01-03 was a Saturday.
  return dateText(day + ((((2 - day) % 7) + 7) % 7));
}

export const reportAfter = (series: MapState['series']): number => (series === 'continued' ? 7 : 0);

/** @returns request paths: `one` for the shown week, the others for all weeks of a series, if it has data. */
export function areaRequests(
  { series, measure, asOf }: { series: MapState['series']; measure: MeasureId; asOf: string | undefined },
  week: string,
  held: HeldClaims,
) {
  const after = measure === 'weekrate' ? reportAfter('continued') : reportAfter(series);
  const later = (date: string) => dateText((dayNumber(date) as number) + after);
  const claims = STATE_CLAIMS[series];
  const { covered } = STATE_CLAIMS;
  const rate = isRate(measure) ? [RATE_CODES[measure]] : [];
  // Areas with equal weekly rates are ordered by continued claims.
  if (measure === 'weekrate' && series !== 'continued') rate.push(STATE_CLAIMS.continued);
  return {
    claims: widePath([claims], held.range, asOf),
    covered: held.hasCovered
      ? widePath([covered], { ...held.range, to: later(held.range.to) }, asOf)
      : undefined,
    rate: rate.length > 0 ? widePath(rate, held.range, asOf) : undefined,
    one: widePath([claims, covered, ...rate], { from: week, to: later(week) }, asOf),
  };
}

/** @returns the paths that the map will request for an address; none without data. */
export function requestsAhead(dataset: CatalogDataset | undefined, state: MapState): string[] {
  const all = dataset && heldClaims(dataset, state.series);
  if (!all) return [];
  const { measure, week, held } = claimsToShow(dataset, state, all);
  const { one, ...whole } = areaRequests({ ...state, measure }, week, held);
  return [one, ...Object.values(whole)].filter((path) => path !== undefined);
}

function widePath(codes: readonly string[], range: DateRange, asOf: string | undefined): string {
  return wideSeriesPath(
    codes.map((code) => ({ dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area: '' })),
    range,
    asOf,
  );
}

/** Loads the claims by area: first the shown week, then all weeks (`isWhole`) as one wide CSV per series. */
export function useAreas(
  { series, asOf }: Pick<MapState, 'series' | 'asOf'>,
  week: string,
  measure: MeasureId,
  held: HeldClaims,
): { data: AreaData | undefined; isWhole: boolean; error: Error | undefined; retry: () => void } {
  const asked = areaRequests({ series, measure, asOf }, week, held);
  const claims = useWideTable(asked.claims);
  const covered = useWideTable(asked.covered);
  const rate = useWideTable(asked.rate);
  const isWhole = claims.data !== undefined && (!held.hasCovered || covered.data !== undefined);
  const one = useWideTable(isWhole ? undefined : asked.one);
  const parts = [claims, ...(held.hasCovered ? [covered] : []), ...(isRate(measure) ? [rate] : [])];
  const data = useMemo((): AreaData | undefined => {
    const [first, second, third] = isWhole
      ? [claims.data, covered.data, rate.data]
      : [one.data, one.data, one.data];
    if (!first) return undefined;
    const shown = areaTable(first, STATE_CLAIMS[series]);
    // Continued claims are already loaded if they are the shown series.
    const continued = series === 'continued' ? shown : third && areaTable(third, STATE_CLAIMS.continued);
    return {
      claims: shown,
      covered: second && areaTable(second, STATE_CLAIMS.covered),
      rates: third && isRate(measure) ? { [measure]: areaTable(third, RATE_CODES[measure]) } : {},
      continued: measure === 'weekrate' ? continued : undefined,
      reportAfter: reportAfter(series),
    };
  }, [isWhole, claims.data, covered.data, rate.data, one.data, series, measure]);
  const failed = parts.find((part) => part.error !== null);
  return {
    data,
    isWhole,
    error: failed?.error ?? undefined,
    retry: () => {
      for (const part of parts) if (part.error !== null) void part.refetch();
    },
  };
}
