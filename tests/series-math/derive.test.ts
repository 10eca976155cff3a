import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { edgesOf } from '../../service/series-math/aggregate.ts';
import { derive, neededFrom, neededTo, type Recipe } from '../../service/series-math/derive.ts';
import { printRounded } from '../../service/series-math/fraction.ts';
import { UNITS, type Units } from '../../service/series-math/fred-codes.ts';
import { indexBase } from '../../service/series-math/transform.ts';
import type { Cadence, Fraction, TimeSeries } from '../../service/series-math/types.ts';
import {
  anyDays,
  anyWeeks,
  DAYS,
  dayOf,
  MONTHS,
  monthsOf,
  readFredCsv,
  rowsOf,
  seriesOf,
  WEEKS,
} from './series.ts';

const cut = ({ days, values }: TimeSeries, from: number, to: number): TimeSeries => {
  const kept = Array.from(days.keys()).filter(
    (i) => (days[i] as number) >= from && (days[i] as number) <= to,
  );
  return {
    days: Int32Array.from(kept, (i) => days[i] as number),
    values: kept.map((i) => values[i] as string),
  };
};

describe('order of the calculation', () => {
  it('is frequency first, then units: the change of the means, not the mean of the changes', () => {
    const weeks = seriesOf(
      ...['2024-01-06 10', '2024-01-13 10', '2024-01-20 10', '2024-01-27 10'],
      ...['2024-02-03 20', '2024-02-10 20', '2024-02-17 20', '2024-02-24 20'],
    );
    const to = { cadence: MONTHS, method: 'avg' } as const;
    expect(rowsOf(derive(weeks, WEEKS, { units: 'chg', to }).series)).toEqual(['2024-02-01 10.00000']);
  });

  it('ends with the moving average', () => {
    const months = monthsOf('2024-01', '1', '2', '4', '8', '16');
    expect(rowsOf(derive(months, MONTHS, { units: 'chg', average: 2 }).series)).toEqual([
      '2024-03-01 2',
      '2024-04-01 3',
      '2024-05-01 6',
    ]);
  });

  it('calculates units from the exact mean, not from the rounded level', () => {
    // The quarters are 100/3, 101/3 and 103/3.
    const months = monthsOf('2024-01', ...['33', '33', '34', '33', '34', '34', '34', '34', '35']);
    const shown = (units: Units, method: 'avg' | 'sum' | 'eop', more: Partial<Recipe> = {}) =>
      derive(months, MONTHS, { units, to: { cadence: { frequency: 'q' }, method }, ...more }).series.values;
    expect(shown('lin', 'avg')).toEqual(['33', '34', '34']);
    expect(shown('chg', 'avg')).toEqual(['0.33333', '0.66667']);
    expect(shown('pch', 'avg')).toEqual(['1.00000', '1.98020']);
    expect(shown('nbd', 'avg', { indexDay: dayOf('2024-02-01') })).toEqual([
      '100.00000',
      '101.00000',
      '103.00000',
    ]);
    expect(shown('nbd', 'avg', { indexFrom: 0 })).toEqual(['100.00000', '101.00000', '103.00000']);
    // ln (101/3), ln (101/100) × 100
    expect(shown('log', 'avg')[1]).toBe('3.51651');
    expect(shown('cch', 'avg')[0]).toBe('0.99503');
    expect(shown('pca', 'avg')[0]).toBe('4.06040');
    // Sums and last values are not means: their changes keep the source's decimals.
    expect(shown('chg', 'sum')).toEqual(['1', '2']);
    expect(shown('chg', 'eop')).toEqual(['0', '1']);
  });

  it('calculates moving averages of means from the exact means', () => {
    // 33.33… and 33.66… have the mean 33.5, shown as 34; 33.66… and 32.66… have 33.166….
    const months = monthsOf('2024-01', ...['33', '33', '34', '33', '34', '34', '32', '33', '33']);
    const to = { cadence: { frequency: 'q' }, method: 'avg' } as const;
    const { series } = derive(months, MONTHS, { units: 'lin', to, average: 2 });
    expect(rowsOf(series)).toEqual(['2024-04-01 34', '2024-07-01 33']);
  });

  it('needs a daily series as far back as gaps of a week between observations may reach', () => {
    const back = (recipe: Recipe) => dayOf('2024-03-15') - neededFrom(dayOf('2024-03-15'), DAYS, recipe);
    expect(back({ units: 'lin' })).toBe(0);
    expect(back({ units: 'log', average: 1 })).toBe(0);
    expect(back({ units: 'lin', average: 5 })).toBe(4 * 8);
    expect(back({ units: 'chg' })).toBe(1 + 7);
    expect(back({ units: 'pc1' })).toBe(364 + 7);
    expect(back({ units: 'pc1', average: 3 })).toBe(364 + 7 + 2 * 8);
    const series = (first: string) => seriesOf(`${first} 1`, '2024-03-07 2', '2024-03-15 9');
    const recipe: Recipe = { units: 'chg', average: 2 };
    const [from, day] = [dayOf('2024-03-15') - 16, dayOf('2024-03-15')];
    expect(neededFrom(day, DAYS, recipe)).toBe(from);
    // The average of two changes, each over a gap of a week.
    expect(rowsOf(derive(series(dateText(from)), DAYS, recipe).series)).toEqual(['2024-03-15 4']);
  });

  it('gives the series with its cadence, the dropped periods, and the base of an index', () => {
    const months = monthsOf('2024-01', '50', '100', '75', '80');
    const quarters: Cadence = { frequency: 'q' };
    const to = { cadence: quarters, method: 'sum' } as const;
    expect(derive(months, MONTHS, { units: 'lin' })).toEqual({
      series: months,
      cadence: MONTHS,
      dropped: [],
      base: undefined,
    });
    expect(derive(months, MONTHS, { units: 'lin', to })).toEqual({
      series: { days: Int32Array.of(dayOf('2024-01-01')), values: ['225'] },
      cadence: quarters,
      dropped: [{ date: dayOf('2024-04-01'), count: 1, needed: 3 }],
      base: undefined,
    });
    const index = (recipe: Omit<Recipe, 'units'>) => {
      const { base, series } = derive(months, MONTHS, { units: 'nbd', ...recipe });
      return [base?.value, ...series.values.map(Number)];
    };
    expect(index({ indexDay: dayOf('2024-02-15') })).toEqual(['100', 50, 100, 75, 80]);
    expect(index({ indexFrom: dayOf('2024-02-15') })).toEqual(['75', 66.66667, 133.33333, 100, 106.66667]);
    // A chosen day has priority over the first day of a view, even without an observation.
    expect(index({ indexDay: dayOf('2024-01-01'), indexFrom: dayOf('2024-02-15') })[0]).toBe('50');
    expect(index({ indexDay: dayOf('2020-01-01'), indexFrom: dayOf('2024-02-15') })).toEqual([undefined]);
    expect(index({})).toEqual([undefined]);
  });

  it('takes the edges and the base of a part from the whole', () => {
    const part = monthsOf('2024-02', '100', '75');
    const base = { day: dayOf('2020-01-01'), value: '200' };
    const whole = { edges: { first: dayOf('2020-01-01'), last: dayOf('2024-12-01') }, base };
    const recipe: Recipe = { units: 'nbd', indexDay: dayOf('2024-02-01') };
    expect(derive(part, MONTHS, recipe, whole)).toMatchObject({
      base,
      series: { values: ['50.00000', '37.50000'] },
    });
    expect(derive(part, MONTHS, recipe, { ...whole, base: undefined }).series.values).toEqual([]);
    // Three days are enough for a week inside the series, and too few for its first or last week.
    const days = seriesOf('2024-03-11 1', '2024-03-13 2', '2024-03-15 3');
    const weeks: Recipe = { units: 'lin', to: { cadence: { frequency: 'w' }, method: 'sum' } };
    expect(derive(days, DAYS, weeks, whole).series.values).toEqual(['6']);
    expect(derive(days, DAYS, weeks).series.values).toEqual([]);
    // Only an index has a base.
    expect(derive(part, MONTHS, { units: 'pch' }, whole)).toMatchObject({ base: undefined });
  });

  it('gives the same values from only the part of a series that a range of days needs', () => {
    const to = fc.constantFrom(
      undefined,
      { cadence: MONTHS, method: 'avg' as const },
      { cadence: { frequency: 'q' as const }, method: 'sum' as const },
      { cadence: { frequency: 'a' as const }, method: 'eop' as const },
    );
    const series = fc.oneof(
      anyWeeks.map((weeks) => ({ whole: weeks, from: WEEKS })),
      anyDays.map((days) => ({ whole: days, from: DAYS })),
    );
    const range = fc.tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(
        series,
        to,
        fc.constantFrom(...UNITS),
        fc.integer({ min: 1, max: 4 }),
        range,
        (given, way, units, average, [start, length]) => {
          const { whole, from } = given;
          fc.pre(whole.days.length > 0);
          const indexDay = dayOf('1990-06-15');
          const recipe: Recipe = { units, average, indexDay, ...(way ? { to: way } : {}) };
          const first = dayOf('1990-01-01') + start;
          const all = derive(whole, from, recipe);
          const levels = derive(whole, from, { ...recipe, units: 'lin', average: 1 }).series;
          const part = cut(whole, neededFrom(first, from, recipe), neededTo(first + length, recipe));
          const base = indexBase(levels, all.cadence, indexDay);
          const shown = derive(part, from, recipe, { edges: edgesOf(whole), base });
          expect(rowsOf(cut(shown.series, first, first + length))).toEqual(
            rowsOf(cut(all.series, first, first + length)),
          );
        },
      ),
    );
  });
});

