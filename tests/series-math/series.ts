import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { withoutPause } from '../../service/series-math/formula-values.ts';
import type { Cadence, TimeSeries } from '../../service/series-math/types.ts';
import { type FormulaSeries, formulaSeries } from '../../service/view/formula-lines.ts';

export const WEEKS: Cadence = { frequency: 'w', weekEnd: 6 };
export const MONTHS: Cadence = { frequency: 'm' };
export const DAYS: Cadence = { frequency: 'd' };

export function dayOf(date: string): number {
  const day = dayNumber(date);
  if (day === undefined) throw new Error(`${date} is no date`);
  return day;
}

/** @param rows 'date value' each, separated by any space. */
export function seriesOf(...rows: string[]): TimeSeries {
  const parts = rows.map((row) => row.trim().split(/\s+/));
  return {
    days: Int32Array.from(parts, ([date]) => dayOf(date as string)),
    values: parts.map(([, value]) => value as string),
  };
}

/** @returns 'date value' for each observation. */
export function rowsOf({ days, values }: TimeSeries): string[] {
  return Array.from(days, (day, i) => `${dateText(day)} ${values[i]}`);
}

/** @returns consecutive months from `from`, with these values; an empty text leaves a month out. */
export function monthsOf(from: string, ...values: string[]): TimeSeries {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return seriesOf(
    ...values.flatMap((value, i) => {
      if (value === '') return [];
      const at = year * 12 + month - 1 + i;
      return [`${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01 ${value}`];
    }),
  );
}

/** @returns a series from FRED's CSV: a header, then `date,value`; '.' or nothing is a missing value. */
export function readFredCsv(file: string | URL): TimeSeries {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, value]) => value !== '.' && value !== '');
  return seriesOf(...rows.map(([date, value]) => `${date} ${value}`));
}

/** `formulaSeries` without its pauses, for formulas that need little work. */
export function calculated(...given: Parameters<typeof formulaSeries>): FormulaSeries {
  const result = withoutPause(formulaSeries(...given));
  if (result === undefined) throw new Error('The formula takes too much work.');
  return result;
}

/** Value texts of up to 16 digits, with 0 to 4 decimals, including negative ones. */
export const anyValue = fc
  .record({
    whole: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
    places: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ whole, places }) => {
    const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return whole < 0n ? `-${text}` : text;
  });

/** Weeks from 1990, with gaps. */
export const anyWeeks = fc
  .array(fc.option(anyValue, { freq: 6 }), { minLength: 1, maxLength: 160 })
  .map((values) => ofSlots(values, (i) => dayOf('1990-01-06') + i * 7));

/** Working days from 1990, with gaps. */
export const anyDays = fc
  .array(fc.option(anyValue, { freq: 10 }), { minLength: 1, maxLength: 700 })
  .map((values) => ofSlots(values, (i) => dayOf('1990-01-01') + Math.floor(i / 5) * 7 + (i % 5)));

function ofSlots(values: readonly (string | null)[], day: (index: number) => number): TimeSeries {
  const held = values.flatMap((value, i) => (value === null ? [] : [{ day: day(i), value }]));
  return { days: Int32Array.from(held, (one) => one.day), values: held.map((one) => one.value) };
}

/** @returns a value as a whole number of ten-thousandths, for simple reference calculations. */
export function tenThousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}
