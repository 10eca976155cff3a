import { useMemo } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import {
  STATE_CLAIMS,
  UI_STATE_WEEKLY_CLAIMS,
} from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { type AreaTable, areaTable } from '../../service/series-math/areas/area-table.ts';
import type { AreaData, MeasureId } from '../../service/series-math/areas/measures.ts';
import type { Matrix } from '../../service/series-math/matrix.ts';
import { type DateRange, useWideTable, wideSeriesPath } from '../api/index.ts';
import type { MapState } from './map-state.ts';
import { SERIES_WORDS } from './words.ts';

const DATASET = UI_STATE_WEEKLY_CLAIMS.id;
const { covered: COVERED, rate: RATE } = STATE_CLAIMS;

/** The first and the last week of a series, and whether the two series of the rates are held. */
export type HeldClaims = { range: DateRange; hasCovered: boolean; hasRate: boolean };

/** @returns what is held of the claims; `undefined` where there are none. */
export function heldClaims({ series }: CatalogDataset, of: MapState['series']): HeldClaims | undefined {
  const find = (code: string) => series.find((one) => one.code === code && one.count > 0);
  const claims = find(SERIES_WORDS[of].code);
  const [from, to] = [claims?.first_date, claims?.last_date];
  if (!from || !to) return undefined;
  return {
    range: { from, to },
    hasCovered: find(COVERED) !== undefined,
    hasRate: find(RATE) !== undefined,
  };
}

/** @returns the measure to show: the asked one where its series is held, else a sentence says why it is another. */
export function measureToShow(
  asked: MeasureId | undefined,
  { hasCovered, hasRate }: Pick<HeldClaims, 'hasCovered' | 'hasRate'>,
): { measure: MeasureId; problem?: string } {
  if (asked === undefined) return { measure: hasCovered ? 'thousand' : 'persons' };
  if (asked === 'thousand' && !hasCovered)
    return { measure: 'persons', problem: `${NO_COVERED} These are persons.` };
  if (asked === 'rate' && !hasRate)
    return {
      measure: hasCovered ? 'thousand' : 'persons',
      problem: 'The insured unemployment rate is not held here. Refresh the claims by state to get it.',
    };
  return { measure: asked };
}

export const NO_COVERED =
  'Covered employment is not held here: refresh the claims by state to see them per thousand.';

/** The week to show and, where it is not the asked one, a sentence that says so. @param asked as in the address */
export function weekToShow(
  asked: string | undefined,
  { from, to }: DateRange,
  series: MapState['series'],
): { week: string; problem?: string; note?: string } {
  if (asked === undefined) return { week: to };
  const day = dayNumber(asked);
  if (day === undefined)
    return { week: to, problem: `'${asked}' is not a date of the form YYYY-MM-DD: this is the newest week.` };
  if (asked > to)
    return series === 'continued' && day - (dayNumber(to) as number) <= 7
      ? { week: to, note: `Continued claims are known a week later: this is the week before ${asked}.` }
      : { week: to, problem: `There are no claims of ${asked} yet: ${to}, the newest week, is shown.` };
  if (asked < from) return { week: from, problem: `The first week held is ${from}: it is shown.` };
  const week = weekOf(day);
  return week === asked
    ? { week }
    : { week, problem: `${asked} is no Saturday: the week ending ${week} is shown.` };
}

/** @returns the Saturday on which the week of a day ends: weeks are dated by it. */
export function weekOf(day: number): string {
  // 1970-01-03 was a Saturday.
  return dateText(day + ((((2 - day) % 7) + 7) % 7));
}

/** The tables of a series, as far as they are loaded. */
export type Areas = {
  data: AreaData | undefined;
  /** Whether all weeks are there; before, only the shown one is. */
  isWhole: boolean;
  error: Error | undefined;
  retry: () => void;
};

/** The claims by area: the shown week at once, then all weeks as one wide CSV a series. */
export function useAreas(
  series: MapState['series'],
  week: string,
  measure: MeasureId,
  held: HeldClaims,
): Areas {
  const { code } = SERIES_WORDS[series];
  const reportAfter = series === 'continued' ? 7 : 0;
  const after = dateText((dayNumber(week) as number) + reportAfter);
  const whole = { ...held.range, to: dateText((dayNumber(held.range.to) as number) + reportAfter) };
  const claims = useWideTable(widePath([code], held.range));
  const covered = useWideTable(held.hasCovered ? widePath([COVERED], whole) : undefined);
  const rate = useWideTable(measure === 'rate' ? widePath([RATE], held.range) : undefined);
  const isWhole = isThere(claims) && (!held.hasCovered || isThere(covered));
  const one = useWideTable(isWhole ? undefined : widePath([code, COVERED, RATE], { from: week, to: after }));
  const parts = [claims, ...(held.hasCovered ? [covered] : []), ...(measure === 'rate' ? [rate] : [])];
  const data = useMemo((): AreaData | undefined => {
    const [first, second, third] = isWhole
      ? [claims.data, covered.data, rate.data]
      : [one.data, one.data, one.data];
    if (!first) return undefined;
    const table = tableOf(first, code);
    // The report of the week after may be in the answer, but is none of the claims asked for.
    const cut = isWhole ? table : { ...table, rows: Math.min(1, table.rows) };
    return {
      claims: cut,
      covered: second && tableOf(second, COVERED),
      rate: third && tableOf(third, RATE),
      reportAfter,
    };
  }, [isWhole, claims.data, covered.data, rate.data, one.data, code, reportAfter]);
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

const isThere = ({ data }: { data: Matrix | undefined }) => data !== undefined;

function tableOf(matrix: Matrix, code: string): AreaTable {
  return areaTable(matrix, code);
}

function widePath(codes: readonly string[], range: DateRange): string {
  return wideSeriesPath(
    codes.map((code) => ({ dataset: DATASET, code, area: '' })),
    range,
  );
}