const FOLDER = new URL('../../../shared/reference/fred_units/', import.meta.url);

const file = (name: string) => new URL(name, FOLDER);

const isHere = existsSync(FOLDER);

const WHY = "FRED's transformed values are not on this computer";

/** @returns an answer of FRED's API, without the missing values ('.'). */
function readAnswer(name: string): TimeSeries {
  const { observations } = JSON.parse(readFileSync(file(name), 'utf8')) as {
    observations: { date: string; value: string }[];
  };
  return seriesOf(
    ...observations.filter(({ value }) => value !== '.').map(({ date, value }) => `${date} ${value}`),
  );
}

/** @returns a number with this many decimals. FRED's API writes endless fractions with fifteen digits. */
function rounded(text: string, places: number): string {
  const [whole = '', decimals = ''] = text.split('.');
  const exact: Fraction = { n: BigInt(whole.replace('-', '') + decimals), d: 10n ** BigInt(decimals.length) };
  return printRounded(text.startsWith('-') ? { ...exact, n: -exact.n } : exact, places);
}

const quarterly = (units: Units): Recipe => ({ units, to: { cadence: { frequency: 'q' }, method: 'avg' } });

describe('FRED’s own results', () => {
  it('equal Almanac’s for UNRATE, levels: 868 of 868', ({ skip }) => {
    skip(!isHere, WHY);
    const levels = readAnswer('UNRATE_lin.json');
    expect(levels.days).toHaveLength(868);
    expect(rowsOf(derive(levels, MONTHS, { units: 'lin' }).series)).toEqual(rowsOf(levels));
  });

  it('equal Almanac’s for UNRATE, changes of quarterly averages: 121 of 121', ({ skip }) => {
    skip(!isHere, WHY);
    const { series } = derive(readAnswer('UNRATE_lin.json'), MONTHS, quarterly('chg'));
    const here = new Map(rowsOf(series).map((row) => row.split(' ') as [string, string]));
    // FRED too has no value for the quarter with only April published.
    const told = readAnswer('UNRATE_q_chg.json');
    const compared = Array.from(told.days, (day, i) => [
      dateText(day),
      here.get(dateText(day)),
      rounded(told.values[i] as string, 5),
    ]);
    expect(compared).toHaveLength(121);
    expect(compared.filter(([, ours, theirs]) => ours !== theirs)).toEqual([]);
    expect(here.get('2019-04-01')).toBe('-0.23333');
    expect(here.has('2020-04-01')).toBe(false);
  });

  it('equal Almanac’s for FEDFUNDS, annual averages: 16 of 17, since the last year was not over', ({
    skip,
  }) => {
    skip(!isHere, WHY);
    const monthly = readFredCsv(file('FEDFUNDS_m.csv'));
    const { series, dropped } = derive(monthly, MONTHS, {
      units: 'lin',
      to: { cadence: { frequency: 'a' }, method: 'avg' },
    });
    const here = new Map(rowsOf(series).map((row) => row.split(' ') as [string, string]));
    const told = rowsOf(readFredCsv(file('FEDFUNDS_a.csv'))).map((row) => row.split(' ') as [string, string]);
    const others = told.filter(([date, value]) => here.get(date) !== value);
    expect(told).toHaveLength(17);
    // The months were downloaded in October 2024, the years in December 2025.
    expect(others).toEqual([['2024-01-01', '5.14']]);
    expect(dropped.map(({ date, count, needed }) => [dateText(date), count, needed])).toEqual([
      ['1954-01-01', 6, 12],
      ['2024-01-01', 9, 12],
    ]);
    // The exact mean is 0.175.
    expect(here.get('2010-01-01')).toBe('0.18');
  });
});
