import type { Site } from '../api/index.ts';
import { dayNumber } from '../calendar/dates.ts';
import type { Derivation } from '../derived/index.ts';
import { derive } from '../series-math/derive.ts';
import { parseDecimal, printDecimal } from '../series-math/exact-decimal.ts';
import { cadenceOf } from '../series-math/frequency.ts';
import { withWholePeriods } from '../series-math/periods.ts';
import type { TimeSeries } from '../series-math/types.ts';

import type { FredSeries } from './fred-series.ts';

const WHOLE = { from: dayNumber('0001-01-01') as number, to: dayNumber('9999-12-31') as number };

/** An observation as FRED tells it: '.' where there is a period but no value. */
export type FredObservation = { day: number; value: string };

/** FRED's text of a missing value. */
export const MISSING = '.';

type SeriesDays = { first: number; last: number };

/** @returns first and last day of a series as known at an instant; `undefined` where nothing was. */
export function heldOf(
  { reader }: Pick<Site, 'reader'>,
  one: FredSeries,
  asOf?: string,
): SeriesDays | undefined {
  const [held] = reader.columns({ ...selectionOf(one), from: 1, to: 0, asOf });
  return held;
}

/**
 * @param range first and last day (`withWholePeriods`). @param derivation units and lower frequency. @param asOf an instant; absent: as
 * known now.
 * @returns every observation of a series. A period without a result, such as the first change, is there with '.', as FRED has it; `undefined` where nothing was known.
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
  // FRED lists a first or last period that has too few observations too.
  const days = [...levels.days, ...dropped.map(({ date }) => date)].sort((a, b) => a - b);
  const { from: first, to: last } = withWholePeriods(range, column, cadence);
  return days
    .filter((day) => day >= first && day <= last)
    .map((day) => ({ day, value: values.get(day) ?? MISSING }));
}

/** @returns a value in FRED's unit, exactly: `24512345` millions are `24512.345` billions. */
export function inFredUnit({ scale }: Pick<FredSeries, 'scale'>, value: string): string {
  if (!scale) return value;
  const { scaled, places } = parseDecimal(value);
  const whole = printDecimal(scaled, places + scale.power);
  // Only zeros that the division has added.
  return whole.replace(new RegExp(`\\.?0{0,${scale.power}}$`), '');
}

/** @returns which observations of the store a series has. */
export function selectionOf({ choice: { dataset, code, area } }: FredSeries) {
  return { dataset, codes: [code], areas: area === '' ? undefined : [area] };
}

function pairsOf({ days, values }: TimeSeries): FredObservation[] {
  return Array.from(days, (day, i) => ({ day, value: values[i] as string }));
}
